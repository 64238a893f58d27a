/* Hides clicks with a modifier key from htmx, which would prevent the browser from opening a new tab. */

document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element && event.target.closest('a[href][hx-get]');
    if (link && (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)) event.stopImmediatePropagation();
  },
  { capture: true },
);
