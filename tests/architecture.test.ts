import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/*
 * The direction of imports, and the few things that stand in one place only. A failure names file and line.
 */

interface Import {
  line: number;
  /** As written. */
  specifier: string;
  /** The file from the root of the project, for a relative import. */
  target: string | null;
  isTypeOnly: boolean;
}

interface Source {
  /** From the root of the project, with slashes. */
  file: string;
  lines: string[];
  imports: Import[];
}

const ROOT = resolve(import.meta.dirname, '..');

const sources = globSync(['src/**/*.{ts,mjs,astro}', 'db/**/*.ts'], { cwd: ROOT }).sort().map(readSource);
const under = (...folders: string[]) =>
  sources.filter(({ file }) => folders.some((folder) => file.startsWith(folder) || file === folder));
const inSrc = under('src/');

function readSource(path: string): Source {
  const file = path.split(sep).join('/');
  const text = readFileSync(join(ROOT, file), 'utf8');
  return {
    file,
    lines: text.split('\n'),
    imports: readImports(file, file.endsWith('.astro') ? scriptsOf(text) : text),
  };
}

/** The frontmatter and the scripts of a component; everything else is blank, so that lines keep their numbers. */
function scriptsOf(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ');
  const parts = /^---\n[\s\S]*?\n---|<script\b[^>]*>[\s\S]*?<\/script>/g;
  let scripts = '';
  let end = 0;
  for (const match of text.matchAll(parts)) {
    scripts += blank(text.slice(end, match.index));
    scripts += match[0].replace(/^---|---$|<script\b[^>]*>|<\/script>/g, blank);
    end = match.index + match[0].length;
  }
  return scripts;
}

