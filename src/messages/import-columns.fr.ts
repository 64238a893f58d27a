import type { importColumns as english } from './import-columns.en.ts';

export const importColumns: typeof english = {
  of: (file) => `Colonnes de ${file}`,
  intro:
    'Indiquez à quoi correspond chaque colonne de votre fichier. Seul le nom est obligatoire. Tout ce que vous importez est public\u202f: laissez de côté les colonnes qui concernent des personnes.',
  column: 'Colonne du fichier',
  values: 'Valeurs',
  target: 'Importer comme',
  targetOf: (column) => `Importer «\u202f${column}\u202f» comme`,
  unnamed: (number) => `Colonne ${number}, sans nom`,
  none: 'Ne pas importer',
  id: 'Numéro sur ce site (id)',
  link: 'Lien, avec le nom de la colonne',
  sheet: 'Feuille',
  showSheet: 'Afficher cette feuille',
  submit: 'Continuer',
  change: 'Modifier les colonnes',
  incomplete: 'Une colonne doit être le nom. Seuls les catégories et les liens peuvent avoir plusieurs colonnes.',
};
