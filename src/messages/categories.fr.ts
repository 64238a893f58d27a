import type { categories as en } from './categories.en.ts';
import { wordsIn } from './words.ts';

const { count } = wordsIn('fr');
const CLUBS = { one: 'club', many: 'de clubs', other: 'clubs' };

export const categories: typeof en = {
  title: 'Catégories',
  about:
    'Modifiez un nom pour renommer la catégorie dans tous les clubs, ou saisissez celui d’une autre catégorie pour fusionner les deux. Pour diviser une catégorie, affichez ses clubs et déplacez-en certains.',
  aboutReady:
    'Catégories proposées d’après les noms et les descriptions des clubs. Modifiez les noms à votre guise et retirez celles dont vous ne voulez pas.',
  spellings: 'Doublons possibles',
  mergeInto: (label, clubs, other) =>
    `Fusionner «\u202f${label}\u202f» (${count(clubs, CLUBS)}) avec «\u202f${other}\u202f»\u202f?`,
  merge: 'Fusionner',
  clubs: 'Clubs',
  examples: 'Exemples',
  toOf: (label) => `Nouveau nom de ${label}`,
  drop: 'Retirer',
  dropOf: (label) => `Retirer ${label}`,
  none: 'Aucun club n’a encore de catégorie.',
  uncategorized: (clubs, inactive) =>
    `${count(clubs, { one: 'club n’a', many: 'de clubs n’ont', other: 'clubs n’ont' })} aucune catégorie${inactive > 0 ? ` (dont ${count(inactive, { one: 'inactif', other: 'inactifs' })})` : ''}.`,
  showUncategorized: 'Proposer des catégories',
  noProposals:
    'Aucune proposition\u202f: les noms et les descriptions de ces clubs ne correspondent à aucune de nos catégories.',
  listed: (clubs, label) => `${count(clubs, CLUBS)} dans ${label}`,
  submit: 'Enregistrer les catégories',

  ofImport: {
    title: 'Associer les catégories',
    intro:
      'Ces catégories sont nouvelles ici. Gardez un nom, modifiez-le ou saisissez celui d’une autre catégorie pour fusionner les deux. Vos choix seront repris au prochain import.',
    submit: 'Utiliser ces catégories',
    skip: 'Tout importer tel quel',
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
