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
