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
  ['\0\0\0\x20ftypmp42', null],
  ['%PDF-1.7', 'PDF'],
  ['<svg>', 'SVG'],
  ['\xef\xbb\xbf <?xml version="1.0"?><!DOCTYPE svg PUBLIC "x"><!-- > --><svg ', 'SVG'],
  ['<!doctype HTML><svg>', 'HTML'],
  ['<p>', 'text'],
  ['name;logo\r\n', 'text'],
  ['a\0b', null],
])('recognises %j as %s', (text, kind) => {
  expect(kindOf(text)).toBe(kind);
});

test('recognises a text that is cut off inside a character', () => {
  expect(findKind(Buffer.from(`a${'é'.repeat(5000)}`))).toBe('text');
});
