import type { categories as en } from './categories.en.ts';
import { wordsIn } from './words.ts';

const { count } = wordsIn('fr');
const CLUBS = { one: 'club', many: 'de clubs', other: 'clubs' };
const CATEGORIES = { one: 'catégorie', many: 'de catégories', other: 'catégories' };

export const categories: typeof en = {
  title: 'Catégories',
  /** By part of the page. */
  about: {
    '': 'Modifiez un nom pour renommer la catégorie dans tous les clubs. Saisissez le nom d’une autre catégorie pour fusionner les deux.',
    variants: 'Les noms proposés sont remplis et affichés en premier. Vérifiez-les avant d’enregistrer.',
    uncategorized:
      'Les propositions viennent des noms et des descriptions. Décochez un club pour le laisser sans catégorie et modifiez les noms à votre guise.',
  },
  split:
    'Pour diviser une catégorie, affichez ses clubs, sélectionnez-en certains, puis choisissez «\u202fDéplacer vers une autre catégorie\u202f» sous le tableau.',
  clubs: 'Clubs',
  to: 'Nom',
  toOf: (label) => `Nouveau nom de ${label}`,
  delete: 'Supprimer',
  leaveOut: 'Ne pas utiliser',
  proposed: 'proposition',
  examples: (names) => `Par exemple\u202f: ${names.join(', ')}`,
  once: (categories) => `Utilisées une seule fois\u202f: ${count(categories, CATEGORIES)}`,
  none: 'Aucun club n’a encore de catégorie.',
  variants: (categories) =>
    `${count(categories, { one: 'catégorie semble', many: 'de catégories semblent', other: 'catégories semblent' })} être une autre graphie d’une catégorie existante.`,
  showVariants: 'Remplir les propositions',
  uncategorized: (clubs) =>
    `${count(clubs, { one: 'club n’a', many: 'de clubs n’ont', other: 'clubs n’ont' })} aucune catégorie.`,
  showUncategorized: 'Proposer des catégories',
  noProposals:
    'Aucune proposition\u202f: les noms et les descriptions de ces clubs ne correspondent à aucune de nos catégories.',
  listed: (clubs) => `Afficher ${count(clubs, CLUBS)}`,
  all: 'Toutes les catégories',
  submit: 'Enregistrer les catégories',

  ofImport: {
    title: 'Associer les catégories',
    intro:
      'Certaines catégories de ce fichier sont nouvelles ici. Gardez un nom, modifiez-le ou saisissez celui d’une autre catégorie pour fusionner les deux. Vos réponses resteront valables pour le prochain fichier.',
    ready:
      'Ce fichier n’a pas de catégories. Nous en proposons une pour chaque club d’après son nom et ses textes. Modifiez les noms à votre guise\u202f; vous pourrez vérifier chaque club à l’étape suivante.',
    withoutProposal: (clubs) =>
      `${count(clubs, { one: 'club reste', many: 'de clubs restent', other: 'clubs restent' })} sans catégorie.`,
    importAs: 'Importer sous le nom',
    drop: 'Ne pas importer',
    submit: 'Utiliser ces catégories',
    skip: 'Tout importer tel quel',
    skipReady: 'Importer sans catégories',
    change: 'Modifier les catégories',
  },

  ready: {
    sport: 'Sport et plein air',
    music: 'Musique',
    stage: 'Danse et théâtre',
    games: 'Jeux et loisirs',
    arts: 'Arts et création',
    media: 'Médias et littérature',
    technology: 'Sciences et techniques',
    health: 'Santé et bien-être',
    care: 'Solidarité et environnement',
    careers: 'Études et carrières',
    culture: 'Cultures et langues',
    faith: 'Religions et spiritualités',
    society: 'Politique et société',
    life: 'Vie étudiante',
  },
};
