import { importClubs } from '../../src/clubs/csv/import.ts';
import type { EditableClub } from '../../src/clubs/edit/conflict.ts';
import type { ClubValues } from '../../src/clubs/record/texts.ts';
import { createClub, deleteClub, saveClub } from '../../src/clubs/edit/save.ts';
import type { Revision } from '../../src/clubs/record/revision.ts';
import { findRevision } from '../../src/clubs/record/state.ts';
import type { Actor } from '../../src/clubs/history/step.ts';
import { clubsCsv, type CsvRow } from './clubs-csv.ts';
import type { TestDatabase } from './database.ts';
import { insertActor } from './people.ts';

/** Changes clubs as a user who sees their current state, each change as a step of the history. `place`: a site or a database. */
export function clubEditor(place: { readonly database: TestDatabase }) {
  /** The id of the last step; 0 if there is none. */
  const lastStep = async (): Promise<number> => {
    const [{ id }] = await place.database.sql<
      [{ id: number }]
    >`select coalesce(max(id), 0)::float8 as id from club_step`;
    return id;
  };
  const revisionOf = (id: number) => findRevision(place.database.client, id);
  const create = async (actor: Actor, values: ClubValues): Promise<EditableClub> => {
    const created = await createClub(place.database.client, actor, values);
    if (created.outcome !== 'saved') throw new Error(JSON.stringify(created));
    return created.club;
  };
  /** Returns the id of the step. */
  const edit = async (actor: Actor, id: number, values: ClubValues): Promise<number> => {
    const saved = await saveClub(place.database.client, actor, id, await revisionOf(id), values, { confirms: false });
    if (saved.outcome !== 'saved') throw new Error(JSON.stringify(saved));
    return await lastStep();
  };
  /** Returns the revision that restores the club. */
  const remove = async (actor: Actor, id: number): Promise<{ revision: Revision }> => {
    const deleted = await deleteClub(place.database.client, actor, id, await revisionOf(id));
    if (deleted.outcome !== 'deleted') throw new Error(JSON.stringify(deleted));
    return { revision: await revisionOf(id) };
  };
  /** Returns the id of the step. */
  const importRows = async (rows: CsvRow[], deleteMissing = false): Promise<number> => {
    const options = { note: 'clubs.csv', deleteMissing, allowEmpty: true, confirm: async () => true };
    await importClubs(place.database.client, clubsCsv(...rows), options);
    return await lastStep();
  };
  return {
    insertActor: (name?: string) => insertActor(place.database, name),
    lastStep,
    revisionOf,
    create,
    edit,
    remove,
    importRows,
  };
}
