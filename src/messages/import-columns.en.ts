export const importColumns = {
  of: (file: string) => `Columns of ${file}`,
  intro:
    'Choose what each column of your file is. Only the name is required. Clubs are active unless a column says otherwise.',
  personal: 'Everything that you import is public. Leave out what is about a person.',
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
  issues: {
    nameMissing: 'Choose which column has the names of the clubs.',
    fieldTwice: (field: string) => `“${field}” is chosen more than once. Choose it for one column only.`,
  },
};
