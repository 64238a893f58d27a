import { expect, test } from 'vitest';
import { plainHtml } from '../src/html.ts';

test('A text becomes one paragraph that shows it as it stands', () => {
  expect(plainHtml('*Chess* & go')).toBe('<p>*Chess* &amp; go</p>');
});

test('Markup in a text is shown, not obeyed', () => {
  expect(plainHtml('<b onclick="x()">&lt;</b>')).toBe('<p>&lt;b onclick="x()"&gt;&amp;lt;&lt;/b&gt;</p>');
});

test('A blank text is no paragraph', () => {
  expect(plainHtml('')).toBe('');
  expect(plainHtml(' \n\t')).toBe('');
});
