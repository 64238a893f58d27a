import type { Locale } from '../../messages/locales.ts';
import type { FieldName, TranslationField } from '../record/fields.ts';
import { foldForSearch } from '../record/fold.ts';
import { wordSet } from '../record/text.ts';

/* The names of columns in other lists, in English, French and German, folded and without the words of `IGNORED` and `SUBJECTS`. */

/** Folds case, accents and everything between words: `E-mail_du club ?` becomes `email du club`. */
export const foldHeader = (cell: string): string =>
  foldForSearch(cell)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\be mail/g, 'email')
    .replace(/\bweb site/g, 'website');

/** A `text` is a short or a long description. */
export type NamedColumn = 'text' | 'link' | Exclude<FieldName, 'id' | 'confirmed_on' | TranslationField>;

/** Names of columns. Those with a star are clear within a question or a sentence of a form, too. */
export const HEADER_NAMES: Readonly<Record<NamedColumn, string>> = {
  name: 'name*, title, nom*, intitule, denomination, designation, libelle, raison sociale, called*, appelle*, nomme*, vereinsname, gruppenname, bezeichnung, titel',
  text: 'description*, about*, statement, presentation*, purpose, mission*, goals, aims, activity, activities, bio, profile, objet, objectif, objectifs, activite, activites, descriptif, describe*, describes*, decrivez*, decrire*, presentez*, presenter*, beschreibung*, uber uns',
  short_description:
    'short description*, brief description*, summary, tagline*, slogan*, blurb, description courte, courte description*, breve description*, description breve, resume, accroche, kurzbeschreibung*, kurztext',
  description:
    'long description*, full description*, detailed description*, longue description*, description longue, description complete, description detaillee*',
  is_active:
    'active*, actif*, actif ve, status, statut, etat, active status, registered, recognised, recognized, activite, aktiv*',
  parent_name: 'part, parent, umbrella, belongs, fait partie, rattache, rattachee, mere',
  logo_url: 'logo*, image, img, picture, photo, icon, avatar, icone, visuel, bild',
  website:
    'website*, websites, site, site web*, site internet*, web, internet, web page*, webpage*, page web, homepage*, home page, link, lien, url, webseite*, internetseite*',
  category:
    'category*, categories*, subcategory, sub category, type*, types, kind*, theme*, themes*, topic, topics, tag, tags, field, interest, interests, categorie*, sous categorie, thematique*, thematiques, domaine*, domaines, secteur, mots cles, kategorie*, kategorien, bereich, bereiche, rubrik, sparte, thema, themen',
  contact:
    'contact*, contacts, email*, emails, mail*, mails, courriel*, public contact, contacter*, joindre*, reach*, kontakt*, email adresse',
  contact_by: 'contact by',
  links: 'links, liens, social media, social networks, socials, reseaux sociaux, reseaux',
  aliases:
    'alias, aliases, other names, acronym*, acronyms, abbreviation*, initials, nickname*, short name, also known, aka, autre nom, autres noms, acronyme*, sigle*, abreviation*, nom court, surnom, nom usage',
  meeting_times:
    'meeting times*, meeting time, meeting schedule, meetings, meets, schedule*, time, times, day times, days times, hours, when*, quand*, heure, heures, jour heure, jours heures, horaire, horaires*, horaires reunion, horaires reunions, creneau, creneaux*, termine, uhrzeit, tag uhrzeit, tage zeiten, zeiten, treffen',
  meeting_days:
    'day, days, weekday, weekdays, meeting day, meeting days, jour, jours, jour reunion, tag, tage, wochentag, wochentage',
  meeting_place:
    'place, location*, where*, venue*, room, meeting place, meeting location, meeting room, lieu*, lieu reunion, salle*, ort, raum, treffpunkt*',
  fee: 'fee*, fees*, dues*, cost*, price, membership fee, annual fee, cotisation*, tarif*, prix, montant cotisation, beitrag*, mitgliedsbeitrag*',
  how_to_join:
    'how join, join*, joining, membership, become member*, comment rejoindre, rejoindre*, comment inscrire, inscrire*, inscription, inscriptions, adhesion, adherer*, devenir membre*',
  joining_url:
    'join link, joining link, sign up, sign up link*, registration, registration form*, formulaire inscription*',
  joining_from: 'open from, opens, opening date, registration opens, debut inscriptions',
  joining_until: 'open until, closes, closing date, deadline, registration deadline, date limite inscription',
  beginners_welcome: 'beginners*, beginners welcome, debutants*',
  link: 'facebook*, instagram*, insta*, twitter*, x, linkedin*, discord*, youtube*, tiktok*, whatsapp*, telegram*, twitch*, mastodon*, bluesky*, github*, linktree*, snapchat, slack, helloasso',
};

