import { tryStorage } from './browser-storage.ts';

/** Elements that handle the arrow keys. */
const WIDGETS = `input, select, textarea, video, audio, iframe, [contenteditable],
  [role=listbox], [role=option], [role=combobox], [role=slider], [role=tab], [role=menuitem], [role=textbox]`;

/** Whether the focused element handles the left and right arrow keys, or they scroll the page. */
export function usesArrowKeys(target: EventTarget | null): boolean {
  // A page with pinch zoom scrolls.
  if (visualViewport && visualViewport.scale > 1) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest(WIDGETS)) return true;
  for (let element: Element | null = target; element; element = element.parentElement)
    if (scrollsSideways(element)) return true;
  return false;
}

const scrollsSideways = (element: Element) =>
  element.scrollWidth > element.clientWidth &&
  (element === document.scrollingElement || /auto|scroll/.test(getComputedStyle(element).overflowX));

const KEY = 'arrow-keys';

/** Whether the arrow keys turn pages; a visitor can switch them off. */
export const areArrowKeysOn = (): boolean => tryStorage((storage) => storage.getItem(KEY), 'site') !== 'off';

/** Activates a button that turns the arrow keys off and on. The browser stores the choice. */
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
      if (isOn) storage.removeItem(KEY);
      else storage.setItem(KEY, 'off');
    }, 'site');
    show(isOn);
  });
  show(isOn);
}
