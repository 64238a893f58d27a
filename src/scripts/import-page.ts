/* While an import is worked on, htmx polls its page. This says what a failed request means. */
import htmx from 'htmx.org/dist/htmx.esm.min.js';
import { restoreBoxes } from './kept-boxes.ts';
import { announce } from './message.ts';

htmx.config.history = false;
htmx.config.defaultSettleDelay = 0;
htmx.config.defaultTimeout = 10_000;

const reportFailure = () => announce(document.querySelector<HTMLElement>('[data-work]')?.dataset.unanswered ?? '');

document.addEventListener('htmx:after:request', (event) => {
  const { ok, redirected, status } = (event as CustomEvent<{ ctx: { response: { raw: Response } } }>).detail.ctx
    .response.raw;
  if (ok && !redirected) return;
  event.preventDefault();
  if (status >= 500) reportFailure();
  // The page says why, such as a sign-in or an import that was discarded.
  else location.reload();
});
document.addEventListener('htmx:error', reportFailure);
document.addEventListener('htmx:after:swap', restoreBoxes);
