const asksElsewhere = ({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent) => altKey || ctrlKey || metaKey || shiftKey;

/** Hides clicks with a modifier key from htmx, which would prevent the browser from opening a new tab. */
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
