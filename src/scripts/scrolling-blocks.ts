/**
 * Blocks of code and tables that are wider than their place scroll sideways, a preview that is longer than the window down. Not every browser lets the keyboard reach what
 * scrolls; here all of them do, while there is something to scroll.
 */
export function makeScrollingBlocksReachable(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target instanceof HTMLElement) setReachable(target, isCut(target));
    }
  });
  const observe = () =>
    document.querySelectorAll('pre, .prose table, .preview').forEach((block) => observer.observe(block));
  observe();
  document.addEventListener('htmx:after:swap', observe);
}

const isPreview = ({ localName }: HTMLElement) => localName === 'section';

const isCut = (block: HTMLElement) =>
  isPreview(block) ? block.scrollHeight > block.clientHeight : block.scrollWidth > block.clientWidth;

function setReachable(block: HTMLElement, isReachable: boolean): void {
  if (isReachable) {
    block.tabIndex = 0;
    // A table is named by what it is, and a preview by its heading.
    if (block.localName === 'table' || isPreview(block)) return;
    block.setAttribute('role', 'group');
    block.setAttribute('aria-label', document.body.dataset.code ?? '');
  } else {
    for (const name of ['tabindex', 'role', 'aria-label']) block.removeAttribute(name);
  }
}
