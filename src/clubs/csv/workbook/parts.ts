import { unzipSync } from 'fflate';
import { Parser } from 'saxen';

/** Why a workbook is not read. */
export type WorkbookProblem = 'spreadsheet' | 'damaged' | 'tooLarge';

export class WorkbookError extends Error {
  readonly problem: WorkbookProblem;
  constructor(problem: WorkbookProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** In bytes: of all unpacked parts, and of the texts that are read. */
const MAX_SIZE = 100_000_000;
/** The memory of a short text, in bytes. */
export const TEXT_SIZE = 16;

/** Returns a function that adds sizes, and throws an error when they are too much. */
export function limitSize(): (size: number) => void {
  let total = 0;
  return (size) => {
    total += size;
    if (total > MAX_SIZE) throw new WorkbookError('tooLarge');
  };
}

interface Handlers {
  open?: (name: string, attributes: () => Record<string, string>) => void;
  /** `text` follows the last tag. */
  close?: (name: string, text: string) => void;
}

/** The size of the pieces in which parts are parsed, in bytes. */
const CHUNK = 128 * 1024;

/** The parts of a workbook, which is a ZIP file of XML files. The case of their names does not matter. */
export class Parts {
  readonly #bytes: Uint8Array;
  readonly #names = new Map<string, string>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const addSize = limitSize();
    const addEntry = ({ name, originalSize }: { name: string; originalSize: number }) => {
      addSize(originalSize);
      this.#names.set(name.replaceAll('\\', '/').toLowerCase(), name);
      return false;
    };
    unzipSync(bytes, { filter: addEntry });
  }

  /** Parses a part, if there is one, until `isEnough`. Leaves out prefixes, and texts about pronunciation. */
  parse(path: string, { open, close }: Handlers, isEnough: () => boolean = () => false): void {
    const entry = this.#names.get(path.toLowerCase()) ?? '';
    const bytes = unzipSync(this.#bytes, { filter: ({ name }) => name === entry })[entry];
    if (!bytes) return;
    const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);
    let text = '';
    let isPhonetic = false;
    const parser = new Parser()
      .on('openTag', (prefixed, attributes) => {
        const name = withoutPrefix(prefixed);
        text = '';
        isPhonetic ||= name === 'rPh';
        open?.(name, () => attributes() || {});
      })
      .on('text', (part) => (text += decodeEntities(part)))
      .on('cdata', (part) => (text += part))
      .on('closeTag', (prefixed) => {
        const name = withoutPrefix(prefixed);
        close?.(name, isPhonetic ? '' : text);
        isPhonetic &&= name !== 'rPh';
      })
      .on('error', (error) => {
        throw error;
      });
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for (let at = 0; at < bytes.length; at += CHUNK) {
      if (isEnough()) return;
      parser.write(decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true }));
    }
    parser.end();
  }

  /** The parts to which a part refers, by id; the workbook itself for an empty path. */
  findRelated(path: string): Map<string, { type: string; path: string }> {
    const related = new Map<string, { type: string; path: string }>();
    this.parse(path.replace(/[^/]*$/, '_rels/$&.rels'), {
      open(name, attributes) {
        if (name !== 'Relationship') return;
        const { Id = '', Type = '', Target = '' } = attributes();
        const { pathname } = new URL(decodeEntities(Target), `file:///${path}`);
        related.set(Id, { type: Type.split('/').at(-1) ?? '', path: decodeURIComponent(pathname.slice(1)) });
      },
    });
    return related;
  }
}

const ENTITIES: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes references to characters; saxen does not know those beyond U+FFFF. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all: string, hex?: string, decimal?: string, name?: string) =>
        name === undefined
          ? String.fromCodePoint(parseInt(hex ?? decimal ?? '', hex ? 16 : 10))
          : (ENTITIES[name] ?? all),
      )
    : text;
