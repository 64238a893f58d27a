import { unzipSync } from 'fflate';
import { Parser } from 'saxen';
import { decodeEntities } from '../../../lib/html.ts';

/** Why a workbook is not read. */
export type WorkbookProblem = 'unreadable' | 'tooLarge';

export class TooLargeError extends Error {}

/** Of all unpacked parts and the texts of all cells. */
const MAX_SIZE = 100_000_000;
/** The size of the pieces in which parts are parsed, in bytes. */
const CHUNK = 128 * 1024;

interface Handlers {
  open?: (name: string, attributes: Record<string, string>) => void;
  /** `text` follows the last tag. */
  close?: (name: string, text: string) => void;
}

/** The parts of a workbook, which is a ZIP file of XML files. The case of their names does not matter. */
export class Parts {
  readonly #bytes: Uint8Array;
  readonly #names: string[] = [];
  #size = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const addEntry = ({ name, originalSize }: { name: string; originalSize: number }) => {
      this.addSize(originalSize);
      this.#names.push(name);
      return false;
    };
    unzipSync(bytes, { filter: addEntry });
  }

  /** Throws an error when the sum of all sizes is too large. */
  addSize(size: number): void {
    this.#size += size;
    if (this.#size > MAX_SIZE) throw new TooLargeError();
  }

  /** The path of the first part whose path matches. */
  find(pattern: RegExp): string | undefined {
    return this.#names.map(normalize).find((path) => pattern.test(path));
  }

  /** Parses a part, if there is one, until `isEnough`. Leaves out prefixes of names. */
  parse(path: string, { open, close }: Handlers, isEnough: () => boolean = () => false): void {
    const entry = this.#names.find((name) => normalize(name) === path.toLowerCase()) ?? '';
    const bytes = unzipSync(this.#bytes, { filter: ({ name }) => name === entry })[entry];
    if (!bytes) return;
    const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);
    let text = '';
    const parser = new Parser()
      .on('openTag', (name, attributes) => {
        text = '';
        open?.(withoutPrefix(name), attributes() || {});
      })
      .on('text', (part) => (text += decodeEntities(part)))
      .on('cdata', (part) => (text += part))
      .on('closeTag', (name) => close?.(withoutPrefix(name), text))
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
}

const normalize = (name: string): string => name.replaceAll('\\', '/').toLowerCase();
