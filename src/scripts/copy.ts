/* Buttons that copy a text, such as a link that is shown once. */

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  // Only pages with https have the clipboard.
  button.hidden = !('clipboard' in navigator);
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(button.dataset.copy ?? '').then(() => {
      button.textContent = button.dataset.copied ?? '';
    });
  });
}
