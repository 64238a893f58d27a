/* Submits a form with `data-submits` when the user chooses another option. */

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement) target.closest<HTMLFormElement>('form[data-submits]')?.requestSubmit();
});
