import { tryStorage } from './browser-storage.ts';
import { clearMessage, createClose, showMessage } from './message.ts';

/* Undoes the changes of this tab, the last one first: sends the forms of their toasts, also when these are gone. */

type Change = [what: string, action: string, fields: [name: string, value: string][]];

/** How long a toast stays, in ms. */
const SHOWN = 10_000;

const texts: DOMStringMap = document.querySelector<HTMLElement>('#keys')?.dataset ?? {};
const key = `undo-${texts.user}`;
const readChanges = () => JSON.parse(tryStorage((storage) => storage.getItem(key)) ?? '[]') as Change[];
const storeChanges = (changes: Change[]) => tryStorage((storage) => storage.setItem(key, JSON.stringify(changes)));
let hiding = 0;

/** Stores the form of a new toast, and hides the toast later. */
function remember(): void {
  const toast = document.querySelector<HTMLElement>('.toast:not([data-known])');
  if (!toast) return;
  toast.dataset.known = '';
  if (!toast.querySelector('.close')) toast.append(createClose());
  const form = toast.querySelector('form');
  const change = form && [form.dataset.undo, form.action, [...new FormData(form)]];
  // Earlier changes are not the last ones after one that only its toast undoes.
  if (form) storeChanges(form.dataset.undo === undefined ? [] : [...readChanges(), change as Change]);
  clearTimeout(hiding);
  hiding = window.setTimeout(() => toast.isConnected && !toast.matches(':focus-within') && clearMessage(), SHOWN);
}

function say(text = '', what = ''): void {
  const words = text.replace('{what}', () => what);
  showMessage(words, undefined, 'toast');
  remember();
}

export async function undo(): Promise<void> {
  const changes = readChanges();
  const change = changes.pop();
  if (!change) say(texts.nothing);
  if (!change) return;
  storeChanges(changes);
  const [what, action, fields] = change;
  const request = { method: 'POST', body: new URLSearchParams(fields) };
  const response = await fetch(action, request).catch(() => null);
  const url = new URL(response?.url ?? location.href);
  if (response?.ok && url.searchParams.has('done')) {
    if (url.pathname === location.pathname) location.assign(url);
    document.dispatchEvent(new Event('board:undone'));
    say(texts.undone, what);
  } else {
    const isRefused = [404, 409, 422].includes(response?.status ?? 0);
    if (!isRefused) storeChanges([...changes, change]);
    showMessage((isRefused ? texts.conflict : texts.failed) ?? '');
  }
}

document.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement) || event.target.dataset.undo === undefined) return;
  event.preventDefault();
  void undo();
});
document.addEventListener('htmx:after:swap', remember);
remember();
