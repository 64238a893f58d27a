import { tryStorage } from './browser-storage.ts';

/** Roles of widgets that have a use of their own for the arrow keys. */
const WIDGET_ROLES = [
  ...['application', 'combobox', 'grid', 'listbox', 'menu', 'menubar', 'radiogroup', 'scrollbar', 'searchbox'],
  ...['separator', 'slider', 'spinbutton', 'tablist', 'textbox', 'toolbar', 'tree', 'treegrid'],
];
const WIDGETS = [
  ...['input', 'select', 'textarea', 'video', 'audio', 'iframe', 'object', 'embed'],
  ...WIDGET_ROLES.map((role) => `[role~='${role}']`),
].join();

/** Whether the arrow keys left and right are of use to what has the focus, which writes, chooses, plays or scrolls, or to the page. */
export function usesArrowKeys(target: EventTarget | null): boolean {
  // Enlarged by two fingers, the page is moved about by the keys.
  if (visualViewport && visualViewport.scale > 1) return true;
  const { scrollingElement: page } = document;
  if (page && page.scrollWidth > page.clientWidth) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest(WIDGETS)) return true;
  for (let element: Element | null = target; element && element !== document.body; element = element.parentElement)
    if (scrollsSideways(element)) return true;
  return false;
}

const scrollsSideways = (element: Element) =>
  element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX);

const KEPT = 'arrow-keys';

/** Whether the arrow keys turn pages; somebody may have switched them off. */
export const areArrowKeysOn = (): boolean => tryStorage((storage) => storage.getItem(KEPT), 'site') !== 'off';

/** Lets a button switch the arrow keys off and on, which the browser remembers. */
export function offerSwitch(button: HTMLButtonElement | null): void {
  if (!button) return;
  const hint = button.closest('p');
  const show = (isOn: boolean) => {
    button.textContent = (isOn ? button.dataset.off : button.dataset.on) ?? '';
    hint?.querySelector('[data-keys]')?.toggleAttribute('hidden', !isOn);
    hint?.querySelector('[data-no-keys]')?.toggleAttribute('hidden', isOn);
  };
  let isOn = areArrowKeysOn();
  button.addEventListener('click', () => {
    isOn = !isOn;
    tryStorage((storage) => {
      if (isOn) storage.removeItem(KEPT);
      else storage.setItem(KEPT, 'off');
    }, 'site');
    show(isOn);
  });
  show(isOn);
}
