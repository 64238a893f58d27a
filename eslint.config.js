import astro from 'eslint-plugin-astro';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const NO_UNSAFE_SQL = {
  selector: "CallExpression > MemberExpression.callee[property.name='unsafe']",
  message: 'SQL is written as a tagged template: its values cannot become SQL.',
};

export default defineConfig(
  // perf/ has its own packages, and so its own check.
  globalIgnores(['dist/', 'data/', '.astro/', 'node_modules/', 'perf/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers read well in messages, and so do the other simple values.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // An empty function says that nothing is to be done.
      '@typescript-eslint/no-empty-function': 'off',
      // Often a signature asks for a promise.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    files: ['**/*.astro'],
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
  },
  astro.configs.recommended,
  {
    files: ['**/*.astro'],
    rules: {
      'astro/no-set-html-directive': 'error',
      // A page may end its frontmatter with a return; the components of a page are used by its template alone.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^(_|Props$)' }],
    },
  },
  {
    files: ['**/*.{ts,mjs,js,astro}'],
    rules: {
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', NO_UNSAFE_SQL],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
  },
  // Tests say SQL that the site never would, and take functions out of plain objects.
  { files: ['tests/**/*.ts'], rules: { 'no-restricted-syntax': 'off', '@typescript-eslint/unbound-method': 'off' } },
  // A migration is a file of SQL, and PostgreSQL itself writes the names of what is in it.
  { files: ['db/{collations,migrate}.ts'], rules: { 'no-restricted-syntax': 'off' } },
);
