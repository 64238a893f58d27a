import { setTimeout as sleep } from 'node:timers/promises';
import { PlainClient } from '../support/plain-client.ts';

/** How many clubs are written to, each by a writer of its own. */
export const WRITERS = 4;

/**
 * A club whose texts say how often it was written: an even stamp stands in its name, an odd one in its short
 * description. The first stands at the beginning of the list and the last at its end.
 */
export interface StampedClub {
  number: number;
  id: number;
  /** When each stamp was known to be committed, in ms of `performance.now()`. */
  committedAt: number[];
}

const BEFORE = ['0 ', '', '', 'Zzz '];
const nameOf = (number: number, stamp: number) => `${BEFORE[number] ?? ''}Stamp ${number}-${stamp}`;

/** The highest stamp of each club that a text shows, by the club's number. */
export function readStamps(text: string): Map<number, number> {
  const stamps = new Map<number, number>();
  for (const [, number, stamp] of text.matchAll(/Stamp (\d+)-(\d+)/g)) {
    stamps.set(Number(number), Math.max(Number(stamp), stamps.get(Number(number)) ?? -1));
  }
  return stamps;
}

export async function insertStampedClubs(url: string): Promise<StampedClub[]> {
  const client = await PlainClient.connect(url);
  const clubs: StampedClub[] = [];
  for (let number = 0; number < WRITERS; number += 1) {
    const [row] = await client.query(`insert into club (name) values ('${nameOf(number, 0)}') returning id`);
    clubs.push({ number, id: Number(row?.[0]), committedAt: [performance.now()] });
  }
  client.close();
  return clubs;
}

/** A client that connects anew when its connection is lost, for as long as that takes. */
export class Writer {
  #client: PlainClient | null = null;
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Throws when the connection is lost: whether the statement was done is unknown then. */
  async query(text: string): Promise<(string | null)[][]> {
    try {
      if (!this.#client) {
        this.#client = await PlainClient.connect(this.#url);
        // A crash of the server must not take back what it has acknowledged.
        await this.#client.query('set synchronous_commit = on');
      }
      return await this.#client.query(text);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    this.#client?.close();
    this.#client = null;
  }
}

/** How often the outcome of a write was unknown, and what came of it. */
export interface Unknown {
  done: number;
  notDone: number;
}

/** Writes the next stamp of a club, as often as it takes. */
export async function writeStamp(writer: Writer, club: StampedClub, unknown: Unknown): Promise<void> {
  const stamp = club.committedAt.length;
  const column = stamp % 2 === 0 ? 'name' : 'short_description';
  for (;;) {
    try {
      await writer.query(`update club set ${column} = '${nameOf(club.number, stamp)}' where id = ${club.id}`);
      break;
    } catch {
      if (await isWritten(writer, club, stamp)) {
        unknown.done += 1;
        break;
      }
      unknown.notDone += 1;
    }
  }
  club.committedAt.push(performance.now());
}

/** Waits for whoever still holds the club: until then, its last write may come yet. */
async function isWritten(writer: Writer, club: StampedClub, stamp: number): Promise<boolean> {
  for (;;) {
    try {
      const rows = await writer.query(`select name, short_description from club where id = ${club.id} for update`);
      return readStamps(rows.flat().join(' ')).get(club.number) === stamp;
    } catch {
      await sleep(50);
    }
  }
}
