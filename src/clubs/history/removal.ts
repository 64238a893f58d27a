import type { Database } from '../../../db/client.ts';
import { type KeptField } from '../record/texts.ts';
import { lockAccount } from './write-lock.ts';
import { FIELDS, toColumn, toText } from '../record/fields.ts';
import { findClubHistory, SIDES, type ClubChange, type Side } from './club-history.ts';
import { findCurrentClub, nameOf } from '../record/state.ts';
import type { Actor } from './step.ts';

/* Removes personal data from the history permanently. A step records that something was removed. */

export interface ValuePlace {
  changeId: number;
  field: KeptField;
  side: Side;
}

/** `current`: the club still has the value. `gone`: the history does not contain it. */
export type RemovalOutcome = 'removed' | 'current' | 'gone';

/** Removes a value from all steps of a club in which the field has it. */
export async function removeValue(
  database: Database,
  actor: Actor,
  clubId: number,
  { changeId, field, side }: ValuePlace,
): Promise<RemovalOutcome> {
  return await database.begin(async (tx) => {
    await lockAccount(tx, actor);
    await tx`select club_take_turn()`;
    const [entry] = await findClubHistory(tx, clubId, { before: changeId + 1, limit: 1 });
    const text = entry?.fields.find((entryField) => entryField.field === field)?.[side];
    if (entry?.changeId !== changeId || !text) return 'gone';
    const club = await findCurrentClub(tx, clubId);
    if (club && toText(field, club.state) === text) return 'current';

    const columns = FIELDS[field].stored.map(toColumn);
    const changes = await tx<({ id: number } & Omit<ClubChange, 'removed'>)[]>`
      select id::float8 as id, before, after from club_change where club_id = ${clubId}`;
    for (const part of SIDES) {
      const ids = changes.filter((change) => toText(field, change[part] ?? {}) === text).map(({ id }) => String(id));
      await tx`
        update club_change
        set ${tx(part)} = ${tx(part)} - ${columns}::text[],
          removed = array(select distinct unnest(removed || ${columns}::text[]) order by 1)
        where club_id = ${clubId} and id = any(${ids}::text[]::bigint[])`;
    }
    await tx`
      insert into club_step (kind, user_id, user_name, note)
      select 'remove', ${actor.id}, ${actor.name}, ${nameOf(tx, tx`${clubId}::integer`)}`;
    return 'removed';
  });
}

/** Removes the name of a deleted account from all of its steps; false if no step has it. */
export async function removeAccountName(database: Database, actor: Actor, name: string): Promise<boolean> {
  return await database.begin(async (tx) => {
    await lockAccount(tx, actor);
    const steps = await tx`
      update club_step set user_name = '' where user_id is null and user_name = ${name} and user_name <> '' returning id`;
    if (steps.length === 0) return false;
    await tx`insert into club_step (kind, user_id, user_name) values ('remove', ${actor.id}, ${actor.name})`;
    return true;
  });
}
