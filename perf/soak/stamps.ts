import { setTimeout as sleep } from 'node:timers/promises';
import { PlainClient } from '../support/plain-client.ts';

/** Number of stamped clubs, each with one writer. */
export const WRITERS = 4;

/**
 * A club whose texts contain the number of writes (its stamp): even stamps in the name, odd ones in the short
 * description. The first club sorts at the start of the list, the last at its end.
 */
export interface StampedClub {
  number: number;
  id: number;
  /** For each stamp, when its commit was confirmed (`performance.now()`). */
  committedAt: number[];
}

const BEFORE = ['0 ', '', '', 'Zzz '];
const nameOf = (number: number, stamp: number) => `${BEFORE[number] ?? ''}Stamp ${number}-${stamp}`;

/** The highest stamp of each club in a text, by club number. */
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

/** A client that reconnects after it has lost its connection. */
export class Writer {
  #client: PlainClient | null = null;
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Throws if the connection is lost: the outcome of the statement is then unknown. */
  async query(text: string): Promise<(string | null)[][]> {
    try {
      if (!this.#client) {
        this.#client = await PlainClient.connect(this.#url);
        // Acknowledged writes must survive a crash of the server.
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

/** Writes with an unknown outcome, by what a later look showed. */
export interface Unknown {
  done: number;
  notDone: number;
}

/** Writes the next stamp of a club, with retries. */
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

/** Locks the row first, because the lost write may still be under way. */
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
