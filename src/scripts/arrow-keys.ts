/** Elements that handle the arrow keys. */
const WIDGETS = `input, select, textarea, video, audio, iframe, [contenteditable],
  [role=listbox], [role=option], [role=combobox], [role=slider], [role=tab], [role=menuitem], [role=textbox]`;

/** Whether the focused element handles the left and right arrow keys, or they scroll the page. */
export function usesArrowKeys(target: EventTarget | null): boolean {
  // When zoomed in, the page scrolls.
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
