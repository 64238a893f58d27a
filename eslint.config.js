import astro from 'eslint-plugin-astro';
import { defineConfig, globalIgnores } from 'eslint/config';
import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';

/*
 * ESLint checks Astro components and the architecture of src and db. oxlint (.oxlintrc.json), which is faster and knows
 * types, checks everything else.
 */

/**
 * Folders of src, and what each may import besides its own modules, those directly in src, and lib. `hasRoot: false`
 * excludes the latter two.
 */
const LAYERS = {
  accounts: { values: ['clubs', 'messages'], types: ['db'] },
  clubs: { values: ['images', 'messages'], types: ['accounts', 'db'] },
  commands: { values: ['accounts', 'clubs', 'db', 'images', 'messages'] },
  components: { values: ['identity', 'layouts', 'messages', 'scripts'], types: ['accounts', 'clubs'] },
  content: {},
  http: { values: ['accounts', 'clubs', 'identity', 'images', 'messages', 'process'], types: ['db'] },
  identity: { values: ['messages'] },
  images: { values: ['messages'], types: ['db'] },
  islands: { values: ['clubs', 'components', 'messages'] },
  lib: { values: ['messages'], types: ['db'] },
  layouts: { values: ['clubs', 'components', 'identity', 'islands', 'messages', 'scripts', 'styles'] },
  messages: { hasRoot: false },
  pages: {
    values: ['accounts', 'clubs', 'components', 'identity', 'images', 'islands', 'layouts', 'messages', 'scripts'],
  },
  process: { values: ['accounts', 'clubs', 'db', 'http', 'identity', 'images', 'messages'] },
  scripts: { values: ['messages'], types: ['components'], hasRoot: false },
  settings: { values: ['messages'] },
  styles: {},
};

/** Modules directly in src. */
const ROOT = { values: ['accounts', 'clubs', 'identity', 'images', 'messages'], types: ['db'] };

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

/** Rules for files `depth` folders below the layer; `up` leads from there to src. */
function layerRules(name, depth, { values = [], types = [], hasRoot = true }) {
  const up = name === null ? '\\./' : `(\\.\\./){${depth + 1}}`;
  const toDb = name === null ? '\\.\\./db/' : `(\\.\\./){${depth + 2}}db/`;
  const shared = hasRoot ? ['lib', 'settings'] : [];
  const others = Object.keys(LAYERS).filter((other) => ![name, ...shared, ...values].includes(other));
  const message = `${name === null ? 'src' : `src/${name}`} must not import this: see LAYERS in eslint.config.js.`;
  const patterns = [
    ...EVERYWHERE,
    DRIVER,
    { regex: `^${up}(${others.filter((other) => !types.includes(other)).join('|')})/`, message },
    {
      regex: `^${up}(${others.filter((other) => types.includes(other)).join('|') || '-'})/`,
      message,
      allowTypeImports: true,
    },
  ];
  if (types.includes('db')) {
    patterns.push({ regex: `^${toDb}(?!client\\.ts$)`, message });
    patterns.push({ regex: `^${toDb}client\\.ts$`, message, allowTypeImports: true });
  } else if (!values.includes('db')) {
    patterns.push({ regex: `^${toDb}`, message });
  }
  if (!hasRoot) patterns.push({ regex: `^${up}[^/]+$`, message });
  return { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] };
}

const layers = Object.entries(LAYERS).flatMap(([name, layer]) =>
  [0, 1, 2, 3, 4].map((depth) => ({
    files: [`src/${name}/${'*/'.repeat(depth)}*.{ts,astro}`],
    rules: layerRules(name, depth, layer),
  })),
);

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
  'Only src/accounts, src/clubs and src/images contain SQL.',
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
  'Identifier[name=/^(Buffer|Uint8Array|TextEncoder|renderCached)$/]',
  'Astro does not escape bytes.',
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
  { files: ['src/{components,layouts}/**/*.astro'], rules: syntax(...SRC, ...UNESCAPED, BYTES) },
  { files: ['src/components/CachedHtml.astro'], rules: syntax(...SRC, ...UNESCAPED) },
  { files: ['src/{accounts,clubs,images}/**/*.ts', 'src/lib/sql.ts'], rules: without(SQL) },
  { files: ['src/settings.ts'], rules: without(ENVIRONMENT) },
  { files: ['src/{paths,routes}.ts'], rules: without(ADDRESS) },
  { files: ['src/lib/form-data.ts', 'src/scripts/**/*.ts'], rules: without(REQUEST_BODY) },
  { files: ['src/*.ts'], rules: layerRules(null, 0, ROOT) },
  layers,
  {
    files: ['db/**/*.ts'],
    rules: {
      ...syntax(UNSAFE_SQL, ENVIRONMENT),
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            ...EVERYWHERE,
            DRIVER,
            {
              regex: '^(\\.\\./)+src/(?!lib/)[^/]+/',
              message: 'db imports only modules in src/lib and directly in src.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['db/{connection,statement}.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: EVERYWHERE }] },
  },
  // Migrations are SQL files, and PostgreSQL itself writes other statements from its catalog.
  { files: ['db/{client,collations,migrate,restore}.ts'], rules: syntax(ENVIRONMENT) },
);
