/** Signs for white space of which nothing would be seen: of a stretch that has nothing else. */
export const showBlank = (text: string): string =>
  text
    .replace(/\r\n?|\n/g, '↵\n')
    .replaceAll('\t', '→')
    .replace(/[^\S\n]/g, '·');
