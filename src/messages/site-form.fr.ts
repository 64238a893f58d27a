import type { Locale } from './locales.ts';
import { quoteIn } from './quote.ts';
import type { pageForm as englishPage, siteForm as englishSite } from './site-form.en.ts';
import { wordsIn } from './words.ts';

const { number, language } = wordsIn('fr');
const quote = quoteIn('fr');

export const siteForm: typeof englishSite = {
  title: 'Site',
  view: 'Nom et apparence',
  intro:
    'Les modifications sont publiées tout de suite, sur toutes les pages. Vous pouvez annuler chacune dans «\u202fModifications\u202f».',
  groups: {
    languages: 'Langues',
    texts: 'Nom et textes',
    look: 'Logo et couleurs',
    contact: 'Contact',
    links: 'Liens',
  },
  fields: {
    name: 'Nom du site',
    association: 'Association',
    association_clubs: 'Libellé de la liste des clubs dans le menu',
    tagline: 'Phrase en pied de page',
    description: 'Description pour les moteurs de recherche',
    accent: 'Couleur sur fond clair',
    accent_dark: 'Couleur sur fond sombre',
    contact: 'Contact',
    links: 'Liens',
    mark: 'Logo',
    languages: 'Langues du site',
    main_language: 'Langue par défaut',
    club_contact: 'Moyen de contact par défaut',
  },
  hints: {
    texts:
      'Pour ajouter une langue, choisissez-la ci-dessus et rédigez ses textes ici, puis enregistrez une seule fois.',
    association: 'Telle que les étudiants l’appellent, par exemple «\u202fAE\u202f».',
    association_clubs: 'Seulement si l’entrée habituelle ne convient pas à votre association.',
    contact: 'Une adresse e-mail ou web, affichée en pied de page et sur les pages d’erreur.',
    main_language:
      'Les pages dans cette langue ont des adresses courtes, comme /club/, sans /fr/ ni /en/. Si vous en changez, les anciens liens ne fonctionneront plus, dans aucune langue. Dans le formulaire des clubs, les textes non traduits apparaîtront alors sous la nouvelle langue\u202f: déplacez-les vers leur propre langue.',
    boardLanguage: 'Certaines pages du bureau sont en anglais.',
    mark: 'SVG, PNG, JPEG ou WebP, de préférence carré. C’est aussi l’icône des onglets.',
    links:
      'La destination est le nom d’une page du site, comme «\u202fimprint\u202f», ou une adresse qui commence par https://, mailto: ou /files/. Pour supprimer un lien, videz ses champs.',
  },
  lists: { menu: 'Dans le menu', footer: 'En pied de page' },
  label: (other: Locale) => `Libellé en ${language(other)}`,
  target: 'Destination',
  contrastOf: (ratio: string) => `Contraste ${ratio}`,
  leastContrast: (ratio: string) => `Le contraste avec les fonds doit être d’au moins ${ratio}.`,
  exampleLink: 'Tous les clubs',
  save: 'Enregistrer',
  reset: 'Tout réinitialiser',
  resetHint:
    'Le nom, les textes, les langues, le logo, les couleurs, le contact et les liens reprennent leurs valeurs d’origine. Vous pourrez annuler dans «\u202fModifications\u202f».',
  notSaved: 'Non enregistré. Corrigez les champs signalés.',
  tooLong: (limit: number) => `Utilisez au plus ${number(limit)} caractères.`,
  contrast: (ratio: number) =>
    `Le contraste avec les fonds du site est de ${ratio.toLocaleString('fr')}, il faut au moins 4,5. Choisissez une couleur qui ressort davantage.`,
  wrongContact: 'Saisissez une adresse e-mail ou une adresse comme https://www.example.org/contact.',
  wrongTarget: 'Saisissez le nom d’une page, ou une adresse qui commence par https://, mailto: ou /files/.',
  noPage: (name: string) => `La page ${quote(name)} n’existe pas. Créez-la d’abord.`,
  oneLine: 'Écrivez sur une seule ligne.',
  markIssues: {
    format:
      'Ce fichier n’est pas une image utilisable comme logo. Choisissez un SVG avec un viewBox, ou un fichier PNG, JPEG ou WebP.',
    tooLarge: 'Le logo est trop lourd. Choisissez un SVG de 64\u00a0Ko au plus, ou une image de 2\u00a0Mo au plus.',
    unsafe:
      'Le SVG contient des éléments impossibles dans un logo\u202f: scripts, entités, HTML ou liens vers d’autres fichiers. Exportez-le en SVG pour le Web, ou en PNG.',
    damaged: 'L’image est illisible. Exportez-la à nouveau.',
  },
  changedMeanwhile: 'Quelqu’un a modifié ce champ entre-temps. Enregistrez à nouveau pour garder votre valeur.',
  chooseAgain: 'Choisissez à nouveau le logo.',
  noFile: (path: string) => `Le fichier ${path} n’existe pas.`,
  changed: (what: string) => `Modification\u202f: ${what}`,
  isReset: (what: string) => `Valeur d’origine\u202f: ${what}`,
};

export const pageForm: typeof englishPage = {
  title: 'Pages',
  intro:
    'Les textes de l’accueil, des mentions légales et de toute autre page. Ajoutez leurs liens au menu ou au pied de page sur la page «\u202fSite\u202f».',
  unfilled: 'À compléter',
  create: 'Nouvelle page',
  name: 'Nom dans l’adresse',
  nameHint: 'Des minuscules sans accent, des chiffres et des traits d’union, comme «\u202fsalles\u202f».',
  open: 'Écrire la page',
  see: 'Afficher la page',
  pageTitle: 'Titre',
  text: 'Texte',
  textHint:
    'Markdown\u202f: **gras**, [lien](/fr/club/), listes avec «\u202f-\u202f», intertitres avec «\u202f##\u202f».',
  preview: 'Aperçu',
  image: 'Ajouter une image',
  imageHint: (other: string) =>
    `PNG, JPEG ou WebP. Elle est ajoutée à la fin du texte (${other}) lors de l’enregistrement.`,
  imageFormat: 'Choisissez une image PNG, JPEG ou WebP.',
  notRendered: 'La mise en forme de ce texte est trop complexe pour l’afficher. Raccourcissez-le ou simplifiez-le.',
  delete: 'Supprimer la page',
  missingTitle: 'Donnez un titre à la page dans cette langue, ou videz son texte.',
  missingText: 'Écrivez un texte dans cette langue, ou videz le titre.',
  required: 'Rédigez cette page dans au moins une langue.',
  wrongName: 'Utilisez seulement des minuscules sans accent, des chiffres et des traits d’union.',
  taken: 'Une page porte déjà ce nom.',
  placeholders: 'Cette page contient des passages à compléter. D’ici là, les visiteurs ne voient aucun lien vers elle.',
  pageOf: (name: string, other: Locale) => `Page ${quote(name)} en ${language(other)}`,
};
