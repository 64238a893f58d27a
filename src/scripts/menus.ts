/* Menus, and the sheet of filters: they close on Escape, and when the focus or a click is outside of them. */

const MENU = 'details[open]:is(.site-row *, .sheet, .menu)';

document.addEventListener('keydown', ({ key, target }) => {
  const menu = key === 'Escape' && target instanceof Element ? target.closest<HTMLDetailsElement>(MENU) : null;
  if (!menu) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
});

for (const type of ['pointerdown', 'focusin'])
  document.addEventListener(type, ({ target }) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(MENU))
      if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });

export {};
