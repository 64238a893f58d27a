/* Buttons that copy a text, such as a link that is shown once, or that of their field. */

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  // Only pages with https have the clipboard.
  button.hidden = !('clipboard' in navigator);
  button.addEventListener('click', () => {
    const field = button.closest('.copy-field')?.querySelector('textarea');
    void navigator.clipboard.writeText(field?.value ?? button.dataset.copy ?? '').then(() => {
      button.textContent = button.dataset.copied ?? '';
    });
  });
}
