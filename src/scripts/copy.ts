import { showMessage } from './message.ts';

/*
 * Buttons that print the page, and those that copy a text or that of their field or, with `data-shares`, offer it to the
 * apps of the device.
 */

document.querySelector('[data-print]')?.addEventListener('click', () => window.print());

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  const canShare = button.dataset.shares !== undefined && 'share' in navigator;
  // Only pages with https have either.
  button.hidden = !canShare && !('clipboard' in navigator);
  button.addEventListener('click', () => {
    const { copied = '', failed = '' } = button.dataset;
    const field = button.closest('.copy-field')?.querySelector('textarea');
    const text = field?.value ?? button.dataset.copy ?? '';
    // A user who closes the dialog for sharing needs no message.
    if (canShare) navigator.share({ title: document.title, url: text }).catch(() => {});
    else
      navigator.clipboard.writeText(text).then(
        () => showMessage(copied, undefined, 'toast'),
        () => (field ? field.select() : showMessage(failed)),
      );
  });
}
