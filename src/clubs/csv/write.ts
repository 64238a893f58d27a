import type { Transaction } from '../../../db/client.ts';
import { ExpectedError } from '../../lib/errors.ts';
import { inBatches } from '../../lib/batches.ts';
import { holdImages } from '../../images/queries.ts';
import { insertClubs, reserveClubIds, updateClubs, type ClubRecord } from '../edit/write.ts';
import { beginStep, type NewStep } from '../history/step.ts';
import { findVersion } from '../record/version-queries.ts';
import { FIELDS } from '../record/fields.ts';
import { hashOf } from './logos.ts';
import type { ClubRow } from './read-rows.ts';
import { planImport, type ImportPlan, type PlannedClub } from './plan.ts';

/** The directory has changed, so an import would no longer do what the confirmed plan says. */
export class OutdatedPlanError extends ExpectedError {
  override name = 'OutdatedPlanError';

  constructor() {
    super('Other users changed these clubs. Nothing was imported. Run the import again.');
  }
}

type WrittenClub = PlannedClub & { values: ClubRow };

/** Writes a plan as a step. Throws `OutdatedPlanError` if the directory has changed and the plan is no longer the same. */
export async function writePlan(
  tx: Transaction,
  plan: ImportPlan,
  step: NewStep,
  { asSamples = false }: { asSamples?: boolean } = {},
): Promise<void> {
  // Other writers wait, readers go on.
  await tx`lock table club in share row exclusive mode`;
  if ((await findVersion(tx)) !== plan.version) {
    const now = await planImport(tx, plan.file, plan.options);
    if (now.digest !== plan.digest || now.errors.length > 0) throw new OutdatedPlanError();
  }
  const chosen = plan.clubs.filter(({ isLeftOut }) => !isLeftOut);
  const written = chosen.filter((club): club is WrittenClub => club.values !== null);
  await holdLogos(tx, written, plan);
  await beginStep(tx, step);
  const goneIds = chosen.flatMap(({ values, clubId }) => (values ? [] : (clubId ?? [])));
  if (goneIds.length > 0) await tx`delete from club where id = any(${goneIds})`;

  // The id finds a club, and a parent is found by its name.
  const names = [...plan.file.columns]
    .flatMap((column): readonly string[] => FIELDS[column].stored)
    .filter((name) => name !== 'id' && name !== 'parentName');
  const options = { names, isSample: asSamples };
  for (const batch of inBatches(written.filter(({ what }) => what === 'changed'))) {
    await updateClubs(tx, batch.map(toRecord), options);
  }
  const created = written.filter(({ what }) => what === 'created');
  const numbered = created.filter(({ values }) => values.id);
  const unnumbered = created.filter(({ values }) => !values.id);
  for (const batch of inBatches(numbered))
    await insertClubs(tx, batch.map(toRecord), { ...options, names: ['id', ...names] });
  if (unnumbered.length > 0 && !(await reserveClubIds(tx, unnumbered.length))) {
    throw new ExpectedError('No ids are left for new clubs. Enter free ids in the id column. Nothing was changed.');
  }
  for (const batch of inBatches(unnumbered)) await insertClubs(tx, batch.map(toRecord), options);
  await setParents(tx, written);
}

/** Protects the logos from the deletion of unused ones. */
async function holdLogos(tx: Transaction, written: readonly WrittenClub[], { warnings }: ImportPlan): Promise<void> {
  const missing = new Set(warnings.flatMap(({ detail, value }) => (detail.code === 'logoMissing' ? value : [])));
  const logos = written.map(({ values }) => values.logo ?? null).filter((logo) => !missing.has(logo));
  const hashes = new Set(logos.flatMap((logo) => hashOf(logo) ?? []));
  const held = hashes.size > 0 ? await holdImages(tx, [...hashes]) : hashes;
  if (held.size < hashes.size) throw new OutdatedPlanError();
}

const toRecord = ({ values, clubId }: WrittenClub): ClubRecord => ({ ...values, id: values.id ?? clubId });

/** In one statement, because parents must form no loop after each statement. */
async function setParents(tx: Transaction, written: readonly WrittenClub[]): Promise<void> {
  const pairs = written.flatMap(({ what, name, values: { parentName: parent = '' }, differences }) => {
    const isChanged = what === 'created' ? parent !== '' : differences.some(({ field }) => field === 'parent_name');
    return isChanged ? [{ name, parent }] : [];
  });
  if (pairs.length === 0) return;
  await tx`
    update club set parent_id = (select parent.id from club parent where parent.name = pair.parent)
    from jsonb_to_recordset(${tx.json(pairs)}) pair (name text, parent text)
    where club.name = pair.name`;
}
