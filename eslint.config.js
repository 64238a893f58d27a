import astro from 'eslint-plugin-astro';
import boundaries from 'eslint-plugin-boundaries';
import { defineConfig, globalIgnores } from 'eslint/config';
import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';

/*
 * ESLint checks Astro components and the architecture of src and db. oxlint (.oxlintrc.json), which is faster and knows
 * types, checks everything else.
 */

/**
 * The layers of src and db: what each folder may import besides lib and modules directly in src. Of `types`, it may
 * import only types. No folder below clubs imports one that imports it.
 */
const LAYERS = {
  lib: { values: ['settings', 'messages'], types: ['db'] },
  settings: { values: ['messages'] },
  messages: { hasShared: false },
  db: {},
  images: { values: ['messages'], types: ['db'] },
  identity: { values: ['messages', 'settings'], types: ['db'] },
  'clubs/record': { values: ['messages'], types: ['db'] },
  clubs: { values: ['clubs/record'], types: ['messages'] },
  'clubs/directory': { values: ['clubs', 'clubs/record'], types: ['db'] },
  'clubs/history': { values: ['clubs', 'clubs/record', 'clubs/directory', 'messages'], types: ['db', 'identity'] },
  'clubs/list': { values: ['clubs', 'clubs/record', 'clubs/directory'], types: ['db', 'messages'] },
  'clubs/categories': {
    values: ['clubs', 'clubs/record', 'clubs/directory', 'clubs/history', 'messages'],
    types: ['db'],
  },
  'clubs/edit': {
    values: ['clubs/record', 'clubs/directory', 'clubs/history', 'images'],
    types: ['accounts', 'db', 'messages'],
  },
  'clubs/csv': {
    values: ['clubs/record', 'clubs/directory', 'clubs/history', 'clubs/edit', 'images', 'messages'],
    types: ['db'],
  },
  'clubs/imports': {
    values: ['clubs', 'clubs/record', 'clubs/categories', 'clubs/history', 'clubs/csv', 'messages'],
    types: ['clubs/directory', 'db'],
  },
  'clubs/board': {
    values: ['clubs', 'clubs/record', 'clubs/directory', 'clubs/list', 'clubs/history', 'clubs/edit', 'messages'],
    types: ['accounts', 'clubs/csv', 'db'],
  },
  'clubs/contact': { values: ['clubs/record', 'clubs/board', 'messages'], types: ['db'] },
  'clubs/round': {
    values: ['clubs', 'clubs/record', 'clubs/list', 'clubs/history', 'clubs/board', 'messages'],
    types: ['clubs/directory', 'db'],
  },
  'clubs/club-page': {
    values: ['clubs/record', 'clubs/directory', 'clubs/round'],
    types: ['accounts', 'db', 'messages'],
  },
  site: { values: ['accounts', 'clubs/record', 'clubs/history', 'identity', 'images', 'messages'], types: ['db'] },
  accounts: {
    values: ['clubs', 'clubs/record', 'clubs/directory', 'clubs/board', 'clubs/round', 'messages'],
    types: ['db'],
  },
  http: { values: ['lib'], hasShared: false },
  process: {
    values: [
      'accounts',
      'clubs',
      'clubs/record',
      'clubs/directory',
      'clubs/board',
      'clubs/csv',
      'db',
      'http',
      'identity',
      'images',
      'messages',
    ],
  },
  commands: {
    values: ['accounts', 'clubs/record', 'clubs/csv', 'clubs/history', 'db', 'identity', 'images', 'messages'],
  },
  scripts: { values: ['lib', 'messages'], types: ['components'], hasShared: false },
  components: {
    values: ['accounts', 'clubs/imports', 'clubs/record', 'identity', 'layouts', 'messages', 'scripts', 'site'],
    types: ['clubs', 'clubs/*'],
  },
  islands: { values: ['components', 'messages'] },
  layouts: {
    values: [
      'clubs/record',
      'clubs/directory',
      'clubs/board',
      'components',
      'identity',
      'islands',
      'messages',
      'scripts',
      'styles',
    ],
  },
  pages: {
    values: [
      'accounts',
      'clubs',
      'clubs/*',
      'components',
      'identity',
      'images',
      'islands',
      'layouts',
      'messages',
      'scripts',
      'site',
    ],
  },
  styles: {},
  src: {
    values: [
      'settings',
      'accounts',
      'clubs',
      'clubs/record',
      'clubs/history',
      'clubs/directory',
      'identity',
      'images',
      'messages',
    ],
    types: ['db'],
  },
};

