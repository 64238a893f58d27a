import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import type { ColumnTarget } from '../../src/clubs/csv/match-columns.ts';
import type { FileColumns } from '../../src/clubs/csv/read-file.ts';
import { readCategories } from '../../src/clubs/record/category.ts';
import { describeDatabase } from '../support/database.ts';
import { listRealClubFiles, readRealClubs, type RealClub } from '../support/real-clubs.ts';

type Column = [header: string, target: ColumnTarget, cell: (club: RealClub, index: number) => string];

interface List {
  name: string;
  /** A part of the name of its file; all files without it. */
  from?: string;
  rows?: number;
  titles?: string[];
  separator?: string;
  columns: Column[];
}

const name = (header: string): Column => [header, 'name', (club) => club.name];
const text = (header: string): Column => [header, 'short_description', (club) => club.short_description];
const category = (header: string): Column => [header, 'category', (club) => club.category];
const website = (header: string): Column => [header, 'website', (club) => club.website];
const status = (header: string, yes: string, no: string): Column => [
  header,
  'is_active',
  (club) => (club.is_active === 'true' ? yes : no),
];
const contact = (header: string): Column => [header, 'contact', (_, index) => `club${index}@example.org`];
const link = (header: string): Column => [
  header,
  'link',
  (_, index) => (index % 3 === 0 ? '' : `https://social.example/${index}`),
];
const ignored = (header: string, value = 'A. Person'): Column => [header, null, (_, index) => `${value} ${index % 40}`];

const LISTS: List[] = [
  {
    name: 'a list in French',
    from: 'annuaire',
    separator: ';',
    columns: [
      ignored('N°', '1'),
      name('Nom de l’association'),
      text('Présentation'),
      category('Thématique'),
      contact('Courriel'),
      website('Site internet'),
      status('Active ?', 'Oui', 'Non'),
      ignored('Président·e'),
      ignored('Téléphone', '+33 0 00 00'),
    ],
  },
  {
    name: 'a list with titles',
    from: 'mit',
    titles: ['Registered student groups 2026', '', 'Office of student life, printed in May'],
    columns: [category('Type'), website('Web page'), name('Group name'), text('About'), ignored('Advisor email')],
  },
  {
    name: 'answers to a form',
    from: 'uci',
    columns: [
      ignored('Timestamp', '9/1/2026 14:00'),
      ignored('Email Address', 'person@example.org'),
      name('What is the name of your club?'),
      text('Describe your club in a few sentences'),
      ignored("President's name"),
      website("What is your club's website?"),
      contact('Club e-mail'),
      link('Instagram'),
    ],
  },
  {
    name: 'answers to a form in French',
    from: 'imt-douai',
    columns: [
      ignored('Horodateur', '01/09/2026 14:00'),
      name('Quel est le nom de votre association ?'),
      text('Décrivez votre association en quelques phrases'),
      category('Quelle est sa catégorie ?'),
      ignored('Votre nom'),
      contact('Adresse mail de l’association'),
    ],
  },
  {
    name: 'a list with 5,000 rows',
    rows: 5000,
    columns: [text('Purpose'), name('Organisation'), ignored('Treasurer phone'), website('URL'), category('Tags')],
  },
  {
    name: 'a list with two columns of categories and joined texts',
    from: 'lehigh',
    columns: [
      name('CLUB_NAME'),
      ['Theme', 'category', ({ category }) => category.split(';')[0] ?? ''],
      ['Kind', 'category', ({ category }) => category.split(';').slice(1).join(';')],
      ['Long description', 'description', (club) => [club.name, club.short_description].join('\n\n')],
      text('Summary'),
      link('Discord server'),
      link('Facebook page'),
    ],
  },
  {
    name: 'a list of names',
    from: 'rutgers',
    columns: [ignored('Room'), name('Student organization'), ignored('Members', '12')],
  },
  {
    name: 'a list with other statuses and logos',
    from: 'enseirb',
    separator: '\t',
    columns: [
      status('Status', 'active', 'inactive'),
      name('Club'),
      ['Logo', 'logo_url', (club) => club.logo_url],
      text('Description'),
      category('Category'),
      ignored('Contact', 'A. Person'),
    ],
  },
];

function readClubs({ from, rows }: List): RealClub[] {
  const clubs = readRealClubs();
  if (rows !== undefined) {
    return Array.from({ length: rows }, (_, index) => {
      const club = clubs[index % clubs.length] as RealClub;
      return index < clubs.length ? club : { ...club, name: `${club.name.slice(0, 200)} (${index})` };
    });
  }
  const file = listRealClubFiles().find((path) => basename(path).includes(from ?? '')) ?? '';
  return parse<RealClub>(readFileSync(file), { columns: true });
}

const toFile = ({ titles = [], separator = ',', columns }: List, clubs: RealClub[]): Buffer =>
  Buffer.from(
    titles.map((title) => `${title}\n`).join('') +
      stringify(
        [
          columns.map(([header]) => header),
          ...clubs.map((club, index) => columns.map(([, , cell]) => cell(club, index))),
        ],
        {
          delimiter: separator,
        },
      ),
  );

describe.skipIf(listRealClubFiles().length === 0)('Lists of real clubs', () => {
  describeDatabase('with other columns', (database) => {
    const importList = async (file: Buffer) => {
      const headers: FileColumns[] = [];
      const { outcome, plan } = await importClubs(database.client, file, {
        confirm: () => Promise.resolve(true),
        chooseColumns(header) {
          headers.push(header);
          return Promise.resolve(header.targets ?? header.guess);
        },
      });
      const { created, updated, unchanged } = plan.counts;
      return { outcome, counts: [created, updated, unchanged], errors: plan.errors, header: headers[0] };
    };

    test.each(LISTS)('are imported, and ask nothing the second time: $name', { timeout: 120_000 }, async (list) => {
      const clubs = readClubs(list);
      const file = toFile(list, clubs);
      const first = await importList(file);
      expect(first.header?.names.map((header, index) => [header, first.header?.guess[index]])).toEqual(
        list.columns.map(([header, target]) => [header, target]),
      );
      expect(first.errors).toEqual([]);
      expect([first.outcome, first.counts]).toEqual(['done', [clubs.length, 0, 0]]);
      const stored = await database.sql<Record<string, string>[]>`
        select name, short_description, description, is_active::text, coalesce(website, '') as website, category from club`;
      const storedByName = new Map(stored.map((club) => [club.name, club]));
      for (const [index, club] of clubs.entries()) {
        const textsOf = (target: ColumnTarget) =>
          list.columns.filter((column) => column[1] === target).map(([, , cell]) => cell(club, index));
        const row = storedByName.get(club.name.trim().normalize('NFC'));
        expect(row).toMatchObject({
          shortDescription: textsOf('short_description').join(''),
          description: textsOf('description').join(''),
          website: textsOf('website').join(''),
        });
        expect(row?.isActive).toBe(
          textsOf('is_active').some((word) => /^(non|inactive)$/i.test(word)) ? 'false' : 'true',
        );
        expect(readCategories(row?.category ?? '')).toEqual(readCategories(textsOf('category').join(';')));
      }
      const second = await importList(file);
      expect(second.header?.targets).toEqual(first.header?.guess);
      expect([second.outcome, second.counts]).toEqual(['done', [0, 0, clubs.length]]);
    });
  });
});
