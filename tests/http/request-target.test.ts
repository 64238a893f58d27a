import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTargetParser } from '../../src/http/request-target.ts';
import { inFull } from '../support/scope.ts';

const parserFor = (siteUrl: string) =>
  createTargetParser({ siteUrl, keyOf: () => null, toRenderedUrl: (url) => (url === '/missing' ? null : url) });
const parse = parserFor('https://clubs.example.org');
/** The path and the parameters of a target. */
const read = (target: string) => {
  const found = parse(target);
  if (!found) return null;
  const { search } = new URL(found.url, 'http://localhost');
  return { path: found.path, params: Object.fromEntries(new URLSearchParams(search)) };
};

describe('A request target', () => {
  test.each<[target: string, path: string, params: Record<string, string>]>([
    ['/', '/', {}],
    ['/club/?name=a&page=2', '/club/', { name: 'a', page: '2' }],
    ['/%63lub/1', '/club/1', {}],
    ['/%C3%A9t%C3%A9', '/été', {}],
    ['/a"<>^`{|}', '/a"<>^`{|}', {}],
    ['/club/?a=1?b=2', '/club/', { a: '1?b=2' }],
    ['/club/??a=1', '/club/', { '?a': '1' }],
    ['/club/?name=%23&a=%zz&%00=%E9', '/club/', { name: '#', a: '%zz', '\0': '\ufffd' }],
    ['/club/?name=%2Fa/../b', '/club/', { name: '/a/../b' }],
    ['/.well-known/x', '/.well-known/x', {}],
  ])('%s is parsed', (target, path, params) => {
    expect(read(target)).toEqual({ path, params });
  });

  test.each([
    ['without a slash in front', ['', '*', 'club/', '?name=a', '#', 'clubs.example.org:80']],
    ['with a raw #', ['/club/#', '/club/#?name=judo', '/club/?name=chess#1', '/#']],
    [
      'with characters that no address has',
      ['/a b', '/a\tb', '/a\nb', '/a\0', '/club/?a\0', '/\x7f', '/é', '/\xe9?a', '/club/?\u0100'],
    ],
    ['with unescaped bytes', ['/club/?name=\xc3\xa9', '/club/?a=\xe9']],
    ['with a broken escape in its path', ['/%', '/%zz', '/%E0%A4%A', '/%E9', '/club/%C3/']],
    ['with an encoded NUL', ['/%00', '/club/1%00/']],
    ['with an encoded slash', ['/club%2F1', '/club/1%2f', '/..%2f..%2fpackage.json', '/%2F']],
    ['with a backslash', ['/club\\1', '/\\club/', '/club%5C1', '/club/..%5c']],
    ['that is encoded twice', ['/club/%2531/', '/club%252F1', '/%25']],
    [
      'with dot segments',
      ['/club/../club/', '/./club/', '/club/..', '/.', '/%2e%2e/club/', '/club/.%2E/', '/club/%2e'],
    ],
    ['for which nothing can be rendered', ['/missing']],
    ['with empty segments', ['//club/', '/club//', '//', '/club//1', '//evil.example/club/']],
  ])('%s is invalid', (_, targets) => {
    for (const target of targets) expect(read(target), target).toBeNull();
  });

  test('of this site is its path', () => {
    expect(read('https://clubs.example.org/club/?a=b')).toEqual({ path: '/club/', params: { a: 'b' } });
    expect(parserFor('http://localhost:4321')('http://localhost:4321/club/')?.path).toBe('/club/');
  });

  test.each([
    'http://evil.example/club/',
    'http://clubs.example.org:8080/club/',
    'http://a@clubs.example.org/club/',
    'http://clubs.example.org@evil.example/club/',
    'http://clubs.example.org\\@evil.example/',
    'http:///club/',
    'ftp://clubs.example.org/club/',
    'https://clubs.example.org//club/',
  ])('of another host is invalid: %s', (target) => {
    expect(read(target)).toBeNull();
  });

  test('has a canonical URL that every parser reads alike', () => {
    const part = fc.constantFrom(
      ...Array.from('/?#%&=;:@.\\+ab1é"\'<|^`{}~!$()*,[]'),
      '%2F',
      '%2e',
      '%25',
      '%00',
      '%C3%A9',
      '%zz',
      '//',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const target = parse(`/${parts.join('')}`);
        if (!target) return;
        const url = new URL(`http://clubs.example.org${target.url}`);
        expect(url.pathname + url.search).toBe(target.url);
        expect(decodeURIComponent(url.pathname)).toBe(target.path);
        expect(parse(target.url)).toEqual(target);
      }),
      { numRuns: inFull(500, 5000) },
    );
  });
});
