/* `Ctrl K` or `⌘K` opens a dialog with the links of the board and the clubs that match a text. */

const dialog = document.querySelector<HTMLDialogElement>('#go-to');
const field = dialog?.querySelector('input');
const list = dialog?.querySelector('ul');
/** The last search, whose response counts. */
let latest = '';

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-go-to]')) {
  button.hidden = false;
  if (isApple) for (const key of button.querySelectorAll('kbd')) key.textContent = '⌘K';
  button.addEventListener('click', open);
}

document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  open();
});

function open(): void {
  if (!dialog || !field || dialog.open) return;
  field.value = '';
  dialog.showModal();
  void show();
}

field?.addEventListener('input', () => void show());

dialog?.addEventListener('keydown', (event) => {
  const links = Array.from(list?.querySelectorAll('a') ?? []);
  const place = links.findIndex((link) => link === document.activeElement);
  const next = { ArrowDown: place + 1, ArrowUp: place - 1 }[event.key];
  if (next !== undefined) (next < 0 ? field : links[Math.min(next, links.length - 1)])?.focus();
  else if (event.key === 'Enter' && event.target === field) links[0]?.click();
  else return;
  event.preventDefault();
});

dialog?.addEventListener('click', ({ target }) => {
  if (target === dialog) dialog.close();
});

/** Shows the links of the page whose text has all words, then the clubs. */
async function show(): Promise<void> {
  const text = field?.value.trim() ?? '';
  latest = text;
  const words = text.toLocaleLowerCase().split(/\s+/);
  const actions = Array.from(document.querySelectorAll<HTMLAnchorElement>('.board-bar > nav a, main .tools a'))
    .map(({ href, innerText, textContent }) => ({ href, text: (innerText || textContent).trim() }))
    .filter(({ text: label }) => words.every((word) => label.toLocaleLowerCase().includes(word)));
  render(actions, text !== '');
  if (text === '') return;
  const clubs = await findClubs(text);
  if (latest === text) render([...actions, ...clubs], false);
}

async function findClubs(text: string): Promise<{ href: string; text: string }[]> {
  const { clubs = '', club = '' } = dialog?.dataset ?? {};
  const query = new URLSearchParams({ search: text, page_size: '8' });
  const response = await fetch(`${clubs}?${query.toString()}`).catch(() => null);
  if (!response?.ok) return [];
  const { results } = (await response.json()) as { results: { id: number; name: string }[] };
  return results.map(({ id, name }) => ({ href: club.replace('/0/', `/${id}/`), text: name }));
}

function render(entries: readonly { href: string; text: string }[], isLoading: boolean): void {
  list?.replaceChildren(
    ...entries.map(({ href, text }) => {
      const item = document.createElement('li');
      item.append(Object.assign(document.createElement('a'), { href, textContent: text }));
      return item;
    }),
  );
  const none = dialog?.querySelector('p');
  if (none) none.hidden = isLoading || entries.length > 0;
}
