import { ImportFailure } from './import-failure.ts';
import { MARKDOWN_RULES } from '../../markdown.ts';
import { list, type Fragment } from '../../sql-fragments.ts';
import { settableNames } from './columns.ts';
import { beginStep, type NewStep } from '../history/step.ts';
import { numberBehindAll } from '../numbers.ts';
import { findVersion } from '../queries.ts';
import { holdImages } from '../../images/queries.ts';
import { CLUB_ID_MAX, toColumn } from '../record.ts';
import { formatCount, formatNumber } from '../../format.ts';
import { deletedClubs, parentChanges, planImport, type ImportPlan, type PlanOptions } from './plan.ts';
import { findPiece, stepsWithin, type Staging } from './staging.ts';
import type { Transaction } from '../../../db/client.ts';

export interface WriteOptions extends PlanOptions {
  /** The clubs are sample clubs. */
  asSamples: boolean;
  /** What the history says of it. */
  step: NewStep;
  /** Whether a plan that was made again is what was agreed to; by its renames and deletions, unless it is told how. */
  isAgreed?: (tx: Transaction, plan: ImportPlan, planned: ImportPlan) => Promise<boolean>;
}

/** The directory is no longer what was planned for, and what was agreed to is not what would be done. */
export class OutdatedPlanError extends Error {
  override name = 'OutdatedPlanError';
}

/**
 * Writes the rows of an import in a transaction, and answers what it did. Where somebody has changed clubs since the
 * plan was made, it is made again, under the lock; throws when that needs another consent, or finds mistakes.
 *
 * Every statement reads a temporary table that goes with the transaction: a driver that lost the connection, and took
 * another one, cannot go on half-way outside of any transaction.
 */
export async function writeClubs(
  tx: Transaction,
  staging: Staging,
  planned: ImportPlan,
  options: WriteOptions,
): Promise<ImportPlan> {
  const rows = tx(staging.rows);
  await tx`create temporary table import_turn on commit drop as select count(*)::integer as rows from ${rows}`;
  const isMyTurn = tx`exists (select from import_turn)`;
  // First: who lost the connection and asks what became of this waits here until it is over.
  await tx`update club_import set written_at = now() where id = ${staging.id} and ${isMyTurn}`;
  // Readers go on; other writers wait, so that nothing changes between these statements.
  await tx`lock table club in share row exclusive mode`;

  const [turn] = await tx<[{ rows: number }]>`select rows from import_turn`;
  if (turn.rows !== staging.count) {
    // The tables of an import are not logged: a server that was ended hard has emptied them.
    throw new ImportFailure(
      { code: 'restarted' },
      'The database was restarted during the import. Nothing was changed. Run the import again.',
    );
  }
  let plan = planned;
  if ((await findVersion(tx)) !== planned.version) {
    plan = await planImport(stepsWithin(tx), staging, options);
    const { isAgreed = hasSameConsent } = options;
    if (plan.mistakes > 0 || !(await isAgreed(tx, plan, planned))) throw new OutdatedPlanError();
  }

  await holdLogos(tx, staging);
  await beginStep(tx, options.step);
  if (options.replaceSamples) await tx`delete from club where is_sample and ${isMyTurn}`;
  if (plan.deleted > 0) await tx`delete from club where ${deletedClubs(tx, staging, options)} and ${isMyTurn}`;
  await updateClubs(tx, staging, options);
  if (plan.created > 0) await insertClubs(tx, staging, options);
  await tx`
    update club set parent_id = parent.id
    from ${tx(staging.matches)} match left join club parent on parent.name = match.parent_name
    where club.name = match.name and ${parentChanges(tx)} and club.parent_id is distinct from parent.id and ${isMyTurn}`;
  return plan;
}

const hasSameConsent = (_: Transaction, plan: ImportPlan, planned: ImportPlan) =>
  Promise.resolve(plan.consent === planned.consent);

/** Keeps the images of the rows from the sweep, which takes what no club uses for an hour: a question may wait longer. */
async function holdLogos(tx: Transaction, { rows }: Staging): Promise<void> {
  const hashes = await tx<{ hash: string }[]>`
    select distinct substring(logo from '[0-9a-f]{64}') as hash from ${tx(rows)}
    where has_image and exists (select from import_turn)`;
  if (hashes.length === 0) return;
  const held = await holdImages(
    tx,
    hashes.map(({ hash }) => hash),
  );
  if (held.size < hashes.length) {
    throw new ImportFailure(
      { code: 'picturesGone' },
      'Logos in the file were removed during the import because no club used them. Nothing was changed. Run the import again.',
    );
  }
}

