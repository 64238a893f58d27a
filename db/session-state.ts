import * as v from 'valibot';
import { readStart } from './protocol.ts';

/*
 * What a connection changes of the session that it shares: found in its statements, read out of the session, undone.
 * https://www.postgresql.org/docs/current/sql-discard.html
 */

/** Who a session of PGlite begins as. To it that is not the default to which SET SESSION AUTHORIZATION can go back. */
const USER = 'postgres';

/** What DISCARD ALL undoes, without prepared statements and LISTEN: those are known by connection. */
export const RESET = [
  `set session authorization ${USER}`,
  'reset all',
  'close all',
  'select pg_advisory_unlock_all()',
  'discard temp',
  'discard sequences',
].join('; ');

/** One row: what the session has by now that belongs to connections. */
export const READ_SHARED = `
  select json_build_object(
    'statements', array(select name from pg_catalog.pg_prepared_statements where not from_sql),
    'bySql', array(select name from pg_catalog.pg_prepared_statements where from_sql),
    'channels', array(select pg_listening_channels()))`;

const SharedSchema = v.object({
  statements: v.array(v.string()),
  bySql: v.array(v.string()),
  channels: v.array(v.string()),
});

/** Prepared statements by name, those of SQL apart, and channels. */
export type Shared = v.InferOutput<typeof SharedSchema>;

export const readShared = (row: string | undefined): Shared => v.parse(SharedSchema, JSON.parse(row ?? ''));

const READ_ONLY = 'default_transaction_read_only';

/** Refuses to write from the next transaction on, whatever the connection itself has set. */
export const ONLY_READ = `set ${READ_ONLY} = on;`;

/**
 * Four rows: the encoding of the client; who it acts as, user and role, empty where that is nobody in particular; the
 * other settings, as SQL that sets them again. They are read as the user that sees them all and in UTF-8, so afterwards
 * not all are in force any more. Without `ONLY_READ`, when `isReadOnly` says that it was added.
 */
export const readSettings = ({ isReadOnly }: { isReadOnly: boolean }): string => `
  select pg_client_encoding();
  set client_encoding to 'UTF8';
  select nullif(current_setting('session_authorization'), '${USER}');
  select nullif(current_setting('role'), 'none');
  set session authorization ${USER};
  select string_agg(format('select set_config(%L, %L, false);', name, setting), '' order by name)
    from pg_settings where source = 'session' and name <> 'client_encoding'
      ${isReadOnly ? `and name <> '${READ_ONLY}'` : ''}`;

/** SQL that sets again what `readSettings` has read. */
export function writeSettings([encoding, user, role, settings]: string[]): string {
  let sql = settings ?? '';
  if (encoding && encoding !== 'UTF8') sql += setSetting('client_encoding', encoding);
  if (user) sql += `set session authorization ${quoteIdentifier(user)};`;
  if (role) sql += `set role ${quoteIdentifier(role)};`;
  return sql;
}

/** Of the settings of a connection, whether it may only read, as SQL. */
export const keepReadOnly = (settings: string): string =>
  new RegExp(`select set_config\\('${READ_ONLY}', '\\w+', false\\);`).exec(settings)?.[0] ?? '';

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const setSetting = (name: string, value: string): string =>
  `select set_config(${quoteText(name)}, ${quoteText(value)}, false);`;

/** Not settings; or such as only a process list would show, and which would cost something at each turn. */
const NO_SETTINGS = new Set(['user', 'database', 'replication', 'options', 'application_name']);

/** The settings that a connection begins with, as SQL: pairs of texts in its first message. */
export function readStartSettings(message: Buffer): string {
  let sql = '';
  for (const [name, value] of readStart(message) ?? []) {
    const isUsual = name === 'client_encoding' && /^'?utf-?8'?$/i.test(value);
    if (!isUsual && !NO_SETTINGS.has(name) && !name.startsWith('_pq_.')) sql += setSetting(name, value);
  }
  return sql;
}

/** What a text may do beyond its transaction, as far as it tells. */
export interface Effects {
  /** It reads, by functions that are known to do nothing else, or it only begins or ends a transaction. */
  isPlain: boolean;
  /** Changes settings by a function: SET and the like are known by what the server answers. */
  settings: boolean;
  /** Leaves something in the session that cannot be given back to its connection on its next turn. */
  leaves: boolean;
  /** What decides which channels are heard, in order. */
  steps: Step[];
}

/** A command by the tag of its answer, with the channel or savepoint; none of UNLISTEN is all, of ROLLBACK the whole. */
export interface Step {
  tag: 'LISTEN' | 'UNLISTEN' | 'SAVEPOINT' | 'RELEASE' | 'ROLLBACK';
  name: string | null;
}

/** Declared volatile for the sake of the planner alone; it reads. */
const READS = `proname = 'directory_epoch' and pronamespace = 'public'::regnamespace`;

/**
 * Rows are names: of functions that are stable or immutable under whatever schema; after a `-` of views; and after a `.`
 * of functions of one argument that are neither, which `row.name` calls, too.
 */
export const READ_NAMES = `
  select proname from pg_proc group by proname having bool_and(provolatile <> 'v' or ${READS})
  union all
  select '.' || proname from pg_proc
    where provolatile = 'v' and pronargs = 1 and pronamespace <> 'pg_catalog'::regnamespace and not (${READS})
  union all
  select '-' || relname from pg_class
    where relkind = 'v' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`;

