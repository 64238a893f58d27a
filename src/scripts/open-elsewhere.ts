const asksElsewhere = ({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent) => altKey || ctrlKey || metaKey || shiftKey;

/**
 * Leaves a click with a modifier key to the browser, which opens the link in another tab or window, or saves it: htmx
 * takes such a click from it, and does nothing with it.
 */
export function openElsewhere(): void {
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element && event.target.closest('a[href][hx-get]');
      if (link && asksElsewhere(event)) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
