import type { Client } from '../../db/client.ts';
import { findRevision } from '../../src/clubs/record/state.ts';
import type { Author } from '../../src/clubs/history/step.ts';
import { confirmClub } from '../../src/clubs/edit/save.ts';

/** Confirms the current state of a club. */
export const confirmAsItIs = async (client: Client, author: Author, clubId: number) =>
  await confirmClub(client, author, clubId, await findRevision(client, clubId));
