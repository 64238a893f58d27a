import { expect, test } from 'vitest';
import { plainHtml, plainText, withOwnDirections } from '../../src/lib/html.ts';

test('plainHtml shows Markdown and markup of a text as text', () => {
  expect(plainHtml('*Chess* & go')).toBe('<p>*Chess* &amp; go</p>');
  expect(plainHtml('<b onclick="x()">&lt;</b>')).toBe('<p>&lt;b onclick="x()"&gt;&amp;lt;&lt;/b&gt;</p>');
  expect(plainHtml(' \n\t')).toBe('');
});

test.each([
  [
    '<p>a</p>\n<pre><code>&lt;p></code></pre><p>b</p>',
    '<p dir="auto">a</p>\n<pre><code>&lt;p></code></pre><p dir="auto">b</p>',
  ],
  [
    '<ol start="2"><li><p>a</p><ul><li>b</li></ul></li></ol><p>c</p>',
    '<ol dir="auto" start="2"><li><p>a</p><ul><li>b</li></ul></li></ol><p dir="auto">c</p>',
  ],
  ['', ''],
])('withOwnDirections sets the direction of the outermost blocks: %s', (html, expected) => {
  expect(withOwnDirections(html)).toBe(expected);
});

test.each([
  ['<p>We <strong>play</strong>\n<a href="https://a.example" rel="nofollow">go</a>.</p>', 'We play go.'],
  ['<p>one</p><ul>\n<li>two</li><li>three<br>four</li></ul><h3>five</h3>', 'one two three four five'],
  ['<p>a &#x26; b &#38;amp; c &lt;b> &quot;d&quot; &unknown;</p>', 'a & b &amp; c <b> "d" &unknown;'],
  ['', ''],
])('plainText keeps the words of %s', (html, text) => {
  expect(plainText(html, 200)).toBe(text);
});

test.each([
  ['one two, three', 13, 'one two…'],
  ['one two', 7, 'one two'],
  ['a'.repeat(20), 10, `${'a'.repeat(9)}…`],
  ['😀'.repeat(20), 10, `${'😀'.repeat(4)}…`],
])('plainText cuts a long text between words: %s', (text, limit, expected) => {
  expect(plainText(`<p>${text}</p>`, limit)).toBe(expected);
});
