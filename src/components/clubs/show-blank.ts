export const showBlank = (text: string): string =>
  text
    .replace(/\r\n?|\n/g, '↵\n')
    .replaceAll('\t', '→')
    .replace(/[^\S\n]/g, '·');
