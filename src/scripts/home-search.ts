/* The search of the home page shows the first results while someone types; sending the form leads to the list. */
import htmx from 'htmx.org';
import { announce } from './message.ts';

htmx.config.history = false;
htmx.config.defaultSettleDelay = 0;

const field = document.querySelector<HTMLInputElement>('#home-search');
const results = document.querySelector<HTMLElement>('#home-results');

function showResults(): void {
  if (!field || !results) return;
  results.hidden = field.value.trim() === '';
  announce(results.hidden ? '' : (results.querySelector('h3')?.dataset.announcement ?? ''));
}

document.addEventListener('htmx:config:request', (event) => {
  if (field?.value.trim() !== '') return;
  event.preventDefault();
  showResults();
});
document.addEventListener('htmx:after:swap', showResults);
