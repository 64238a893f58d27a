import * as v from 'valibot';
import type { Database, Sql } from '../../../db/client.ts';
import { paginationRequest } from '../../lib/pagination.ts';
import type { Fragment } from '../../lib/sql.ts';
import { foldLabel, formatCategories, LABEL_SEPARATOR } from '../record/category.ts';
import { today } from '../record/day.ts';
import { changeOf, readRevision } from '../record/revision.ts';
import { readStepId, type Actor } from '../history/step.ts';
import type { FieldIssue } from '../../messages/issues.ts';
import { parseField } from '../record/fields.ts';
import { constraintOf, withWriteLock } from '../history/write-lock.ts';
import { ClubIdSchema, lastOf } from '../search.ts';
import { isVisible } from '../record/text.ts';
import { readTableSearch, type ClubChoice } from './club-search.ts';
import { labels } from '../directory/queries.ts';
import { chosen, hasLabel, isLabel } from './queries.ts';

/* Changes several clubs at once. */

/** All but `set_category` keep the other categories of a club. `move_category` replaces the one of the filter. */
const CATEGORY_ACTIONS = ['add_category', 'remove_category', 'move_category', 'set_category'] as const;
type CategoryAction = (typeof CATEGORY_ACTIONS)[number];
const OTHER_ACTIONS = ['activate', 'deactivate', 'confirm'] as const;

/** `ask` adds the clubs to the yearly confirmation and changes none of them, `merge` has its own page. */
export type BulkAction = BulkChange['action'] | 'ask' | 'merge';
const ACTIONS: readonly BulkAction[] = [...OTHER_ACTIONS, ...CATEGORY_ACTIONS, 'ask', 'merge'];

export type BulkChange =
  | { action: (typeof OTHER_ACTIONS)[number] }
  | { action: Exclude<CategoryAction, 'move_category'>; category: string }
  | { action: 'move_category'; category: string; from: string };

const hasCategory = (action: BulkAction): action is CategoryAction => CATEGORY_ACTIONS.some((name) => name === action);

export interface BulkRequest {
  action: BulkAction;
  choice: ClubChoice;
  change: BulkChange | null;
  /** The canonical query string of this request. */
  query: string;
}

const BulkRequestSchema = v.object({
  action: v.picklist(ACTIONS),
  which: v.optional(v.picklist(['chosen', 'filtered']), 'chosen'),
  club: v.pipe(
    v.array(ClubIdSchema),
    v.transform((ids) => [...new Set(ids)]),
  ),
});

/** Reads the query string of the form around the table, or what is wrong with its category; null if it is invalid. */
export function readBulkRequest(params: URLSearchParams): BulkRequest | 'noneChosen' | 'several' | FieldIssue | null {
  const search = readTableSearch(params);
  const parsed = v.safeParse(BulkRequestSchema, {
    action: lastOf(params, 'action'),
    which: lastOf(params, 'which'),
    club: params.getAll('club'),
  });
  if (!search || !parsed.success) return null;
  const { action, which, club } = parsed.output;
  const from = search.filter.category;
  if (action === 'move_category' && from === '') return null;
  const ids = which === 'chosen' ? club : null;
  if (ids?.length === 0) return 'noneChosen';
  const text = lastOf(params, 'to_category') ?? '';
  const { change = null, issue } = action === 'ask' || action === 'merge' ? {} : readBulkChange(action, text, from);
  if (issue) return issue;
  const { query } = paginationRequest([
    ...search.request.params,
    ['action', action],
    ...(hasCategory(action) ? [['to_category', text] as const] : []),
    ['which', which],
    ...(ids ?? []).map((id) => ['club', String(id)] as const),
  ]);
  return { action, choice: ids ? { ids } : { filter: search.filter }, change, query };
}

/** The change of an action with the submitted category, or what is wrong with the category. */
export function readBulkChange(
  action: BulkChange['action'],
  text: string,
  from = '',
): { change: BulkChange; issue?: undefined } | { change?: undefined; issue: FieldIssue | 'several' } {
  if (!hasCategory(action)) return { change: { action } };
  const category = formatCategories(text.replaceAll(/[\r\n]+/g, ' '));
  const isOne = foldLabel(category) !== '' && !category.includes(LABEL_SEPARATOR);
  if (action === 'set_category' ? !isVisible(category) : !isOne) return { issue: 'several' };
  const [issue] = parseField('category', category).issues ?? [];
  if (issue) return { issue };
  return { change: action === 'move_category' ? { action, category, from } : { action, category } };
}

function assign(sql: Sql, change: BulkChange): { column: BulkPlan['field']; value: Fragment } {
  switch (change.action) {
    case 'activate':
    case 'deactivate':
      return { column: 'is_active', value: sql`${change.action === 'activate'}::boolean` };
    case 'add_category':
      return { column: 'category', value: withLabel(sql, change.category) };
    case 'remove_category':
      return { column: 'category', value: replaceLabel(sql, change.category, null) };
    case 'move_category':
      return { column: 'category', value: replaceLabel(sql, change.from, change.category) };
    case 'set_category':
      return { column: 'category', value: sql`${change.category}::text` };
    case 'confirm':
      return { column: 'confirmed_on', value: sql`${today()}::date` };
  }
}

