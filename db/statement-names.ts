import { createHash } from 'node:crypto';
import { CLIENT, encode, readError, readText, SERVER } from './protocol.ts';

/*
 * Connections that share a session name their prepared statements as they like. In the session each name begins with
 * the number of its connection, and what the connection hears of it has its own name again.
 */

/** Who names statements, by a number that no other has. */
export interface Owner {
  readonly id: number;
}

/** A text in a message, and where it stands. */
export interface Name {
  text: string;
  start: number;
  end: number;
}

/** Where a message names a prepared statement; null when it names none. */
export function readStatementName(letter: string, message: Buffer): Name | null {
  let start = 5;
  if (letter === CLIENT.bind) start = readText(message, start)?.end ?? message.length;
  else if (letter === CLIENT.describe || letter === CLIENT.close) {
    if (message[start] !== LETTER_OF_STATEMENTS) return null;
    start += 1;
  } else if (letter !== CLIENT.parse) return null;
  const name = readText(message, start);
  return name && { ...name, start };
}

const LETTER_OF_STATEMENTS = 'S'.charCodeAt(0);

/** The server keeps 63 bytes of a name. */
const LONGEST_NAME = 63;

/** What the session calls a connection's statement. The unnamed one is whoever's has the turn. */
export function ownName({ id }: Owner, name: string): string {
  if (name === '') return '';
  const own = `${id}/${name}`;
  return Buffer.byteLength(own) <= LONGEST_NAME
    ? own
    : `${id}/${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;
}

/** The message with another name in that place, as two parts: what may be long is not copied. */
export function rename(message: Buffer, { start, end }: Name, name: string): Buffer[] {
  const head = Buffer.concat([message.subarray(0, start), Buffer.from(`${name}\0`)]);
  const rest = message.subarray(end);
  head.writeInt32BE(head.length + rest.length - 1, 1);
  return [head, rest];
}

/** An error that speaks of a prepared statement by the name that the session has for it, with the connection's own. */
export function nameAsClient({ id }: Owner, message: Buffer): Buffer | null {
  const fields = readError(message);
  const said = fields.get('M') ?? '';
  if (!SPEAKS_OF_STATEMENT.has(fields.get('C') ?? '') || !said.includes(`"${id}/`)) return null;
  fields.set('M', said.replace(`"${id}/`, '"'));
  const texts = [...fields].map(([letter, text]) => `${letter}${text}`);
  return encode(SERVER.error, ...texts, Buffer.from([0]));
}

/** There is none of that name, or there is one. */
const SPEAKS_OF_STATEMENT = new Set(['26000', '42P05']);