function readImports(file: string, code: string): Import[] {
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const imports: Import[] = [];
  const add = (node: ts.Node, specifier: ts.Node, isTypeOnly: boolean) => {
    if (!ts.isStringLiteralLike(specifier)) return;
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const isRelative = /^\.{1,2}\//.test(specifier.text);
    const target = isRelative
      ? relative(ROOT, resolve(ROOT, dirname(file), specifier.text))
          .split(sep)
          .join('/')
      : null;
    imports.push({ line, specifier: specifier.text, target, isTypeOnly });
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) {
      const clause = node.importClause;
      const named = clause?.namedBindings;
      const hasOnlyTypes =
        clause !== undefined &&
        (clause.phaseModifier === ts.SyntaxKind.TypeKeyword ||
          (!clause.name &&
            named !== undefined &&
            ts.isNamedImports(named) &&
            named.elements.every((one) => one.isTypeOnly)));
      add(node, node.moduleSpecifier, hasOnlyTypes);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      add(node, node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && node.arguments[0]) {
      add(node, node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return imports;
}

/** Imports that must not be, one line each. */
const findImports = (from: Source[], isWrong: (target: string, one: Import) => boolean): string[] =>
  from.flatMap(({ file, imports }) =>
    imports
      .filter((one) => one.target !== null && isWrong(one.target, one))
      .map(({ line, specifier }) => `${file}:${line} imports ${specifier}`),
  );

/** Lines of code, comments left out, that must not be. */
const findLines = (from: Source[], pattern: RegExp): string[] =>
  from.flatMap(({ file, lines }) =>
    lines.flatMap((text, index) => {
      const code = text.replace(/^\s*(\/\/|\/?\*).*/, '');
      return pattern.test(code) ? [`${file}:${index + 1} has ${text.trim()}`] : [];
    }),
  );

test('the sources are found and read', () => {
  expect(inSrc.length).toBeGreaterThan(20);
  expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(50);
  const listPage = sources.find(({ file }) => file === 'src/pages/[...locale]/club/index.astro');
  expect(listPage?.imports.map(({ target }) => target)).toContain('src/clubs/list-page.ts');
});

test('every relative import names an existing file with its extension', () => {
  const wrong = findImports(
    sources,
    (target) => !/\.(ts|mjs|astro|css|svg|json)$/.test(target) || !existsSync(join(ROOT, target)),
  );
  expect(wrong).toEqual([]);
});

test('no file is known to what it knows, by whatever way', () => {
  const known = new Map(sources.map(({ file, imports }) => [file, imports.flatMap(({ target }) => target ?? [])]));
  const seen = new Set<string>();
  const findCircle = (file: string, way: string[]): string[] => {
    const at = way.indexOf(file);
    if (at >= 0) return [...way.slice(at), file];
    if (seen.has(file)) return [];
    const found = (known.get(file) ?? []).map((target) => findCircle(target, [...way, file]));
    seen.add(file);
    return found.find((circle) => circle.length > 0) ?? [];
  };
  expect(sources.map(({ file }) => findCircle(file, [])).filter((circle) => circle.length > 0)).toEqual([]);
});

test('only settings.ts reads the environment', () => {
  // run.mjs asks what npm says of itself, which is no setting.
  const others = sources.filter(({ file }) => !['src/settings.ts', 'src/run.mjs'].includes(file));
  expect(findLines(others, /\bprocess\.env\b|\bimport\.meta\.env\b|\bloadEnvFile\b|['"]astro:env/)).toEqual([]);
});

test('in src only the modules of a domain that are for it hold SQL', () => {
  const holders =
    /^src\/(sql-fragments|clubs\/(desk|foreign-logos|history(-removal)?|numbers|queries|render|round|epoch|samples|save|steps|undo\/(draft|read|texts|write)|csv\/(staging|plan|difference|write|export)|imports\/(kept-imports|shown-plan)|(missed|inbox)\/queries)|accounts\/(queries|users|identities|invitations|auth-adapter)|images\/queries)\.ts$/;
  const others = inSrc.filter(({ file }) => !holders.test(file));
  expect(findLines(others, /\b(sql|tx|database\(\))(<.*>)?`|\.unsafe\(/)).toEqual([]);
});

test('the body of a request is read in one place, after which the middleware asks again who may send it', () => {
  const others = inSrc.filter(({ file }) => file !== 'src/form-data.ts' && !file.startsWith('src/scripts/'));
  const read = /\brequest\.(body\b|(formData|text|json|blob|bytes|arrayBuffer|clone)\()/i;
  expect(findLines(others, read)).toEqual([]);
  const [middleware] = under('src/middleware.ts');
  expect(middleware?.lines.join('\n')).toMatch(
    /await readFormData\(request, formBounds\(routePattern\)\)[^]*await refuseUnlessAllowed\(\)/,
  );
});

test('only migrations, and what they have made, are SQL that is not a tagged template', () => {
  const others = sources.filter(({ file }) => file !== 'db/migrate.ts' && file !== 'db/collations.ts');
  expect(findLines(others, /\.unsafe\(/)).toEqual([]);
});

test('components and layouts know types of a domain, and none of its code', () => {
  const wrong = findImports(
    under('src/components/', 'src/layouts/'),
    (target, { isTypeOnly }) => /^(src\/(clubs|images|server|pages)|db)\b/.test(target) && !isTypeOnly,
  );
  expect(wrong).toEqual([]);
});

test('a domain knows nothing of pages, of what they are made of and of the server', () => {
  const wrong = findImports(under('src/clubs/', 'src/images/'), (target) =>
    /^src\/(pages|components|layouts|islands|scripts|server|commands|middleware\.ts)\b/.test(target),
  );
  expect(wrong).toEqual([]);
});

test('images know nothing of clubs, and of the rest what a domain needs', () => {
  const known =
    /^(src\/(images\/.*|messages\/.*|(daily|failure|format|paths|result|settings|share-calls|sql-fragments|system-reasons)\.ts)|db\/client\.ts)$/;
  expect(findImports(under('src/images/'), (target) => !known.test(target))).toEqual([]);
});

test('sharp is loaded when the first picture comes, and not with the site', () => {
  expect(findLines(inSrc, /^import (?!type\b).*['"]sharp['"]/)).toEqual([]);
});

test('queries know searches, but neither addresses nor pages', () => {
  const queries = sources.filter(({ file }) => file.endsWith('/queries.ts'));
  const wrong = findImports(
    queries,
    (target, { isTypeOnly }) => /^src\/paths\.ts$|\/page\.ts$/.test(target) && !isTypeOnly,
  );
  expect(wrong).toEqual([]);
});

test('the catalogues of messages know nothing but themselves', () => {
  expect(findImports(under('src/messages/'), (target) => !target.startsWith('src/messages/'))).toEqual([]);
});

test('who runs the site is known from files alone, and to pages and what builds them', () => {
  const known = /^src\/(identity\/.*|messages\/.*|(failure|nearest|paths|result|system-reasons|unfinished-files)\.ts)$/;
  expect(findImports(under('src/identity/'), (target) => !known.test(target))).toEqual([]);
  const users =
    /^src\/(identity|components|layouts|pages|server\/(build|development|unfilled-pages)\.ts|content\.config\.ts|static-pages\.ts)/;
  const others = inSrc.filter(({ file }) => !users.test(file));
  expect(findImports(others, (target) => target.startsWith('src/identity/'))).toEqual([]);
});

test('what runs in the browser imports nothing that runs on the server', () => {
  const wrong = findImports(
    under('src/scripts/'),
    (target, { isTypeOnly }) => !target.startsWith('src/scripts/') && !isTypeOnly,
  );
  expect(wrong).toEqual([]);
});

test('in src only the server and commands import from db; everybody else may know the type of its client', () => {
  const others = inSrc.filter(({ file }) => !/^src\/(server|commands)\//.test(file));
  const isClientType = (target: string, { isTypeOnly }: Import) => isTypeOnly && target === 'db/client.ts';
  const wrong = findImports(others, (target, one) => target.startsWith('db/') && !isClientType(target, one));
  expect(wrong).toEqual([]);
});

test('only the client and its connections talk to the driver', () => {
  const others = sources.filter(({ file }) => !/^db\/(client|connection|listener|statement)\.ts$/.test(file));
  const wrong = others.flatMap(({ file, imports }) =>
    imports
      .filter(({ specifier, isTypeOnly }) => specifier === 'postgres' && !isTypeOnly)
      .map(({ line }) => `${file}:${line} imports postgres`),
  );
  expect(wrong).toEqual([]);
});

test('the database imports of src the settings, failures and what has nothing of the site alone', () => {
  const known = /^src\/(settings|database-address|failure|lost-connection|system-reasons|unfinished-files)\.ts$/;
  expect(findImports(under('db/'), (target) => target.startsWith('src/') && !known.test(target))).toEqual([]);
});

test('only HTML that was made here is printed as it stands', () => {
  const except = (printer: string) => inSrc.filter(({ file }) => file !== printer);
  expect(findLines(except('src/components/clubs/ForeignText.astro'), /\bset:html\b/)).toEqual([]);
  // Astro prints bytes as they are, too.
  const components = except('src/components/Remembered.astro').filter(({ file }) =>
    /^src\/(components|layouts)\/.*\.astro$/.test(file),
  );
  expect(findLines(components, /\b(?:Buffer|Uint8Array|TextEncoder|recall)\b/)).toEqual([]);
  expect(findLines(inSrc, /<ForeignText\b(?!.*\bhtml=\{club\.\w+Html\})/)).toEqual([]);
  expect(
    findLines(
      inSrc,
      /\.(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment)\b|\bdocument\.write/,
    ),
  ).toEqual([]);
});

test('what runs in production imports no package that is for development alone', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const config = readSource('astro.config.mjs');
  const wrong = [...sources, config].flatMap(({ file, imports }) =>
    imports
      .filter(({ specifier, target }) => target === null && !/^(node|astro|virtual):/.test(specifier))
      .filter(({ specifier }) => {
        const [scope = '', name = ''] = specifier.split('/');
        return !((scope.startsWith('@') ? `${scope}/${name}` : scope) in dependencies);
      })
      .map(({ line, specifier }) => `${file}:${line} imports ${specifier}`),
  );
  expect(wrong).toEqual([]);
});

test('nothing asks Astro for what it has let through unescaped: values in styles, scripts, directives and names of slots', () => {
  const templates = inSrc.filter(({ file }) => file.endsWith('.astro'));
  expect(findLines(templates, /\b(?:transition|client):\w+|\bdefine:vars\b|\bslot=\{|<slot\s[^>]*name=\{/)).toEqual([]);
  // Attributes that are spread have names that the source says: none comes from data.
  expect(findLines(inSrc, /\{\.\.\.(?:Object\.fromEntries|JSON\.parse|Astro\.(?:url|request|params))/)).toEqual([]);
});

test('no address of a route is spelled by hand', () => {
  const others = inSrc.filter(({ file }) => file !== 'src/paths.ts');
  expect(findLines(others, /["'`]\/(club|api\/|image\/|page\/|fragments\/|fr\b|en\b|\[)/)).toEqual([]);
  // As a regular expression has it.
  expect(findLines(others, /\\\/(club|desk|users|api|image|page|fragments|fr|en)\b/)).toEqual([]);
});

test('Server islands take one prop, the language, and no slot, because their addresses only name the language', () => {
  const uses = inSrc.flatMap(({ lines }) => lines.filter((line) => line.includes('server:defer')));
  expect(uses.length).toBeGreaterThan(2);
  for (const line of uses) expect(line).toMatch(/^\s*<\w+ server:defer \{locale\}>$/);
  expect(findLines(under('src/islands/'), /<slot/)).toEqual([]);
});

test('No page that is made on demand can have an island: Astro would look through all of it before it sends any', () => {
  const byFile = new Map(sources.map((one) => [one.file, one]));
  const hasIsland = (file: string, seen = new Set<string>()): boolean => {
    const source = byFile.get(file);
    if (!source || seen.has(file)) return false;
    seen.add(file);
    return (
      source.lines.some((line) => line.includes('server:defer')) ||
      source.imports.some(({ target, isTypeOnly }) => target !== null && !isTypeOnly && hasIsland(target, seen))
    );
  };
  const pages = under('src/pages/').filter(({ file }) => hasIsland(file));
  expect(pages.map(({ file }) => file)).toContain('src/pages/[...locale]/index.astro');
  expect(findLines(pages, /export const prerender = true/)).toHaveLength(pages.length);
});
