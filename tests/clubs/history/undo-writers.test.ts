import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findEditableClub, saveClub } from '../../../src/clubs/edit/save.ts';
import { undoStep } from '../../../src/clubs/history/undo.ts';
import { describeDatabase } from '../../support/database.ts';
import { inFull } from '../../support/scope.ts';
import { undoHelpers } from '../../support/undo.ts';
import { OLDEST, type Revision } from '../../../src/clubs/history/revision.ts';

/*
 * An undo beside others who write. Whatever is done at the same time has to come out as if it had been done in turn.
 */

const NAMES = ['A', 'B', 'C', 'D'];
const FIELDS = ['category', 'description'] as const;
type Field = (typeof FIELDS)[number];

/** What clubs say, by their names. */
type Table = Record<string, Record<Field, string>>;

/** A write by a user whose page was loaded right after the step. */
type Writing = { does: 'undo' } | { does: 'edit'; name: string; field: Field } | { does: 'import'; names: string[] };

/** The step gave every club these values, for those before it. */
const BEFORE = { category: 'old', description: 'then' };
const AFTER = { category: 'new', description: 'now' };

const tableOf = (values: Record<Field, string>): Table =>
  Object.fromEntries(NAMES.map((name) => [name, { ...values }]));

/** Every writer has a text of its own. */
const ownText = (at: number) => `by ${at}`;

/** What the writing comes to when it is done in this place, as README and docs/history.md say it. */
function doInTurn(table: Table, writing: Writing, at: number): { table: Table; outcome: string } {
  const next = structuredClone(table);
  const own = ownText(at);
  switch (writing.does) {
    case 'undo': {
      const [isSeen, isDone] = [AFTER, BEFORE].map(
        (values) =>
          JSON.stringify(table, ['A', 'B', 'C', 'D', 'category', 'description']) === JSON.stringify(tableOf(values)),
      );
      // Pressed twice, it is done once.
      if (isDone) return { table, outcome: 'undone' };
      return isSeen ? { table: tableOf(BEFORE), outcome: 'undone' } : { table, outcome: 'changed' };
    }
    case 'edit': {
      const club = next[writing.name];
      if (club?.[writing.field] !== AFTER[writing.field]) return { table, outcome: 'conflict' };
      club[writing.field] = own;
      return { table: next, outcome: 'saved' };
    }
    case 'import':
      for (const name of writing.names) Object.assign(next[name] ?? {}, { category: own });
      return { table: next, outcome: 'done' };
  }
}

/** All that can come of writings that are done one after the other. */
function* allTurns(
  table: Table,
  writings: Writing[],
  outcomes: string[] = [],
): Generator<{ table: Table; outcomes: string[] }> {
  const left = writings.flatMap((_, at) => (outcomes[at] === undefined ? [at] : []));
  if (left.length === 0) yield { table, outcomes };
  for (const at of left) {
    const writing = writings[at];
    if (!writing) continue;
    const done = doInTurn(table, writing, at);
    const told = [...outcomes];
    told[at] = done.outcome;
    yield* allTurns(done.table, writings, told);
  }
}

const writingArbitrary: fc.Arbitrary<Writing> = fc.oneof(
  fc.constant({ does: 'undo' as const }),
  fc.record({
    does: fc.constant('edit' as const),
    name: fc.constantFrom(...NAMES),
    field: fc.constantFrom(...FIELDS),
  }),
  fc.record({ does: fc.constant('import' as const), names: fc.subarray(NAMES, { minLength: 1 }) }),
);

const RUNS = inFull(4, 12);

describeDatabase('An undo during other writes', (database) => {
  const { insertActor, lastStep, planFor, readClubs, importRows } = undoHelpers(database);

  const rows = (values: Record<Field, string>) => NAMES.map((name) => ({ name, ...values }));
  const readTable = async (): Promise<Table> =>
    Object.fromEntries(
      Object.values(await readClubs()).map(({ name, category, description }) => [name, { category, description }]),
    ) as Table;

  test('has the result of some serial order', async () => {
    const actor = await insertActor();
    await fc.assert(
      fc.asyncProperty(fc.array(writingArbitrary, { minLength: 1, maxLength: 4 }), async (others) => {
        await database.sql`delete from club`;
        await importRows(rows(BEFORE));
        await importRows(rows(AFTER));
        const step = await lastStep();
        const { digest: shown } = await planFor(step);
        const clubs = await database.sql<{ id: number; name: string }[]>`select id, name from club`;
        const ids = new Map(clubs.map(({ id, name }) => [name, id]));
        const seen = new Map<string, Revision>();
        for (const { id, name } of clubs)
          seen.set(name, (await findEditableClub(database.client, id))?.revision ?? OLDEST);

        const write = async (writing: Writing, at: number): Promise<string> => {
          const own = ownText(at);
          switch (writing.does) {
            case 'undo':
              return (await undoStep(database.client, actor, step, { shown, revertChanged: false, mayDelete: true }))
                .outcome;
            case 'edit': {
              const { name, field } = writing;
              const values = { [field]: own };
              return (await saveClub(database.client, actor, ids.get(name) ?? 0, seen.get(name) ?? OLDEST, values))
                .outcome;
            }
            case 'import':
              return (await importRows(writing.names.map((name) => ({ name, category: own })))).outcome;
          }
        };
        const writings: Writing[] = [{ does: 'undo' }, ...others];
        const outcomes = await Promise.all(writings.map(write));
        expect([...allTurns(tableOf(AFTER), writings)]).toContainEqual({ table: await readTable(), outcomes });
      }),
      { numRuns: RUNS },
    );
  }, 240_000);
});
