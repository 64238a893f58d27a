/*
 * npm run docs
 *
 * Writes .env.example, and the tables of settings.md and api.md between `<!-- NAME -->` and `<!-- end -->`, from the code.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import type { ClubProfile } from '../src/clubs/list/api.ts';
import { CLUB_LIMITS } from '../src/clubs/record/field-rules.ts';
import {
  API_PAGE_SIZE,
  MAX_API_PAGE_SIZE,
  MAX_CATEGORIES,
  type ClubApiSearchSchema,
  type FactParameter,
} from '../src/clubs/search.ts';
import { SHARED_ROUTES } from '../src/routes.ts';
import { SETTINGS } from '../src/settings.ts';

/** The first setting of each group. */
const GROUPS: Record<string, string> = {
  SITE_URL: 'Server',
  DATABASE_URL: 'Database',
  CLUB_LIST_PAGE_SIZE: 'Content',
  OIDC_ISSUER: 'Sign-in',
  SMTP_URL: 'E-mail',
  PAGE_CACHE: 'Caching, limits and monitoring',
};

/** .env.example shows these values, for production, instead of the defaults. */
const EXAMPLES: Record<string, string> = { SITE_URL: 'https://clubs.example.org', CLUB_LIST_PAGE_SIZE: '24' };

type SharedRoutes = typeof SHARED_ROUTES;
type ApiRoute = {
  [Name in keyof SharedRoutes]: SharedRoutes[Name]['pattern'] extends `/api/${string}` ? Name : never;
}[keyof SharedRoutes];

const ENDPOINTS: Record<ApiRoute, string> = {
  searchClub: 'A page of the matching clubs, each with `id` and `name`',
  searchClubProfile: 'The same page, with all [fields](#fields) of each club',
  clubChanges: 'The [changes](#a-copy-that-stays-right) of all clubs since a position',
  fetchClub: 'One club, with all fields',
};

const PARAMETERS: Record<keyof typeof ClubApiSearchSchema.entries | FactParameter, string> = {
  search: `A part of the name, up to ${CLUB_LIMITS.name} characters. Case and accents do not matter`,
  is_active: '`true` or `false`',
  parent_id: 'The id of the parent',
  exclude_ids: 'The id of a club to leave out. Repeatable',
  about: 'Words that the name, other names, categories or texts of a club have, in any form or as synonyms',
  category: `A category, in any case. Repeatable, up to ${MAX_CATEGORIES} times: clubs with at least one of them match`,
  open: '`now`: clubs that students can join today',
  day: 'A weekday of meetings, `mon` to `sun`. Repeatable: clubs with at least one of them match',
  beginners: '`true`: clubs that welcome beginners',
  page: 'The number of the page, from 1 (default)',
  page_size: `Clubs on a page, from 1 to ${MAX_API_PAGE_SIZE} (default: ${API_PAGE_SIZE})`,
};

const API_FIELDS: Record<keyof ClubProfile, [type: string, meaning: string]> = {
  id: ['integer', 'The number in the address of the club'],
  name: ['string', 'The name, unique in the directory'],
  short_description: ['string', 'Markdown, may be empty'],
  is_active: ['boolean', '`false` for a club that is paused or closed'],
  logo: ['string or null', 'Absolute URL of the logo'],
  url: ['string', 'Absolute URL of the page of the club'],
};

const code = (text: string) => `\`${text}\``;
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
const header = (...titles: string[]) => `${row(...titles)}\n${row(...titles.map(() => '---'))}`;

const settings = () =>
  SETTINGS.map(({ name, unset, meaning }) => {
    const title = GROUPS[name];
    const start = title === undefined ? '' : `\n## ${title}\n\n${header('Setting', 'Default', 'Description')}\n`;
    const linked = meaning.replace(/docs\/([\w-]+\.md)/, '[$1]($1)');
    return start + row(code(name), unset === 'none' ? unset : code(unset), linked);
  });

const endpoints = () => [
  header('Endpoint', 'Response'),
  ...Object.entries(ENDPOINTS).map(([name, response]) => {
    const { pattern } = SHARED_ROUTES[name as ApiRoute];
    return row(code(`GET ${pattern.replace(/\[(\w+)\]/, '<$1>')}`), response);
  }),
];

const parameters = () => [
  header('Parameter', 'Value'),
  ...Object.entries(PARAMETERS).map(([name, value]) => row(code(name), value)),
];

const fields = () => [
  header('Field', 'Type', 'Description'),
  ...Object.entries(API_FIELDS).map(([name, texts]) => row(code(name), ...texts)),
];

const environmentFile = () =>
  [
    '# Settings. Copy this file to .env and uncomment the settings that you change.',
    '# Commented-out settings show their default. SITE_URL and CLUB_LIST_PAGE_SIZE show values for production.',
    ...SETTINGS.map(({ name, unset, meaning }) => {
      const value = EXAMPLES[name] ?? (unset === 'none' ? '' : unset);
      return `\n# ${meaning.replaceAll('`', '')}.\n#${name}=${value}`;
    }),
    '',
  ].join('\n');

/** Replaces the generated parts of a Markdown file. */
async function fill(file: string, parts: Record<string, () => string[]>): Promise<string> {
  const text = readFileSync(file, 'utf8').replace(
    /(?<=<!-- (?!end )(\w+) -->\n)[^]*?(?=<!-- end -->)/g,
    (whole, name: string) => (parts[name] ? `\n${parts[name]().join('\n')}\n\n` : whole),
  );
  return await format(text, { ...(await resolveConfig(file)), plugins: [], filepath: file });
}

/** The generated files with their contents. */
export const generate = async (): Promise<Record<string, string>> => ({
  '.env.example': environmentFile(),
  'docs/settings.md': await fill('docs/settings.md', { settings }),
  'docs/api.md': await fill('docs/api.md', { endpoints, parameters, fields }),
});

if (process.argv[1] === import.meta.filename)
  for (const [file, text] of Object.entries(await generate())) writeFileSync(file, text);
