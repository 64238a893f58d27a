/**
 * Makes code blocks and tables that scroll sideways focusable, so that the keyboard can scroll them in every browser.
 */
export function makeScrollingBlocksReachable(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const attributes = { tabindex: '0', role: 'group', 'aria-label': document.body.dataset.code ?? '' };
      // A table is named by what it is.
      const names =
        target.localName === 'table'
          ? (['tabindex'] as const)
          : (Object.keys(attributes) as (keyof typeof attributes)[]);
      for (const name of names)
        if (target.scrollWidth > target.clientWidth) target.setAttribute(name, attributes[name]);
        else target.removeAttribute(name);
    }
  });
  const observe = () => document.querySelectorAll('pre, .prose table').forEach((block) => observer.observe(block));
  observe();
  document.addEventListener('htmx:after:swap', observe);
}
