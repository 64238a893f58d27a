/* The search of the home page shows the first results while someone types; sending the form leads to the list. */
import htmx from 'htmx.org';
import { announce, clearMessage, messageTexts, showMessage } from './message.ts';

interface RequestContext {
  response?: { status: number };
  text?: string;
}

htmx.config.history = false;
htmx.config.defaultSettleDelay = 0;

const field = document.querySelector<HTMLInputElement>('#home-search');
const results = document.querySelector<HTMLElement>('#home-results');

function showResults(): void {
  if (!field || !results) return;
  clearMessage();
  results.removeAttribute('aria-busy');
  results.hidden = field.value.trim() === '';
  announce(results.hidden ? '' : (results.querySelector('h3')?.dataset.announcement ?? ''));
}

/** Hides results of an earlier text. */
function showFailure(): void {
  if (!results) return;
  results.removeAttribute('aria-busy');
  results.hidden = true;
  announce('');
  showMessage(messageTexts().failure ?? '');
}

document.addEventListener('htmx:config:request', (event) => {
  if (field?.value.trim() !== '') return;
  event.preventDefault();
  showResults();
});
document.addEventListener('htmx:before:request', () => results?.setAttribute('aria-busy', 'true'));
document.addEventListener('htmx:after:swap', showResults);

document.addEventListener('htmx:after:request', (event) => {
  const { response, text = '' } = (event as CustomEvent<{ ctx: RequestContext }>).detail.ctx;
  if (response?.status === 200 && /^\s*<h3 class="club-result"/.test(text)) return;
  event.preventDefault();
  showFailure();
});
document.addEventListener('htmx:error', showFailure);

// Browsers that load the page again on the way back forget the text, and this script misses text typed while it loads.
field?.addEventListener('input', () => history.replaceState({ text: field.value }, ''));
setTimeout(() => {
  if (!field) return;
  const { text = '' } = (history.state ?? {}) as { text?: string };
  field.value ||= text;
  if (field.value !== '') field.dispatchEvent(new Event('input', { bubbles: true }));
});
