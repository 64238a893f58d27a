/** Makes code blocks and tables that scroll sideways focusable, so that the keyboard can scroll them in every browser. */
export function makeScrollingBlocksReachable(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const isScrolling = target.scrollWidth > target.clientWidth;
      // Tables keep their role.
      const label: Record<string, string> =
        target.localName === 'table' ? {} : { role: 'group', 'aria-label': document.body.dataset.code ?? '' };
      for (const [name, value] of Object.entries({ tabindex: '0', ...label }))
        if (isScrolling) target.setAttribute(name, value);
        else target.removeAttribute(name);
    }
  });
  const observe = () => document.querySelectorAll('pre, .prose table').forEach((block) => observer.observe(block));
  observe();
  document.addEventListener('htmx:after:swap', observe);
}
