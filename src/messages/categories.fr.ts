import type { categories as en } from './categories.en.ts';
import { wordsIn } from './words.ts';

const { count } = wordsIn('fr');
const CLUBS = { one: 'club', many: 'de clubs', other: 'clubs' };

export const categories: typeof en = {
  title: 'Catégories',
  about:
    'Modifiez un nom pour renommer la catégorie dans tous les clubs. Saisissez le nom d’une autre catégorie pour fusionner les deux. Cochez «\u202fRetirer\u202f» pour supprimer une catégorie\u202f: les clubs sont conservés.',
  aboutReady:
    'Ces catégories sont proposées d’après les noms et les descriptions des clubs. Modifiez les noms à votre guise et cochez «\u202fRetirer\u202f» pour les catégories dont vous ne voulez pas.',
  split:
    'Pour diviser une catégorie, affichez ses clubs, sélectionnez-en certains, puis choisissez «\u202fDéplacer vers une autre catégorie\u202f» sous le tableau.',
  clubs: 'Clubs',
  allClubs: 'Clubs actifs et inactifs',
  to: 'Nouveau nom',
  toOf: (label) => `Nouveau nom de ${label}`,
  drop: 'Retirer',
  alike: (label) => `identique à «\u202f${label}\u202f»\u202f?`,
  examples: (names) => `Par exemple\u202f: ${names.join(', ')}`,
  none: 'Aucun club n’a encore de catégorie.',
  uncategorized: (clubs, inactive) =>
    `${count(clubs, { one: 'club n’a', many: 'de clubs n’ont', other: 'clubs n’ont' })} aucune catégorie${inactive > 0 ? ` (dont ${count(inactive, { one: 'inactif', other: 'inactifs' })})` : ''}.`,
  showUncategorized: 'Proposer des catégories',
  noProposals:
    'Aucune proposition\u202f: les noms et les descriptions de ces clubs ne correspondent à aucune de nos catégories.',
  listed: (clubs) => `Afficher ${count(clubs, CLUBS)}`,
  submit: 'Enregistrer les catégories',

  ofImport: {
    title: 'Associer les catégories',
    intro:
      'Certaines catégories de ce fichier sont nouvelles ici. Gardez un nom, modifiez-le ou saisissez celui d’une autre catégorie pour fusionner les deux. Vos réponses seront réutilisées pour le prochain fichier.',
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
