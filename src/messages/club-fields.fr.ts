import type {
  clubFields as englishFields,
  clubHints as englishHints,
  clubIssues as englishIssues,
  issueInLine as englishInLine,
} from './club-fields.en.ts';
import { withLanguages, wordsIn } from './words.ts';

const { number } = wordsIn('fr');

const MARKDOWN = 'Mise en forme\u202f: **gras**, *italique*, - liste et [texte](https://…).';

export const clubFields: typeof englishFields = withLanguages('fr', {
  name: 'Nom',
  short_description: 'Description courte',
  is_active: 'Statut',
  parent_name: 'Rattaché à',
  logo_url: 'Logo',
  website: 'Site web',
  category: 'Catégories',
  description: 'Description longue',
  contact: 'Contact',
  links: 'Liens',
  confirmed_on: 'Dernière vérification',
  aliases: 'Autres noms',
  contact_by: 'Contact pour les visiteurs',
  meeting_times: 'Horaires',
  meeting_days: 'Jours',
  meeting_place: 'Lieu',
  fee: 'Cotisation',
  how_to_join: 'Comment s’inscrire',
  joining_url: 'Lien d’inscription',
  joining_from: 'Inscriptions à partir du',
  joining_until: 'Inscriptions jusqu’au',
  beginners_welcome: 'Ouvert aux débutants',
});

export const clubHints: typeof englishHints = {
  short_description: `Affichée dans la liste des clubs. ${MARKDOWN}`,
  is_active: 'Par défaut, la liste ne montre pas les clubs inactifs.',
  parent_name: 'Le nom du club dont celui-ci fait partie, le cas échéant.',
  logo_url: 'PNG, JPEG ou WebP, 2\u00a0Mo au plus. 400\u00a0×\u00a0400 pixels suffisent.',
  website: 'L’adresse complète\u202f: https://www.example.org',
  category: 'Séparez les catégories par des points-virgules.',
  description: `Affichée sur la page du club. ${MARKDOWN}`,
  contact: 'Une adresse e-mail (nom@example.org) ou une adresse web (https://www.example.org/contact).',
  contact_by: 'Comment les visiteurs peuvent vous écrire si le contact est une adresse e-mail.',
  links: 'Un par ligne, 20 au plus\u202f: un nom, puis l’adresse. Exemple\u202f: Discord https://discord.gg/…',
  meeting_times: 'Par exemple\u202f: le mercredi de 18\u00a0h à 20\u00a0h, hors vacances',
  meeting_days:
    'Ils servent de filtre. Si vous n’en choisissez aucun, ils sont lus dans les horaires. Vérifiez-les quand les horaires changent.',
  meeting_place: 'Par exemple\u202f: gymnase B, ou bâtiment principal, salle 204',
  fee: 'Par exemple\u202f: 20\u00a0€ par an, ou Gratuit',
  how_to_join: `Expliquez ce qu’un nouveau membre doit faire en premier. ${MARKDOWN}`,
  joining_url: 'Un formulaire ou une invitation, par exemple https://discord.gg/…',
  joining_from:
    'Le premier jour. Si l’on peut s’inscrire toute l’année, indiquez ici la date d’aujourd’hui et rien ci-dessous\u202f: le club est affiché comme ouvert.',
  joining_until: 'Le dernier jour. Ensuite, le club est indiqué comme fermé aux inscriptions.',
  aliases: 'Un par ligne, 20 au plus, par exemple CC ou Chess. La recherche propose le club pour ces noms.',
};

export const clubIssues: typeof englishIssues = {
  nul: 'Ce champ contient un caractère non autorisé.',
  tooLong: ({ limit, length }) =>
    `Saisissez au plus ${number(limit)} caractères. Ce texte en compte ${number(length)}.`,
  empty: 'Ce champ est obligatoire.',
  lineBreak: 'Saisissez une seule ligne, sans tabulation ni caractère de contrôle.',
  website: 'Saisissez une seule adresse web, comme https://www.example.org, ou laissez ce champ vide.',
  contact:
    'Saisissez une seule adresse e-mail ou adresse web (https://…). La description peut contenir d’autres coordonnées.',
  contactBy: 'Saisissez address, form ou both, ou laissez ce champ vide.',
  tooManyLinks: ({ limit }) => `Saisissez au plus ${number(limit)} liens.`,
  link: 'Saisissez un nom et une adresse web, comme Forum https://forum.example.org',
  longLink: ({ label, url }) =>
    `Le nom d’un lien compte au plus ${number(label)} caractères, son adresse au plus ${number(url)}.`,
  aliases: ({ count, length }) =>
    `Saisissez au plus ${number(count)} noms de ${number(length)} caractères au plus, un par ligne ou séparés par |.`,
  logo: 'Saisissez une adresse qui commence par /, http:// ou https://, ou laissez ce champ vide.',
  status: 'Saisissez oui ou non (ou vrai ou faux, true ou false, yes ou no, 1 ou 0).',
  weekdays: 'Saisissez des jours, par exemple «\u202flun\u202f; jeu\u202f», ou laissez ce champ vide.',
  untilBeforeFrom: 'Indiquez un jour qui ne précède pas l’ouverture des inscriptions.',
  id: `Saisissez un nombre entier de 1 à ${number(2_147_483_647)}, ou laissez ce champ vide.`,
  day: 'Saisissez une date de la forme 2026-05-17 (année-mois-jour), ou laissez ce champ vide.',
  dayOfTwo:
    'Cette date est ambiguë. Donnez à la colonne le format texte et écrivez les dates sous la forme 2026-05-17 (année-mois-jour).',
  dayAhead: 'Saisissez une date qui n’est pas dans le futur.',
  notAllowed: 'Vous n’avez pas le droit de modifier ce champ.',
  taken: 'Un autre club porte déjà ce nom.',
  unknownParent: ({ near = [] }) =>
    `Aucun club ne porte ce nom.${near.length > 0 ? ` Vouliez-vous dire ${near.map((name) => `«\u202f${name}\u202f»`).join(' ou ')}\u202f?` : ''}`,
  loop: 'Un club ne peut pas faire partie de lui-même, ni d’un club qui en fait partie.',
  logoGone: 'Choisissez à nouveau le fichier du logo.',
};

export const issueInLine: typeof englishInLine = (line, issue) => `Ligne ${number(line)} de ce texte\u202f: ${issue}`;