const HTML = ['short_description_html', 'description_html', 'html_digest'];

/**
 * So many rows are written by a statement. An embedded database works in the thread that answers visitors: between two
 * statements those get what needs no database.
 */
const PIECE = 1000;

/** Does something with the rows in the order of the file, piece by piece: `isIn` says of a `match` that it is in one. */
async function inPieces(tx: Transaction, staging: Staging, work: (isIn: Fragment) => Promise<unknown>): Promise<void> {
  let begin = 0;
  for (;;) {
    const end = await findPiece(tx, staging, begin, PIECE);
    if (end === null) return;
    await work(tx`match.line > ${begin} and match.line <= ${end}`);
    begin = end;
  }
}

/** A row without HTML is of a club that has the HTML of its texts already. What nobody changes stays a sample. */
async function updateClubs(tx: Transaction, staging: Staging, options: WriteOptions) {
  const { rows, matches } = staging;
  const columns = settableNames(options.columns).map(toColumn);
  const html = (name: string) =>
    tx`${tx(name)} = case when staged.html_digest is not null then staged.${tx(name)} else club.${tx(name)} end`;
  const isChanged = tx`(match.is_changed or match.old_name <> match.name)`;
  // No row takes the name of another club, which is a mistake: their order does not matter.
  await inPieces(
    tx,
    staging,
    (isIn) => tx`
      update club set ${list(tx, [...columns.map((name) => tx`${tx(name)} = staged.${tx(name)}`), ...HTML.map(html)])},
        html_rules = case when staged.html_digest is not null then ${MARKDOWN_RULES} else club.html_rules end,
        is_sample = case when ${isChanged} or ${parentChanges(tx)} then ${options.asSamples} else club.is_sample end
      from ${tx(matches)} match join ${tx(rows)} staged on staged.line = match.line
      where club.id = match.club_id and ${isIn}
        and (${isChanged} or staged.html_digest is not null
          or (club.is_sample <> ${options.asSamples} and ${parentChanges(tx)}))
        and exists (select from import_turn)`,
  );
}

/** Clubs with an id first: then the others are numbered behind the largest. */
async function insertClubs(tx: Transaction, staging: Staging, options: WriteOptions) {
  const { rows, matches } = staging;
  const columns = [...settableNames(options.columns).map(toColumn), ...HTML];
  const insert = async (hasId: boolean) => {
    const names = hasId ? ['id', ...columns] : columns;
    await inPieces(
      tx,
      staging,
      (isIn) => tx`
        insert into club (${list(
          tx,
          names.map((name) => tx`${tx(name)}`),
        )}, html_rules, is_sample)
        select ${list(
          tx,
          names.map((name) => tx`staged.${tx(name)}`),
        )},
          case when staged.html_digest is not null then ${MARKDOWN_RULES}::integer end, ${options.asSamples}::boolean
        from ${tx(matches)} match join ${tx(rows)} staged on staged.line = match.line
        where match.club_id is null and match.row_id is ${hasId ? tx`not null` : tx`null`} and ${isIn}
          and exists (select from import_turn)
        order by staged.line`,
    );
  };
  if (options.columns.has('id')) await insert(true);
  await makeRoom(tx, matches);
  await insert(false);
}

/** Numbers the clubs that have no id behind all others. */
async function makeRoom(tx: Transaction, matches: string): Promise<void> {
  const [{ created }] = await tx<[{ created: number }]>`
    select count(*)::integer as created from ${tx(matches)} where club_id is null and row_id is null`;
  const { largest, hasRoom } = await numberBehindAll(tx, created, tx`exists (select from import_turn)`);
  if (hasRoom) return;
  throw new ImportFailure(
    { code: 'noRoom', created, largest },
    `No ids left for ${formatCount(created, 'new club')}: new ids follow the largest one, ${formatNumber(largest)}, up to ${formatNumber(CLUB_ID_MAX)}. Enter free ids in the id column. Nothing was changed.`,
  );
}
