import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import type { FileColumns } from '../../src/clubs/csv/read-file.ts';
import { readCategories } from '../../src/clubs/record/category.ts';
import { describeDatabase } from '../support/database.ts';
import { listRealClubFiles, readRealClubs, type RealClub } from '../support/real-clubs.ts';

interface List {
  name: string;
  /** A part of the name of its file; all files without it. */
  from?: string;
  /** `Header → target`; a header without a target is not imported. */
  columns: string;
  titles?: string;
  separator?: string;
}

const LISTS: List[] = [
  {
    name: 'in French',
    from: 'annuaire',
    separator: ';',
    columns:
      'N° | Nom de l’association → name | Présentation → short_description | Thématique → category | Courriel → contact | Site internet → website | Active ? → is_active | Président·e | Téléphone',
  },
  {
    name: 'with titles',
    from: 'mit',
    titles: 'Registered student groups 2026\n\nOffice of student life, printed in May\n',
    columns: 'Type → category | Web page → website | Group name → name | About → short_description | Advisor email',
  },
  {
    name: 'of answers to a form',
    from: 'uci',
    columns:
      "Timestamp | Email Address | What is the name of your club? → name | Describe your club in a few sentences → short_description | President's name | What is your club's website? → website | Club e-mail → contact | Instagram → link",
  },
  {
    name: 'of answers to a form in French',
    from: 'imt-douai',
    columns:
      'Horodateur | Quel est le nom de votre association ? → name | Décrivez votre association en quelques phrases → short_description | Quelle est sa catégorie ? → category | Votre nom | Adresse mail de l’association → contact',
  },
  {
    name: 'with 5,000 rows',
    columns: 'Purpose → short_description | Organisation → name | Treasurer phone | URL → website | Tags → category',
  },
  {
    name: 'with joined texts and two columns of categories',
    from: 'lehigh',
    columns:
      'CLUB_NAME → name | Theme → category | Kind → category | Long description → description | Summary → short_description | Discord server → link | Facebook page → link',
  },
  { name: 'of names', from: 'rutgers', columns: 'Room → meeting_place | Student organization → name | Members' },
  {
    name: 'with statuses and logos',
    from: 'enseirb',
    separator: '\t',
    columns:
      'Status → is_active | Club → name | Logo → logo_url | Description → short_description | Category → category | Contact',
  },
];

/** The cell of a club, where the columns do not have its field. */
const CELLS: Record<string, (club: RealClub, index: number) => string> = {
  meeting_place: (_, index) => `Room ${index % 9}`,
  contact: (_, index) => `club${index}@example.org`,
  link: (_, index) => (index % 3 === 0 ? '' : `https://social.example/${index}`),
  description: (club) => `${club.name}\n\n${club.short_description}`,
  is_active: (club) => (club.is_active === 'true' ? 'Oui' : 'Non'),
  none: (_, index) => `A. Person ${index % 40}`,
};

function readClubs(from: string | undefined): RealClub[] {
  const file = listRealClubFiles().find((path) => from !== undefined && path.includes(from));
  if (file !== undefined) return parse<RealClub>(readFileSync(file), { columns: true });
  const clubs = readRealClubs();
  const more = clubs.map((club) => ({ ...club, name: `${club.name.slice(0, 200)} (2)` }));
  return [...clubs, ...more].slice(0, 5000);
}

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
      return { summary: [outcome, created, updated, unchanged, plan.errors], header: headers[0] };
    };

    test.each(LISTS)('are imported, and ask nothing the second time: $name', async (list) => {
      const { from, titles = '', separator: delimiter = ',' } = list;
      const columns = list.columns.split(' | ').map((column) => column.split(' → '));
      const clubs = readClubs(from);
      const cellOf = (club: RealClub, target = 'none', index: number) =>
        CELLS[target]?.(club, index) ?? club[target as keyof RealClub];
      const rows = clubs.map((club, index) => columns.map(([, target]) => cellOf(club, target, index)));
      const file = Buffer.from(titles + stringify([columns.map(([header]) => header), ...rows], { delimiter }));

      const first = await importList(file);
      expect(first.header?.names.map((name, index) => [name, first.header?.guess[index]])).toEqual(
        columns.map(([name, target = null]) => [name, target]),
      );
      expect(first.summary).toEqual(['done', clubs.length, 0, 0, []]);
      const stored = await database.sql<Record<string, string>[]>`
        select name, short_description, description, is_active, coalesce(website, '') as website, category from club`;
      const storedByName = new Map(stored.map((club) => [club.name, club]));
      for (const [index, club] of clubs.entries()) {
        const textOf = (target: string) =>
          columns.some((column) => column[1] === target) ? cellOf(club, target, index) : '';
        const row = storedByName.get(club.name.trim().normalize('NFC'));
        expect(row).toMatchObject({
          shortDescription: textOf('short_description'),
          description: textOf('description'),
          website: textOf('website'),
          isActive: textOf('is_active') !== 'Non',
        });
        expect(readCategories(row?.category ?? '')).toEqual(readCategories(textOf('category')));
      }

      const second = await importList(file);
      expect(second.header?.targets).toEqual(first.header?.guess);
      expect(second.summary).toEqual(['done', 0, 0, clubs.length, []]);
    });
  });
});
