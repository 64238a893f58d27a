import type { Actor } from '../../src/clubs/history/step.ts';
import { planUndo } from '../../src/clubs/history/undo-plan.ts';
import { undoStep, type UndoRequest } from '../../src/clubs/history/undo.ts';
import type { TestDatabase } from './database.ts';
import { clubEditor } from './edit-clubs.ts';

/** The rows of clubs by id, without `updated_at` and `is_sample`. */
export type Clubs = Record<string, Record<string, unknown>>;

export function undoHelpers(database: TestDatabase) {
  const planFor = async (stepId: number) => {
    const plan = await planUndo(database.client, stepId);
    if (!plan) throw new Error(`There is no step ${stepId}.`);
    return plan;
  };
  /** Undoes a step with its current plan. */
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
  return { ...clubEditor({ database }), planFor, undo, readClubs, nameOf };
}
