/* Removes the error message of a field once its value is changed and valid for the browser. */
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof Element) || !('validity' in target) || !(target.validity as ValidityState).valid) return;
  for (const field of [target, target.closest('fieldset')]) if (field) removeError(field);
});

function removeError(field: Element): void {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  const errors = ids.map((id) => document.getElementById(id)).filter((element) => element?.matches('.error'));
  if (errors.length === 0) return;
  for (const error of errors) error?.remove();
  field.removeAttribute('aria-invalid');
  const remaining = ids.filter((id) => document.getElementById(id) !== null);
  if (remaining.length > 0) field.setAttribute('aria-describedby', remaining.join(' '));
  else field.removeAttribute('aria-describedby');
}

export {};
