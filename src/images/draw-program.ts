import { drawPreview, type Preview } from './preview.ts';

/* The child process of `drawing.ts`. It ends when its parent disconnects, not when both receive a signal. */

for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

process.on('message', (preview: Preview) => {
  drawPreview(preview).then(
    (png) => process.send?.({ png }),
    (error: unknown) => process.send?.({ problem: String(error) }),
  );
});