const withLabel = (sql: Sql, label: string): Fragment => sql`
  case when ${hasLabel(sql, label)} then club.category
    when club.category = '' then ${label}::text
    else club.category || ${LABEL_SEPARATOR}::text || ${label}::text end`;

/** Without a new label, removes the old one. */
const replaceLabel = (sql: Sql, from: string, to: string | null): Fragment => sql`
  case when ${hasLabel(sql, from)} then coalesce((
    select string_agg(case when ${isLabel(sql, from)} then ${to}::text else btrim(one.label) end, ${LABEL_SEPARATOR}
      order by one.position)
    from ${labels(sql)} where btrim(one.label) <> '' and (${isLabel(sql, from)} or not ${isLabel(sql, to ?? from)})
  ), '') else club.category end`;

/** Includes names, because ids of deleted clubs may be reused, and the epoch, because a backup may have other clubs. */
const digest = (sql: Sql): Fragment => sql`
  encode(sha256(convert_to(
    directory_epoch() || coalesce(json_agg(json_build_array(chosen.id, chosen.name) order by chosen.id)::text, ''), 'UTF8'
  )), 'hex')`;

const SHOWN = 100;

export interface BulkPlan {
  /** What the change is about; `name` without a change. */
  field: 'is_active' | 'category' | 'confirmed_on' | 'name';
  clubs: number;
  /** The clubs that stay as they are. */
  already: number;
  /** The first of the other clubs. */
  changes: { name: string; before: string; after: string }[];
  shown: string;
}

/** The digest, and the last step of the history before the clubs were shown. */
export async function planBulk(sql: Sql, choice: ClubChoice, change: BulkChange | null): Promise<BulkPlan> {
  const { column, value } = change ? assign(sql, change) : { column: 'name' as const, value: sql`club.name` };
  const [plan] = await sql<[BulkPlan]>`
    with chosen as materialized (
      select club.id, club.name, ${change ? sql`club.${sql(column)} is distinct from ${value}` : sql`true`} as differs,
        coalesce(club.${sql(column)}::text, '') as before, (${value})::text as after
      from club where ${chosen(sql, choice)}
    )
    select count(*)::int as clubs, ${digest(sql)} || '-' || (select coalesce(max(id), 0) from club_step) as shown,
      (count(*) filter (where not differs))::int as already,
      (select coalesce(json_agg(first), '[]') from (
        select name, before, after from chosen where differs order by name, id limit ${SHOWN}
      ) first) as changes
    from chosen`;
  return { ...plan, field: column };
}

export type BulkOutcome =
  | { outcome: 'done'; changed: number; already: number; stepId: number | null }
  /** Other clubs or names than were shown, or a newer value of the field; or too long categories. Nothing was changed. */
  | { outcome: 'outdated' | 'full' };

/** Changes the clubs of a plan, by its `shown`, in one step of the history. */
export const changeClubs = (
  database: Database,
  actor: Actor,
  choice: ClubChoice,
  change: BulkChange,
  shown: string,
): Promise<BulkOutcome> =>
  withWriteLock<BulkOutcome>(database, 'bulk', actor, async (tx) => {
    const { column, value } = assign(tx, change);
    const lastStep = String(changeOf(readRevision(shown)));
    // One statement: other SQL clients cannot change the clubs between the check and the update.
    const [result] = await tx<[{ clubs: number; changed: number; isShown: boolean }]>`
      with chosen as materialized (
        select club.id, club.name, club.${tx(column)} is distinct from ${value} as differs, exists (
          select from club_change
          where club_id = club.id and step_id > ${lastStep}::bigint and (before ? ${column} or ${column} = any(removed))
        ) as is_newer from club
        where ${chosen(tx, choice)}
        order by club.id for update of club
      ), checked as materialized (
        select count(*)::int as clubs,
          ${digest(tx)} || '-' || ${lastStep}::text = ${shown} and count(*) filter (where differs and is_newer) = 0 as is_shown
        from chosen
      ), changed as (
        update club set ${tx(column)} = ${value}, is_sample = false
        from chosen, checked where club.id = chosen.id and differs and is_shown
        returning club.id
      )
      select clubs, is_shown, (select count(*)::int from changed) as changed from checked`;
    if (!result.isShown) return { outcome: 'outdated' };
    const stepId = await readStepId(tx);
    return { outcome: 'done', changed: result.changed, already: result.clubs - result.changed, stepId };
  }).catch((error: unknown) => {
    if (constraintOf(error) === 'club_category_has_up_to_1000_characters') return { outcome: 'full' };
    throw error;
  });
