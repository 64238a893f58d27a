import { describe, expect, test } from 'vitest';
import { guessColumns } from '../../../src/clubs/csv/guess-columns.ts';
import { areComplete, type ColumnTarget } from '../../../src/clubs/csv/match-columns.ts';
import { parseClubFile } from '../../../src/clubs/csv/read-file.ts';
import { read } from '../../support/club-file.ts';

/** `Header → target`; a header without a target is not imported. */
const LISTS = {
  'a list':
    'Group name → name | About → short_description | Type → category | Web page → website | Registered → is_active',
  'other cases and separators': `CLUB_NAME → name | Short-Description → short_description | is active → is_active | WEB_SITE → website |
    E-MAIL → contact | other names → aliases | Part of → parent_name | student_number`,
  persons: `Club → name | President name | Advisor email | Contact name | Contact email → contact | Primary contact email | Phone |
    Trésorier·ère | Student name | University name | Members`,
  'a list in French': `Nom de l’association → name | Sigle → aliases | Description longue → description | Objet → short_description |
    Thème(s) → category | Sous-catégorie → category | Courriel → contact | Site internet → website | Lien Instagram → link |
    Réseaux sociaux → links | Actif·ve ? → is_active | Rattachée à → parent_name | Président·e | Téléphone | Date de création`,
  'an English form': `ID | Start time | Email | Name | What is the full, official name of your organization? → name |
    What does your club do? → short_description | Which category fits your club best? → category |
    How can students reach your club? → contact | Do you have a website? If so, paste its address. → website |
    Is your club still active this year? → is_active | Discord server → link | What is your name? |
    What is your president's phone number? | How many members does your club have?`,
  'a French form': `Horodateur | Adresse e-mail | Quel est le nom de votre association ? → name |
    Présentez votre association en quelques phrases → short_description | Quelle est sa thématique ? → category |
    Contact public → contact | Nom et prénom du président | Logo (URL) → logo_url`,
  'two languages':
    'Name (English) → name | Name (French) | Description (English) → description | Description (French) → description_fr',
  'columns for one field':
    'Organisation → name | Description → description | Summary → short_description | Website → website | URL → link',
  'a list of activities':
    'Club → name | What we do → short_description | Picture URL → logo_url | Meets → meeting_times',
  'meetings and joining': `Club → name | Meeting days → meeting_days | Meeting time → meeting_times | Where do you meet? → meeting_place |
    Membership fee → fee | How can students join your club? → how_to_join | Sign-up link → joining_url | Deadline → joining_until |
    Are beginners welcome in your club? → beginners_welcome`,
  'meetings and joining in French': `Nom → name | Jour(s) → meeting_days | Horaires → meeting_times | Lieu de réunion → meeting_place |
    Montant de la cotisation → fee | Comment s’inscrire ? → how_to_join | Formulaire d’inscription → joining_url |
    Date limite d’inscription → joining_until | Ouvert aux débutants → beginners_welcome`,
  'an export with another column':
    'id → id | name → name | short_description → short_description | is_active → is_active | Remarks',
};

describe('The columns', () => {
  test.each(Object.entries(LISTS))('of %s are recognised', (_, list) => {
    const pairs = list.split('|').map((column) => column.trim().split(' → '));
    const guess = guessColumns(
      pairs.map(([name = '']) => name),
      [],
    );
    expect(pairs.map(([name], index) => [name, guess[index]])).toEqual(
      pairs.map(([name, target = null]) => [name, target]),
    );
  });

  test.each<[string, string, readonly string[], ColumnTarget]>([
    ['names of people', 'Contact', ['Ada Lovelace', 'ask us'], null],
    ['days and times', 'Jour & heure', ['Mardi 18h', 'Jeudi'], 'meeting_times'],
    ['other statuses', 'Status', ['Recognised', 'Dissous', '2019'], 'is_active'],
    ['yes or no', 'En activité', ['true', 'false'], 'is_active'],
    ['only yes or no', 'Activité', ['oui', 'non'], 'is_active'],
    ['yes or no instead of a text', 'Présentation', ['oui', 'x'], null],
    ['years', 'Status', ['2019', '2020', 'Yes'], null],
    ['names of accounts', 'Instagram', ['@chess', '@go'], 'link'],
    ['one broken address of many', 'Website', ['https://a.example/', 'b.example', 'none'], 'website'],
    ['a long text', 'Description', ['a', 'a'.repeat(1001)], 'description'],
    ['groups of clubs', 'Group', Array<string>(10).fill('Sport'), null],
    ['nothing', 'Logo', ['', ' '], 'logo_url'],
  ])('depend on their cells: %s', (_, header, cells, expected) => {
    expect(
      guessColumns(
        [header],
        cells.map((cell) => [cell]),
      ),
    ).toEqual([expected]);
  });

  test('are the fields of a club as they were chosen', async () => {
    const text =
      'Clubs 2026;;;;;;\n\nNom;Thème;Campus;Instagram;Que faites-vous ?;Liens;Tél.\nGo;Jeux, table;Nord;@go;"On joue, et\nfort";Blog https://go.example/;06\n';
    const { header, ...unmatched } = await parseClubFile(Buffer.from(text));
    expect(unmatched).toMatchObject({ rows: [], isComplete: false });
    expect(header).toMatchObject({
      line: 3,
      isOurs: false,
      targets: null,
      guess: ['name', 'category', null, 'link', 'short_description', 'links', null],
    });
    expect(header?.samples[4]).toEqual(['On joue, et\nfort']);
    const targets: ColumnTarget[] = ['name', 'category', 'category', 'link', 'description', 'links', null];
    expect(await read(text, { targets })).toMatchObject({
      codes: [],
      rows: [
        {
          line: 4,
          name: 'Go',
          category: 'Jeux; table; Nord',
          description: 'On joue, et\nfort',
          links: [
            { label: 'Instagram', url: 'https://instagram.com/go' },
            { label: 'Blog', url: 'https://go.example/' },
          ],
        },
      ],
    });
  });

  test('include the name, and each field once', () => {
    expect(areComplete(['link', 'link', 'category', 'category', null, null, 'name'])).toBe(true);
    for (const targets of [
      ['website', null],
      ['name', 'contact', 'contact'],
    ] as const)
      expect(areComplete(targets)).toBe(false);
  });
});
