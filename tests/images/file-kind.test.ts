import { expect, test } from 'vitest';
import { findKind } from '../../src/images/file-kind.ts';

const kindOf = (text: string) => findKind(Buffer.from(text, 'latin1'));

test.each([
  ['\x89PNG\r\n\x1a\n', 'PNG'],
  ['\x89PNG\n\x1a\n', null],
  ['\xff\xd8\xff', 'JPEG'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'WebP'],
  ['RIFF\0\0\0\0WAVEfmt ', null],
  ['GIF89a', 'GIF'],
  ['\0\0\0\x20ftypavif', 'AVIF'],
  ['\0\0\0\x20ftypheic', 'HEIC'],
  ['\0\0\0\x20ftypmp42', null],
  ['II*\0', 'TIFF'],
  ['BM1234\0\0\0\0', 'BMP'],
  ['%PDF-1.7', 'PDF'],
  ['<svg>', 'SVG'],
  ['<svg:svg xmlns:svg="x">', 'SVG'],
  ['\xef\xbb\xbf <?xml version="1.0"?><!DOCTYPE svg PUBLIC "x"><!-- > --><svg ', 'SVG'],
  ['<!doctype HTML><svg>', 'HTML'],
  ['<!-- a --><HTML lang="fr">', 'HTML'],
  ['<p>', 'text'],
  ['name;logo\r\n', 'text'],
  ['\xe9', null],
  ['a\0b', null],
])('What begins with %j is %s', (text, kind) => {
  expect(kindOf(text)).toBe(kind);
});

test('Any number of comments is read at once', () => {
  const start = performance.now();
  for (const comments of ['<!---->'.repeat(500), '<!--'.repeat(1000), ' '.repeat(4096), '<?>'.repeat(1000)])
    kindOf(comments);
  expect(performance.now() - start).toBeLessThan(1000);
});

test('A text is one though it is cut off inside of a sign', () => {
  expect(findKind(Buffer.from(`a${'é'.repeat(5000)}`))).toBe('text');
});
