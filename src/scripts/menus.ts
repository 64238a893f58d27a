/* Menus: `details.menu` closes on Escape, and when the focus or a click is outside of it. */

const openMenus = () => Array.from(document.querySelectorAll<HTMLDetailsElement>('details.menu[open]'));

document.addEventListener('keydown', ({ key, target }) => {
  if (key !== 'Escape' || !(target instanceof Element)) return;
  const menu = target.closest<HTMLDetailsElement>('details.menu[open]');
  if (!menu) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
});

for (const type of ['pointerdown', 'focusin'])
  document.addEventListener(type, ({ target }) => {
    for (const menu of openMenus()) if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });

export {};