const SETTINGS = /set_config/i;
const LEAVES = /temp|advisory|hold|currval|lastval|nextval|setval/i;
const STEP =
  /^\s*(?:(listen|unlisten|savepoint)|(release)(?:\s+savepoint)?|(rollback)(?:\s+(?:work|transaction))?\s+to(?:\s+savepoint)?)(?:\s+|(?="))("(?:[^"]|"")+"|[^\s;"]+)\s*$/i;
const ROLLBACK = /^\s*(?:rollback|abort)\b/i;
/** What may hold anything: comments, and texts in quotes of either kind. Names in quotes are kept. */
const OPAQUE = /("(?:[^"]|"")*")|--[^\n\r]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\2\$/g;

/**
 * One token of a plain text: space, a text, a name in quotes, a word, a number, a parameter, an operator. No comment, no
 * backslash, nothing beyond ASCII but in quotes, and no word that runs on in some other way (`E'`, `U&"`, `a$b`).
 */
const TOKEN =
  /[ \t\n\r\f\v]+|'(?:[^'\\]|'')*'|("(?:[^"\\]|"")+")|([a-z_]\w*)(?![\w$'"]|&['"])|\d[\w.]*(?![\w.$'"])|\$\d+(?![\w$'"])|--|\/\*|[-+*/<>=~!@#%^&|?:.,()[\]]|;(?=\s*$)/iy;
const BEGINS = new Set('select with values table show begin start commit end rollback savepoint release'.split(' '));
const CHANGES = new Set('into insert update delete merge'.split(' '));
/** No function can be called by these without a name in quotes or a schema. */
const KEYWORDS = new Set(
  `all and any array as between case cast coalesce distinct else except exists from greatest group having in intersect
  lateral least limit not nullif offset on or order row select some then union using values when where with`.split(
    /\s+/,
  ),
);
/** Words that may name a function, but not after these. */
const AFTER = new Map([
  ['by', new Set(['order', 'group', 'partition'])],
  ['filter', new Set([')'])],
  ['join', new Set(['left', 'right', 'full', 'inner', 'cross', 'outer'])],
  ['materialized', new Set(['as', 'not'])],
  ['over', new Set([')'])],
]);

/**
 * Better too much than too little: what is not plain costs some microseconds. `names` are those of `READ_NAMES`; without
 * them nothing is plain.
 */
export function readEffects(text: string, names: ReadonlySet<string> | null): Effects {
  const bare = text.replace(OPAQUE, (_, name: string | undefined) => name ?? ' ');
  return {
    isPlain: names !== null && isPlain(text, names),
    settings: SETTINGS.test(text),
    leaves: LEAVES.test(text),
    steps: readSteps(bare),
  };
}

function isPlain(text: string, names: ReadonlySet<string>): boolean {
  /** The last tokens without space, words in lower case; first the very last. */
  let last = '';
  let before = '';
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [token, quoted, word] = TOKEN.exec(text) ?? [];
    if (token === undefined || token === '--' || token === '/*') return false;
    if (!token.trim()) continue;
    if (last === '' && !BEGINS.has(token.toLowerCase())) return false;
    if (word !== undefined && CHANGES.has(word.toLowerCase())) return false;
    if (quoted !== undefined || word !== undefined) {
      const name = readIdentifier(token);
      if (names.has(`-${name}`) || names.has(`.${name}`)) return false;
    }
    if (token === '(' && !mayOpen(last, before, names)) return false;
    before = last;
    last = quoted ?? token.toLowerCase();
  }
  return last !== '';
}

/** Whether a parenthesis after a token calls nothing but what only computes. */
function mayOpen(last: string, before: string, names: ReadonlySet<string>): boolean {
  if (last.startsWith('"')) return false;
  if (!/^[a-z_]/.test(last) || names.has(last)) return true;
  return before !== '.' && (KEYWORDS.has(last) || AFTER.get(last)?.has(before) === true);
}

function readSteps(text: string): Step[] {
  if (!/listen|savepoint|rollback|release|abort/i.test(text)) return [];
  return text.split(';').flatMap((statement): Step[] => {
    const [, verb, release, rollback, name] = STEP.exec(statement) ?? [];
    if (!name) return ROLLBACK.test(statement) ? [{ tag: 'ROLLBACK', name: null }] : [];
    const tag = (verb ?? release ?? rollback ?? '').toUpperCase() as Step['tag'];
    return [{ tag, name: name === '*' ? null : readIdentifier(name) }];
  });
}

const NAMES_STATEMENT = /^\s*(deallocate(?:\s+prepare)?|execute)(?:\s+|(?="))("(?:[^"]|"")+"|[^\s;"(]+)/i;

/** The prepared statement that a text begins by running or taking away, with how to write it of another name. */
export function readNamed(text: string): { name: string; isRun: boolean; rename: (name: string) => string } | null {
  const [start, verb, word] = NAMES_STATEMENT.exec(text) ?? [];
  if (start === undefined || verb === undefined || word === undefined) return null;
  const isRun = /^execute/i.test(verb);
  if (!isRun && word.toLowerCase() === 'all') return null;
  return {
    name: readIdentifier(word),
    isRun,
    rename: (name) => `${verb} ${quoteIdentifier(name)}${text.slice(start.length)}`,
  };
}

const readIdentifier = (word: string): string =>
  word.startsWith('"') ? word.slice(1, -1).replaceAll('""', '"') : word.toLowerCase();
