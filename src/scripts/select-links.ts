/* Selects a link to copy when its field gets the focus. */
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches('.link[readonly]')) target.select();
});

export {};
