import { showMessage } from './message.ts';

/* Buttons that print the page, and those that copy a text or, with `data-shares`, offer it to the apps of the device. */

document.querySelector('[data-print]')?.addEventListener('click', () => window.print());

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  const canShare = button.dataset.shares !== undefined && 'share' in navigator;
  // Only pages with https have either.
  button.hidden = !canShare && !('clipboard' in navigator);
  button.addEventListener('click', () => {
    const { copy = '', copied = '', failed = '' } = button.dataset;
    // Closing the choice of apps is no failure.
    if (canShare) navigator.share({ title: document.title, url: copy }).catch(() => {});
    else
      navigator.clipboard.writeText(copy).then(
        () => showMessage(copied, undefined, 'toast'),
        () => showMessage(failed),
      );
  });
}
