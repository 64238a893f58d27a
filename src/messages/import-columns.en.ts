export const importColumns = {
  of: (file: string) => `Columns of ${file}`,
  intro:
    'Choose what each column of your file is. Only the name is required. Everything that you import is public, so leave out columns about people.',
  column: 'Column in your file',
  values: 'Values',
  target: 'Import as',
  targetOf: (column: string) => `Import “${column}” as`,
  unnamed: (number: number) => `Column ${number}, without a name`,
  none: 'Do not import',
  id: 'Number on this site (id)',
  link: 'Link, named after the column',
  sheet: 'Sheet',
  showSheet: 'Show this sheet',
  submit: 'Continue',
  change: 'Change columns',
  incomplete: 'One column must be the name. Only categories and links may have several columns.',
};
