import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { pagePolicy } from '../../src/http/security-headers.ts';

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const scriptsOf = (html: string) =>
  /script-src 'self' ?([^;]*)/
    .exec(pagePolicy(html))?.[1]
    ?.split(' ')
    .filter((hash) => hash !== '');

test('The policy of a built page names each script that stands in it, once', () => {
  const html = '<p>a</p><script>one()</script><script type="module" data-x>two()</script><script>one()</script>';
  expect(scriptsOf(html)).toEqual([hashOf('one()'), hashOf('two()')]);
});

test.each([
  '<a title="what a <script> tag is">b</a><script>one()</script>',
  "<meta content='<script>evil()</script>'><script>one()</script>",
  '<!-- <script>evil()</script> --><script>one()</script>',
  '<script src="/a.js"></script><script>one()</script>',
])('and nothing that only looks like one: %s', (html) => {
  expect(scriptsOf(html)).toEqual([hashOf('one()')]);
});
