/* Shows the parts of `[data-tabs]` one at a time, as tabs with their headings. Without scripts, all are visible. */

function toTabs(root: HTMLElement): void {
  const parts = [...root.querySelectorAll<HTMLElement>(':scope > section')].map((panel) => {
    const heading = panel.querySelector('h3');
    const tab = document.createElement('button');
    Object.assign(tab, { type: 'button', role: 'tab', id: `${panel.id}-tab`, lang: heading?.lang });
    tab.textContent = heading?.textContent ?? '';
    tab.setAttribute('aria-controls', panel.id);
    heading?.remove();
    panel.role = 'tabpanel';
    panel.setAttribute('aria-labelledby', tab.id);
    return { tab, panel };
  });
  const open = (index: number) => {
    for (const [at, { tab, panel }] of parts.entries()) {
      tab.ariaSelected = String(at === index);
      tab.tabIndex = at === index ? 0 : -1;
      panel.hidden = at !== index;
    }
    // The preview is in the language of the tab.
    const { panel } = parts[index] ?? {};
    const preview = document.querySelector(`.preview[hx-post]:not([hx-post='${panel?.dataset.preview}'])`);
    preview?.setAttribute('hx-post', panel?.dataset.preview ?? '');
    if (preview) root.dispatchEvent(new Event('input', { bubbles: true }));
  };
  for (const [index, { tab }] of parts.entries()) {
    tab.addEventListener('click', () => open(index));
    tab.addEventListener('focus', () => open(index));
    tab.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step) parts.at((index + step) % parts.length)?.tab.focus();
    });
  }
  const list = document.createElement('div');
  Object.assign(list, { className: 'tabs', role: 'tablist', ariaLabel: root.dataset.tabs });
  list.append(...parts.map(({ tab }) => tab));
  root.prepend(list);
  // First a part with an error, then a language with texts, then that of the page.
  const ranks = parts.map(({ tab, panel }) => {
    const fields = root.closest('form')?.querySelectorAll<HTMLInputElement>(`.text-field[lang='${tab.lang}']`) ?? [];
    const hasText = Array.from(fields).some(({ value }) => value !== '');
    const isOwn = tab.lang === document.documentElement.lang;
    return (panel.querySelector('[aria-invalid]') ? 4 : 0) + (hasText ? 2 : 0) + (isOwn ? 1 : 0);
  });
  open(ranks.indexOf(Math.max(...ranks)));
}

/** Also in forms that htmx replaces. */
export function showTabs(): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-tabs]:not(:has([role=tablist]))')) toTabs(root);
}

// A link to a field, such as that of an error, opens its tab.
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
  const panel = link && document.querySelector(link.hash)?.closest('[role=tabpanel][hidden]');
  if (panel) document.getElementById(`${panel.id}-tab`)?.click();
});
