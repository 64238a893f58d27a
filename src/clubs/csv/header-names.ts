import type { FieldName } from '../record/fields.ts';
import { foldForSearch } from '../record/fold.ts';

/* The names of columns in other lists, in English and French, folded and without the words of `IGNORED` and `SUBJECTS`. */

/** Folds case, accents and everything between words: `E-mail_du club ?` becomes `email du club`. */
export const foldHeader = (cell: string): string =>
  foldForSearch(cell)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\be mail/g, 'email')
    .replace(/\bweb site/g, 'website');

/** A `text` is a short or a long description. */
export type NamedColumn = 'text' | 'link' | Exclude<FieldName, 'id' | 'confirmed_on'>;

interface Names {
  /** Separated by commas. */
  names: string;
  /** Those that are clear within a question or a sentence of a form. */
  inSentences?: string;
}

export const HEADER_NAMES: Readonly<Record<NamedColumn, Names>> = {
  name: {
    names: 'name, title, nom, intitule, denomination, designation, libelle, raison sociale',
    inSentences: 'name, called, nom, appelle, nomme',
  },
  text: {
    names:
      'description, about, statement, presentation, purpose, mission, goals, aims, activity, activities, bio, profile, objet, objectif, objectifs, activite, activites, descriptif',
    inSentences:
      'describe, description, describes, decrivez, decrire, about, presentez, presenter, presentation, mission',
  },
  short_description: {
    names:
      'short description, brief description, summary, tagline, slogan, blurb, description courte, courte description, breve description, description breve, resume, accroche',
    inSentences: 'short description, brief description, courte description, breve description, tagline, slogan',
  },
  description: {
    names:
      'long description, full description, detailed description, longue description, description longue, description complete, description detaillee',
    inSentences: 'long description, full description, detailed description, longue description, description detaillee',
  },
  is_active: {
    names: 'active, actif, actif ve, status, statut, etat, active status, registered, recognised, recognized',
    inSentences: 'active, actif',
  },
  parent_name: { names: 'part, parent, umbrella, belongs, fait partie, rattache, mere' },
  logo_url: { names: 'logo, image, icon, icone', inSentences: 'logo' },
  website: {
    names:
      'website, websites, site, site web, site internet, web, internet, web page, webpage, page web, homepage, home page, link, lien, url',
    inSentences: 'website, site web, site internet, web page, webpage, homepage',
  },
  category: {
    names:
      'category, categories, subcategory, sub category, type, types, kind, theme, themes, topic, topics, tag, tags, field, interest, interests, categorie, sous categorie, thematique, thematiques, domaine, domaines, secteur, mots cles',
    inSentences: 'category, categories, kind, type, theme, themes, categorie, thematique, domaine',
  },
  contact: {
    names: 'contact, contacts, email, emails, mail, mails, courriel, public contact',
    inSentences: 'contact, email, mail, courriel, contacter, joindre, reach',
  },
  links: { names: 'links, liens, social media, social networks, socials, reseaux sociaux, reseaux' },
  aliases: {
    names:
      'alias, aliases, other names, acronym, acronyms, abbreviation, initials, nickname, short name, also known, aka, autre nom, autres noms, acronyme, sigle, abreviation, nom court, surnom, nom usage',
    inSentences: 'acronym, abbreviation, nickname, acronyme, sigle, abreviation',
  },
  meeting_times: {
    names: 'meeting times, meeting time, meeting schedule, meetings, schedule, times, hours, when, horaires, creneaux',
    inSentences: 'when, schedule, meeting times, quand, horaires, creneaux',
  },
  meeting_days: { names: 'day, days, weekday, weekdays, meeting day, meeting days, jour, jours, jour reunion' },
  meeting_place: {
    names: 'place, location, where, venue, room, meeting place, meeting location, lieu, lieu reunion, salle',
    inSentences: 'where, location, venue, lieu, salle',
  },
  fee: {
    names: 'fee, fees, dues, cost, price, membership fee, annual fee, cotisation, tarif, prix, montant cotisation',
    inSentences: 'fee, fees, dues, cost, cotisation, tarif',
  },
  how_to_join: {
    names: 'how join, join, joining, membership, comment rejoindre, comment inscrire, inscription, adhesion',
    inSentences: 'join, become member, rejoindre, inscrire, adherer, devenir membre',
  },
  joining_url: {
    names: 'join link, joining link, sign up, sign up link, registration, registration form, formulaire inscription',
    inSentences: 'sign up link, registration form, formulaire inscription',
  },
  joining_from: { names: 'open from, opens, opening date, registration opens, debut inscriptions' },
  joining_until: { names: 'open until, closing date, deadline, registration deadline, date limite inscription' },
  beginners_welcome: { names: 'beginners, beginners welcome, debutants', inSentences: 'beginners, debutants' },
  link: {
    names:
      'facebook, instagram, insta, twitter, x, linkedin, discord, youtube, tiktok, whatsapp, telegram, twitch, mastodon, bluesky, github, linktree, snapchat, slack, helloasso',
    inSentences:
      'facebook, instagram, insta, twitter, linkedin, discord, youtube, tiktok, whatsapp, telegram, twitch, mastodon, bluesky, github, linktree',
  },
};

/** Columns about a person: never imported unless the user chooses so. A word may go on. */
export const PERSONAL =
  /\b(presiden|chair|captain|capitaine|leader|officer|treasur|tresor|secretar|secretair|advis|supervis|tutor|tuteur|coach|organi[sz]er|coordinat|coordonn|manager|owner|referent|responsable|representa|signator|dirigeant|encadrant|respondent|submi|phone|telephon|tel\b|mobile|portable|gsm|sms|cell\b|student (number|id|no|name)\b|nom de l etudiant|numero etudiant|n etudiant|matricule|first name|last name|surname|family name|prenom|nom de famille|birth|naissance|password|mot de passe|iban|rib\b|gender|primary contact|contact (person|name)|(nom|personne) (de |du )?contact|postal|your (full )?(name|e?mail)|votre (nom|e?mail|courriel|adresse)\b(?! de (l |la |votre ))|username|nom d utilisateur)/;

/** Columns that a form adds. Its columns for the name and address of the person who answers have plain names. */
export const FORM_COLUMNS = /^(timestamp|horodateur|horodatage|start time|completion time|heure de (debut|fin))$/;

/** Words for a club. A header of nothing else is its name. */
export const SUBJECTS = words(
  'club clubs association associations asso assos assoc group groups groupe groupes organisation organisations organization organizations org society societies societe structure entity cercle collectif',
);

/** Words without a meaning for the match. */
export const IGNORED = words(
  `a an the of your our their its s is are what whats which who please enter give provide tell us in for to and or with this it be
  can we you should will as on at by do does student students
  le la les l un une des de du d votre vos notre nos son sa ses quel quelle quels quelles est sont elle il que qu ce cette pour au aux
  et ou en vous nous indiquez donnez saisissez veuillez merci etudiant etudiante etudiants etudiantes`,
);

/** Words that do not change what a column is. */
export const MODIFIERS = words(
  'url link lien address adresse page official officiel officielle full complet complete complets public publique main principal principale current currently actuel actuelle general generale english french anglais francais registered server serveur account compte channel 1',
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