const to = (types) => ({ to: { element: { types: { anyOf: types } } } });
/** Modules of src belong to the first folder of this list that contains them. */
const folders = Object.keys(LAYERS).sort((one, other) => other.length - one.length);
const BOUNDARIES = {
  plugins: { boundaries },
  settings: {
    'boundaries/elements': [
      ...folders
        .filter((name) => !['db', 'src'].includes(name))
        .map((name) => ({ type: name, pattern: `src/${name}`, partialMatch: false })),
      { type: 'db', pattern: 'db', partialMatch: false },
      { type: 'src', pattern: 'src', partialMatch: false },
    ],
    'import/resolver': { node: { extensions: ['.ts', '.astro', '.mjs', '.js'] } },
  },
  rules: {
    'boundaries/dependencies': [
      'error',
      {
        default: 'disallow',
        message: '{{from.element.type}} must not import {{to.element.type}}: see LAYERS in eslint.config.js.',
        policies: Object.entries(LAYERS).map(([type, { values = [], types = [], hasShared = true }]) => ({
          from: { element: { type } },
          allow: [
            to([type, ...(hasShared ? ['lib', 'src'] : []), ...values]),
            ...(types.length > 0 ? [{ ...to(types), dependency: { kind: 'type' } }] : []),
          ],
        })),
      },
    ],
  },
};

const { devDependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** Import patterns for all of src and db. */
const EVERYWHERE = [
  { regex: `^(${Object.keys(devDependencies).join('|')})(/|$)`, message: 'This is a development dependency.' },
  { regex: '^(\\.\\./)+tests/', message: 'Production code does not import tests.' },
  { regex: '^sharp$', allowTypeImports: true, message: 'Load sharp with import() when the first image is processed.' },
];
const DRIVER = {
  regex: '^postgres$',
  allowTypeImports: true,
  message: 'Only db/connection.ts and statement.ts use the driver.',
};

const CLIENT = {
  regex: '^(\\.\\./)+db/(?!client\\.ts$)',
  message: 'Only src/commands and src/process open a database; others get a client.',
};
const STORE = {
  regex: '/club-store\\.ts$',
  importNames: ['clubStore'],
  message: 'Only the middleware and the home page fetch the store; others have Astro.locals, or get it as an argument.',
};
const imports = (...patterns) => ({ '@typescript-eslint/no-restricted-imports': ['error', { patterns }] });

const restricted = (selector, message) => ({ selector, message });
const UNSAFE_SQL = restricted(
  "CallExpression > MemberExpression.callee[property.name='unsafe']",
  'Write SQL as a tagged template: its values cannot become SQL.',
);
const ENVIRONMENT = restricted(
  "MemberExpression[object.name='process'][property.name='env'], MemberExpression[object.type='MetaProperty'][property.name='env']",
  'Only src/settings.ts reads the environment.',
);
const RAW_HTML = restricted(
  'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment)$/], ' +
    "MemberExpression[object.name='document'][property.name=/^write/]",
  'Build elements instead: HTML from a string can run scripts.',
);
const REQUEST_BODY = restricted(
  'MemberExpression[object.name=/^request$/i][property.name=/^(body|formData|text|json|blob|bytes|arrayBuffer|clone)$/], ' +
    'MemberExpression[object.property.name=/^request$/i][property.name=/^(body|formData|text|json|blob|bytes|arrayBuffer|clone)$/]',
  'Only src/lib/form-data.ts reads request bodies: it limits them.',
);
const SQL = restricted(
  'TaggedTemplateExpression[tag.name=/^(sql|tx)$/], TaggedTemplateExpression[tag.callee.name=/^database$/]',
  'Only src/accounts, src/clubs, src/identity, src/images and src/site contain SQL.',
);
const ADDRESS = restricted(
  'Literal[value=/^\\u002F(api\\u002F|(club|image|page|fragments|[a-z]{2})\\b)/], TemplateElement[value.raw=/^\\u002F(api\\u002F|(club|image|page|fragments|[a-z]{2})\\b)/]',
  'Take addresses from src/paths.ts: they depend on the language.',
);
const SRC = [UNSAFE_SQL, ENVIRONMENT, RAW_HTML, REQUEST_BODY, SQL, ADDRESS];

/** What Astro writes into a page unescaped. */
const UNESCAPED = [
  restricted(
    "JSXNamespacedName[namespace.name=/^(transition|client)$/], JSXNamespacedName[namespace.name='define'][name.name='vars']",
    'Astro does not escape the values of this directive.',
  ),
  restricted(
    "JSXAttribute[name.name='slot'] > JSXExpressionContainer, JSXOpeningElement[name.name='slot'] > JSXAttribute[name.name='name'] > JSXExpressionContainer",
    'Astro does not escape slot names.',
  ),
  restricted(
    "JSXSpreadAttribute > CallExpression[callee.object.name=/^(Object|JSON)$/], JSXSpreadAttribute MemberExpression[object.name='Astro'][property.name=/^(url|request|params)$/]",
    'Astro does not escape attribute names.',
  ),
  restricted(
    "JSXOpeningElement[name.name='ForeignText'] > JSXAttribute[name.name='html'] > JSXExpressionContainer > :not(MemberExpression[property.name=/Html$/])",
    'Show only HTML that src/clubs/record/markdown.ts has sanitized.',
  ),
];

const BYTES = restricted(
  'Identifier[name=/^(Buffer|Uint8Array|TextEncoder|renderOnce)$/]',
  'Astro does not escape bytes.',
);

/** What only pages and layouts use. */
const LOCAL_STORE = restricted(
  "MemberExpression[object.property.name='locals'][property.name=/^(sql|store)$/], " +
    "VariableDeclarator[init.property.name='locals'] > ObjectPattern > Property[key.name=/^(sql|store)$/]",
  'Components get what they show; pages and layouts load it.',
);

const syntax = (...rules) => ({ 'no-restricted-syntax': ['error', ...rules] });
const without = (...rules) => syntax(...SRC.filter((rule) => !rules.includes(rule)));

export default defineConfig(
  globalIgnores(['dist/', 'data/', '.astro/', 'node_modules/', 'tests/', 'perf/', '*.ts', '*.js', '*.mjs']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['{src,db}/**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins: { '@typescript-eslint': tseslint.plugin },
  },
  {
    files: ['**/*.astro'],
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
  },
  astro.configs.recommended,
  {
    files: ['**/*.astro'],
    rules: {
      eqeqeq: 'error',
      'astro/no-set-html-directive': 'error',
      // A page may end its frontmatter with a return; only the template uses the components of a page.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^(_|Props$)' }],
    },
  },
  { files: ['src/**/*.ts'], rules: syntax(...SRC) },
  { files: ['src/**/*.astro'], rules: syntax(...SRC, ...UNESCAPED) },
  { files: ['src/layouts/**/*.astro'], rules: syntax(...SRC, ...UNESCAPED, BYTES) },
  { files: ['src/components/**/*.astro'], rules: syntax(...SRC, ...UNESCAPED, BYTES, LOCAL_STORE) },
  { files: ['src/components/CachedHtml.astro'], rules: syntax(...SRC, ...UNESCAPED) },
  { files: ['src/{accounts,clubs,identity,images,site}/**/*.ts', 'src/lib/sql.ts'], rules: without(SQL) },
  { files: ['src/settings.ts'], rules: without(ENVIRONMENT) },
  { files: ['src/{paths,routes}.ts'], rules: without(ADDRESS) },
  { files: ['src/lib/form-data.ts', 'src/scripts/**/*.ts'], rules: without(REQUEST_BODY) },
  { files: ['{src,db}/**/*.{ts,astro}'], ...BOUNDARIES },
  { files: ['src/**/*.{ts,astro}'], rules: imports(...EVERYWHERE, DRIVER, CLIENT, STORE) },
  {
    files: ['src/middleware.ts', 'src/pages/*/{index,home}.astro'],
    rules: imports(...EVERYWHERE, DRIVER, CLIENT),
  },
  { files: ['src/{commands,process}/**/*.ts'], rules: imports(...EVERYWHERE, DRIVER, STORE) },
  { files: ['db/**/*.ts'], rules: { ...syntax(UNSAFE_SQL, ENVIRONMENT), ...imports(...EVERYWHERE, DRIVER) } },
  { files: ['db/{connection,statement}.ts'], rules: imports(...EVERYWHERE) },
  // Migrations are SQL files, and PostgreSQL itself writes other statements from its catalog.
  { files: ['db/{client,collations,migrate,restore}.ts'], rules: syntax(ENVIRONMENT) },
);