/** Columns about a person: never imported unless the user chooses so. A word may go on. */
export const PERSONAL =
  /\b(presiden|chair|captain|capitaine|leader|officer|treasur|tresor|secretar|secretair|advis|supervis|tutor|tuteur|coach|organi[sz]er|coordinat|coordonn|manager|owner|referent|responsable|representa|signator|dirigeant|encadrant|respondent|submi|phone|telephon|tel\b|mobile|portable|gsm|sms|cell\b|student (number|id|no|name)\b|nom de l etudiant|numero etudiant|n etudiant|matricule|first name|last name|surname|family name|prenom|nom de famille|birth|naissance|password|mot de passe|iban|rib\b|gender|primary contact|contact (person|name)|(nom|personne) (de |du )?contact|postal|your (full )?(name|e?mail)|votre (nom|e?mail|courriel|adresse)\b(?! de (l |la |votre ))|username|nom d utilisateur)/;

/** Columns that a form adds. Its columns for the name and address of the person who answers have plain names. */
export const FORM_COLUMNS = /^(timestamp|horodateur|horodatage|start time|completion time|heure de (debut|fin))$/;

/** Words for a club. A header of nothing else is its name. */
export const SUBJECTS = wordSet(
  'club clubs association associations asso assos assoc group groups groupe groupes organisation organisations organization organizations org society societies societe structure entity cercle collectif gruppe gruppen verein vereine hochschulgruppe hochschulgruppen initiative initiativen',
);

/** Words without a meaning for the match. */
export const IGNORED = wordSet(
  `a an the of your our their its s is are what whats which who please enter give provide tell us in for to and or with this it be
  can we you should will as on at by do does student students
  le la les l un une des de du d votre vos notre nos son sa ses quel quelle quels quelles est sont elle il que qu ce cette pour au aux
  et ou en vous nous indiquez donnez saisissez veuillez merci etudiant etudiante etudiants etudiantes der die das und eurer eure euer ihr unsere`,
);

/** Words of headers in one language only, folded. */
export const HEADER_WORDS: Readonly<Record<Locale, RegExp>> = {
  en: /\b(the|of|and|your|our|is|what|how|where|when|name|title|about|purpose|goals|activity|activities|summary|active|registered|picture|website|category|categories|kind|topic|field|schedule|meetings?|days?|times?|hours|room|fees?|dues|cost|price|join|joining|membership|sign|up|deadline|beginners|link|society)\b/,
  fr: /\b(les?|la|l|du|des?|et|ou|votre|est|que|quel|quelle|comment|nom|intitule|denomination|libelle|objet|objectifs?|activites?|descriptif|resume|accroche|courte|longue|breve|actif|statut|etat|rattache|rattachee|icone|visuel|liens?|categorie|thematique|domaines?|courriel|reseaux|sociaux|sigle|jours?|heures?|horaires?|creneau|creneaux|quand|lieu|salle|tarifs?|prix|cout|cotisation|rejoindre|adhesion|adherer|inscrire|debutants|assos?|cercle|collectif)\b/,
  de: /\b(der|die|das|und|wann|wo|wie|vereinsname|gruppenname|bezeichnung|titel|beschreibung|kurzbeschreibung|uber|aktiv|bild|webseite|kategorie|kategorien|bereich|bereiche|sparte|kontakt|termine|uhrzeit|zeiten|treffen|wochentag|wochentage|tage|ort|raum|treffpunkt|beitrag|mitgliedsbeitrag|anmeldung|gruppe|gruppen|verein|vereine|hochschulgruppe|hochschulgruppen|initiativen)\b/,
};

/** Words that do not change what a column is. */
export const MODIFIERS = wordSet(
  'url link lien address adresse page official officiel officielle full complet complete complets public publique main principal principale current currently actuel actuelle general generale english french anglais francais registered server serveur account compte channel 1',
);
