/* htmx polls the page of an import while it runs. This script handles failed requests. */
import htmx from 'htmx.org/dist/htmx.esm.min.js';
import { restoreBoxes } from './kept-boxes.ts';
import { announce } from './message.ts';

Object.assign(htmx.config, { history: false, defaultSettleDelay: 0, defaultTimeout: 10_000 });

const reportFailure = () => announce(document.querySelector<HTMLElement>('[data-work]')?.dataset.unanswered ?? '');

document.addEventListener('htmx:after:request', (event) => {
  const { raw } = (event as CustomEvent<{ ctx: { response: { raw: Response } } }>).detail.ctx.response;
  if (raw.ok && !raw.redirected) return;
  event.preventDefault();
  if (raw.status >= 500) reportFailure();
  // The page says why, such as a sign-in or an import that was discarded.
  else location.reload();
});
document.addEventListener('htmx:error', reportFailure);
document.addEventListener('htmx:after:swap', restoreBoxes);
