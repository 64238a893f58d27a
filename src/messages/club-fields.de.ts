import type {
  clubFields as englishFields,
  clubHints as englishHints,
  clubIssues as englishIssues,
  issueInLine as englishInLine,
} from './club-fields.en.ts';
import { withLanguages, wordsIn } from './words.ts';

const { number } = wordsIn('de');

const MARKDOWN = 'Formatierung: **fett**, *kursiv*, - Liste und [Text](https://…).';

export const clubFields: typeof englishFields = withLanguages('de', {
  name: 'Name',
  short_description: 'Kurzbeschreibung',
  is_active: 'Status',
  parent_name: 'Gehört zu',
  logo_url: 'Logo',
  website: 'Website',
  category: 'Kategorien',
  description: 'Beschreibung',
  contact: 'Kontakt',
  links: 'Links',
  confirmed_on: 'Zuletzt geprüft',
  aliases: 'Weitere Namen',
  contact_by: 'Kontakt für Interessierte',
  meeting_times: 'Termine',
  meeting_days: 'Wochentage',
  meeting_place: 'Treffpunkt',
  fee: 'Mitgliedsbeitrag',
  how_to_join: 'So machst du mit',
  joining_url: 'Link zum Mitmachen',
  joining_from: 'Einstieg ab',
  joining_until: 'Einstieg bis',
  beginners_welcome: 'Ohne Vorkenntnisse möglich',
});

export const clubHints: typeof englishHints = {
  short_description: `Steht in der Liste der Gruppen. ${MARKDOWN}`,
  is_active: 'Inaktive Gruppen zeigt die Liste nur auf Wunsch.',
  parent_name: 'Der Name der Gruppe, zu der diese Gruppe gehört, falls es eine gibt.',
  logo_url: 'PNG, JPEG oder WebP, höchstens 2\u00a0MB. 400\u00a0×\u00a0400 Pixel reichen aus.',
  website: 'Die vollständige Adresse, z.\u00a0B. https://www.example.org',
  category: 'Trenne mehrere Kategorien mit Semikolon.',
  description: `Steht auf der Seite der Gruppe. ${MARKDOWN}`,
  contact: 'Eine E-Mail-Adresse (name@example.org) oder eine Webadresse (https://www.example.org/kontakt).',
  contact_by: 'Wie Interessierte euch schreiben können, wenn der Kontakt eine E-Mail-Adresse ist.',
  links: 'Höchstens 20, einer pro Zeile: erst der Name, dann die Adresse. Beispiel: Discord https://discord.gg/…',
  meeting_times: 'Z.\u00a0B. mittwochs 18–20\u00a0Uhr in der Vorlesungszeit',
  meeting_days:
    'Danach lässt sich die Liste filtern. Wenn du nichts auswählst, werden die Tage aus den Terminen übernommen. Prüfe sie, wenn sich die Termine ändern.',
  meeting_place: 'Z.\u00a0B. Sporthalle B oder Hauptgebäude, Raum 204',
  fee: 'Z.\u00a0B. 20\u00a0€ im Jahr oder kostenlos',
  how_to_join: `Was Neue als Erstes tun sollten. ${MARKDOWN}`,
  joining_url: 'Ein Anmeldeformular oder ein Einladungslink, z.\u00a0B. https://discord.gg/…',
  joining_from:
    'Der erste Tag. Ist der Einstieg jederzeit möglich, trage hier das heutige Datum ein und lass das nächste Feld leer: Die Gruppe gilt dann als offen.',
  joining_until: 'Der letzte Tag. Danach heißt es, dass die Gruppe gerade niemanden aufnimmt.',
  aliases:
    'Einer pro Zeile, höchstens 20, z.\u00a0B. SG oder Schachgruppe. Wer danach sucht, bekommt diese Gruppe vorgeschlagen.',
};

export const clubIssues: typeof englishIssues = {
  nul: 'Hier steht ein Zeichen, das nicht erlaubt ist.',
  tooLong: ({ limit, length }) => `Höchstens ${number(limit)} Zeichen sind möglich, hier sind es ${number(length)}.`,
  empty: 'Bitte fülle dieses Feld aus.',
  lineBreak: 'Schreib alles in eine Zeile, ohne Tabulatoren und Steuerzeichen.',
  website: 'Gib eine Webadresse an, z.\u00a0B. https://www.example.org, oder lass das Feld leer.',
  contact:
    'Gib eine E-Mail-Adresse oder eine Webadresse (https://…) an. Weitere Kontaktdaten passen in die Beschreibung.',
  contactBy: 'Gib address, form oder both an oder lass das Feld leer.',
  tooManyLinks: ({ limit }) => `Höchstens ${number(limit)} Links sind möglich.`,
  link: 'Gib einen Namen und eine Webadresse an, z.\u00a0B. Forum https://forum.example.org',
  longLink: ({ label, url }) =>
    `Der Name eines Links darf höchstens ${number(label)} Zeichen haben, die Adresse höchstens ${number(url)}.`,
  aliases: ({ count, length }) =>
    `Höchstens ${number(count)} Namen mit je bis zu ${number(length)} Zeichen sind möglich, einer pro Zeile oder getrennt durch |.`,
  logo: 'Gib eine Adresse an, die mit /, http:// oder https:// beginnt, oder lass das Feld leer.',
  status: 'Gib true oder false an (oder yes oder no, oui oder non, vrai oder faux, 1 oder 0).',
  weekdays: 'Gib Wochentage an, z.\u00a0B. „Mo; Do“, oder lass das Feld leer.',
  untilBeforeFrom: 'Der letzte Tag darf nicht vor dem ersten liegen.',
  id: `Gib eine ganze Zahl von 1 bis ${number(2_147_483_647)} ohne Punkte an oder lass das Feld leer.`,
  day: 'Gib ein Datum in der Form 2026-05-17 (Jahr-Monat-Tag) an oder lass das Feld leer.',
  dayOfTwo:
    'Dieses Datum ist nicht eindeutig. Formatiere die Spalte als Text und schreib das Datum in der Form 2026-05-17 (Jahr-Monat-Tag).',
  dayAhead: 'Das Datum darf nicht in der Zukunft liegen.',
  notAllowed: 'Das darfst du nicht ändern.',
  taken: 'Eine andere Gruppe heißt schon so.',
  unknownParent: ({ near = [] }) =>
    `Keine Gruppe heißt so.${near.length > 0 ? ` Meintest du ${near.map((name) => `„${name}“`).join(' oder ')}?` : ''}`,
  loop: 'Eine Gruppe kann nicht zu sich selbst oder zu einer ihrer Untergruppen gehören.',
  logoGone: 'Wähle die Logodatei noch einmal aus.',
};

export const issueInLine: typeof englishInLine = (line, issue) => `Zeile ${number(line)} in diesem Text: ${issue}`;
