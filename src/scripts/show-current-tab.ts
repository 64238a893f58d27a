// Scrolls the current tab of a row that is wider than the window into view.
for (const link of document.querySelectorAll<HTMLElement>('.tabs [aria-current]')) {
  const row = link.closest('.tabs');
  if (row) row.scrollLeft += link.getBoundingClientRect().left - row.getBoundingClientRect().left - row.clientWidth / 3;
}

export {};
