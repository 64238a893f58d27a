/*
 * The peer: the same list and search as a good developer writes them by hand with Fastify, postgres.js, eta and
 * markdown-it: prepared statements, ten connections, compiled templates, a JSON schema, page and count queried at once
 * with count(*) and LIMIT/OFFSET, on the same tables and indexes.
 *
 * It does less than the site: no sanitising of Markdown, no entity tags, security headers or form errors, no cache, and
 * an empty page instead of 404.
 */
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import MarkdownIt from 'markdown-it';
import postgres from 'postgres';
import { searchPattern } from '../../src/clubs/record/fold.ts';
import { renderFragment, renderPage, type ListData } from './peer-pages.ts';

interface ListQuery {
  name?: string;
  club_status?: string;
  page?: number;
  page_size?: number;
}

interface SearchQuery {
  search?: string;
  is_active?: boolean;
  page?: number;
  page_size?: number;
}

interface Club {
  id: number;
  name: string;
  logo: string | null;
  isActive: boolean;
  shortDescription: string;
}

const API = '/api/club/search';
const sql = postgres(process.env.DATABASE_URL ?? '', { max: 10, transform: postgres.camel, onnotice: () => {} });
const markdown = new MarkdownIt();
const app = fastify();

const where = (name: string, isActive: boolean | null) => sql`
  from club where true
  ${isActive === null ? sql`` : sql`and is_active = ${isActive}`}
  ${name === '' ? sql`` : sql`and name_folded like ${searchPattern(name)}`}`;

const countClubs = async (name: string, isActive: boolean | null): Promise<number> =>
  (await sql<[{ count: number }]>`select count(*)::int as count ${where(name, isActive)}`)[0].count;

/** The first two and last two pages, and three on each side of the current one. */
function pageRange(page: number, pageCount: number): (number | null)[] {
  const shown = new Set([1, 2, pageCount - 1, pageCount]);
  for (let number = page - 3; number <= page + 3; number += 1) shown.add(number);
  const numbers = [...shown].filter((number) => number >= 1 && number <= pageCount).sort((a, b) => a - b);
  return numbers.flatMap((number, index) =>
    (numbers[index - 1] ?? number - 1) < number - 1 ? [null, number] : [number],
  );
}

const positive = { type: 'integer', minimum: 1 } as const;
const listSchema = {
  querystring: {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 255 },
      club_status: { type: 'string', enum: ['true', 'false', ''] },
      page: positive,
      page_size: { ...positive, maximum: 100 },
    },
  },
};

app.get<{ Querystring: ListQuery }>('/club/', { schema: listSchema }, async (request, reply) => {
  const { name = '', club_status: status = 'true', page = 1, page_size: size = 20 } = request.query;
  const isActive = status === '' ? null : status === 'true';
  const [clubs, count] = await Promise.all([
    sql<Club[]>`
      select id, name, logo, is_active, short_description ${where(name, isActive)}
      order by name, id limit ${size} offset ${(page - 1) * size}`,
    countClubs(name, isActive),
  ]);
  const pageCount = Math.max(1, Math.ceil(count / size));
  const kept = new URLSearchParams({ ...(name && { name }), club_status: status, page_size: String(size) }).toString();
  const data: ListData = {
    name,
    count,
    page,
    pageCount,
    range: pageRange(page, pageCount),
    clubs: clubs.map((club) => ({ ...club, html: markdown.render(club.shortDescription) })),
    href: (number) => `/club/?${kept}&page=${number}`,
  };
  reply.type('text/html; charset=utf-8').header('Vary', 'HX-Request');
  return request.headers['hx-request'] === undefined ? renderPage(data) : renderFragment(data);
});

const address = { type: ['string', 'null'] };
const searchSchema = {
  querystring: {
    type: 'object',
    properties: {
      search: { type: 'string', maxLength: 255 },
      is_active: { type: 'boolean' },
      page: positive,
      page_size: { ...positive, maximum: 200 },
    },
  },
  response: {
    200: {
      type: 'object',
      properties: {
        count: { type: 'integer' },
        next: address,
        previous: address,
        results: {
          type: 'array',
          items: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
        },
      },
    },
  },
};

app.get<{ Querystring: SearchQuery }>(API, { schema: searchSchema }, async (request) => {
  const { search = '', is_active: isActive = null, page = 1, page_size: size = 50 } = request.query;
  const [results, count] = await Promise.all([
    sql<{ id: number; name: string }[]>`
      select id, name ${where(search, isActive)} order by name, id limit ${size} offset ${(page - 1) * size}`,
    countClubs(search, isActive),
  ]);
  const href = (number: number) => {
    const query = new URLSearchParams({ search, page: String(number), page_size: String(size) });
    if (isActive !== null) query.set('is_active', String(isActive));
    return `https://clubs.example.org${API}?${query.toString()}`;
  };
  return {
    count,
    next: page * size < count ? href(page + 1) : null,
    previous: page > 1 ? href(page - 1) : null,
    results,
  };
});

process.once('disconnect', () => process.exit());
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.((app.server.address() as AddressInfo).port);
