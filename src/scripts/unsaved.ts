/* Asks before a form with `data-guarded` is left with changes; `data-unsaved` marks one that was refused or is sent. */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return Array.from(control.options).some(({ selected, defaultSelected }) => selected !== defaultSelected);
  const isBox = control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type);
  return isBox ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
}

const isControl = (element: Element): element is Control => element.matches('input, textarea, select');

export const hasChanges = (form: HTMLFormElement | null): boolean =>
  form !== null &&
  (form.dataset.unsaved !== undefined || Array.from(form.elements).some((one) => isControl(one) && isChanged(one)));

let isSent = false;
document.addEventListener('submit', ({ target, defaultPrevented }) => {
  isSent ||= !defaultPrevented && target instanceof HTMLFormElement && target.method === 'post';
});
window.addEventListener('pageshow', () => (isSent = false));
window.addEventListener('beforeunload', (event) => {
  const forms = document.querySelectorAll<HTMLFormElement>('form[data-guarded]');
  if (!isSent && Array.from(forms).some(hasChanges)) event.preventDefault();
});
