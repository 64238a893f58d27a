import { importClubs } from '../../src/clubs/csv/import.ts';
import type { ClubValues } from '../../src/clubs/edit/form.ts';
import type { Actor } from '../../src/clubs/history/step.ts';
import { createClub, deleteClub, findEditableClub, saveClub } from '../../src/clubs/edit/save.ts';
import type { UndoPlan } from '../../src/clubs/history/undo-read.ts';
import { planUndo } from '../../src/clubs/history/undo-read.ts';
import { undoStep, type UndoRequest } from '../../src/clubs/history/undo.ts';
import { clubsCsv, inPieces, type CsvRow } from './clubs-csv.ts';
import type { TestDatabase } from './database.ts';
import { insertPerson } from './people.ts';
import { OLDEST } from '../../src/clubs/history/revision.ts';

/** The rows of clubs by their ids, without columns that nobody sets. */
export type Clubs = Record<string, Record<string, unknown>>;

/** Changes clubs and undoes the steps. */
export function undoHelpers(database: TestDatabase) {
  const insertActor = async (): Promise<Actor> => ({
    userId: await insertPerson(database, { name: 'Ada' }),
    name: 'Ada',
  });
  const lastStep = async (): Promise<number> => {
    const [{ id }] = await database.sql<[{ id: number }]>`select coalesce(max(id), 0)::float8 as id from club_step`;
    return id;
  };
  const planFor = async (stepId: number): Promise<UndoPlan> => {
    const plan = await planUndo(database.client, stepId);
    if (!plan) throw new Error(`There is no step ${stepId}.`);
    return plan;
  };
  /** Undoes a step like a user who sees its current plan. */
  const undo = async (actor: Actor, stepId: number, request: Partial<UndoRequest> = {}) =>
    await undoStep(database.client, actor, stepId, {
      shown: (await planFor(stepId)).digest,
      revertChanged: true,
      mayDelete: true,
      ...request,
    });
  const readClubs = async (): Promise<Clubs> => {
    const rows = await database.sql<{ id: number; row: Record<string, unknown> }[]>`
      select id, to_jsonb(club) - 'updated_at' - 'is_sample' as row from club order by id`;
    return Object.fromEntries(rows.map(({ id, row }) => [id, row]));
  };
  const nameOf = async (id: number) =>
    (await database.sql<{ name: string }[]>`select name from club where id = ${id}`)[0]?.name;
  const create = async (actor: Actor, values: ClubValues): Promise<number> => {
    const created = await createClub(database.client, actor, values);
    if (created.outcome !== 'saved') throw new Error(JSON.stringify(created));
    return created.club.id;
  };
  const edit = async (actor: Actor, id: number, values: ClubValues): Promise<number> => {
    const revision = (await findEditableClub(database.client, id))?.revision ?? OLDEST;
    const saved = await saveClub(database.client, actor, id, revision, values);
    if (saved.outcome !== 'saved') throw new Error(JSON.stringify(saved));
    return await lastStep();
  };
  const remove = async (actor: Actor, id: number): Promise<number> => {
    const club = await findEditableClub(database.client, id);
    const { revision = OLDEST, texts } = club ?? {};
    const deleted = await deleteClub(database.client, actor, id, revision, texts?.name ?? '');
    if (deleted.outcome !== 'deleted') throw new Error(JSON.stringify(deleted));
    return await lastStep();
  };
  const importRows = async (rows: CsvRow[], deleteMissing = false) =>
    await importClubs(database.client, inPieces(clubsCsv(...rows)), {
      note: 'clubs.csv',
      deleteMissing,
      allowEmpty: true,
      confirm: async () => true,
    });
  return { insertActor, lastStep, planFor, undo, readClubs, nameOf, create, edit, remove, importRows };
}
