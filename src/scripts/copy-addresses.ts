import { showMessage } from './message.ts';

/* The link to the page with the addresses of clubs copies them instead. If that fails, the page opens. */

document.addEventListener('click', (event) => {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-copy-addresses]') : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  copy(link).catch(() => location.assign(link.href));
});

async function copy({ href }: HTMLAnchorElement): Promise<void> {
  const response = await fetch(href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const field = page.querySelector<HTMLTextAreaElement>('#addresses');
  if (!field) throw new Error('The response has no addresses.');
  await navigator.clipboard.writeText(field.value);
  showMessage(page.querySelector<HTMLElement>('#addresses-count')?.dataset.copied ?? '', undefined, 'toast');
}
