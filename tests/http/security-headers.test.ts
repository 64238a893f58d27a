import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { filePolicy, pagePolicy } from '../../src/http/security-headers.ts';

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

test.each([
  ['image/svg+xml', '<svg><style>a{}</style><style type="text/css">b{}</style></svg>', ['a{}', 'b{}']],
  ['image/svg+xml', '<svg><style><![CDATA[a>b{}]]></style><style>a&gt;c{}\r\n</style></svg>', ['a>b{}', 'a>c{}\n']],
  ['image/svg+xml', '<svg><!-- <style>no{}</style> --><g aria-label="<style>no{}</style>"/></svg>', []],
  ['text/html; charset=utf-8', '<style>a &gt; b {}</style><p style="color: red">x', ['a &gt; b {}']],
  ['text/plain; charset=utf-8', '<style>a{}</style>', []],
])(
  'A file of %s that a browser shows has its style elements, and no style of an attribute: %s',
  (type, text, styles) => {
    const policy = filePolicy(type, Buffer.from(text));
    expect(/style-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []).toEqual(styles.map(hashOf));
    expect(policy).not.toContain('unsafe-');
    for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'self'", "object-src 'none'"])
      expect(policy.split('; ')).toContain(part);
  },
);
