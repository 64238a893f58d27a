/* The search of the home page shows the first results while the user types. Submitting the form opens the list. */
import htmx from 'htmx.org';
import { announce, clearMessage, messageTexts, showMessage } from './message.ts';

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

htmx.on('htmx:config:request', (event) => {
  if (field?.value.trim() !== '') return;
  event.preventDefault();
  showResults();
});
htmx.on('htmx:before:request', () => results?.setAttribute('aria-busy', 'true'));
htmx.on('htmx:after:swap', showResults);

htmx.on('htmx:after:request', (event) => {
  const { response, text = '' } = event.detail.ctx;
  if (response?.status === 200 && /^\s*<h3 class="club-result"/.test(text)) return;
  event.preventDefault();
  showFailure();
});
htmx.on('htmx:error', showFailure);

// The arrow keys move the focus between the field and the results; the Escape key returns it to the field.
field?.closest('search')?.addEventListener('keydown', (event) => {
  const stops: HTMLElement[] = [field, ...(results?.querySelectorAll('a') ?? [])];
  const place = stops.findIndex((stop) => stop === document.activeElement);
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Escape: -place };
  const target = stops[place + (steps[event.key] ?? 0)];
  if (place < 0 || !target || target === stops[place] || results?.hidden || event.isComposing) return;
  event.preventDefault();
  target.focus();
});

// Restores the text after going back, and searches for text typed while this script loaded.
field?.addEventListener('input', () => history.replaceState({ text: field.value }, ''));
setTimeout(() => {
  if (!field) return;
  const { text = '' } = (history.state ?? {}) as { text?: string };
  field.value ||= text;
  if (field.value !== '') field.dispatchEvent(new Event('input', { bubbles: true }));
});
