import * as v from 'valibot';
import { described } from '../../lib/schemas.ts';

/* The bodies of the API. */

const id = described(v.pipe(v.number(), v.integer()), 'The number in the address of the club');
const name = described(v.string(), 'The name, unique in the directory');

export const ClubNameSchema = v.object({ id, name });

export const ClubProfileSchema = v.object({
  id,
  name,
  short_description: described(v.string(), 'Markdown, may be empty'),
  is_active: described(v.boolean(), '`false` for a club that is paused or closed'),
  logo: described(v.nullable(v.pipe(v.string(), v.url())), 'Absolute URL of the logo'),
  url: described(v.pipe(v.string(), v.url()), 'Absolute URL of the page of the club'),
});

/** A club in the club profile schema. */
export type ClubProfile = v.InferOutput<typeof ClubProfileSchema>;

const page = v.nullable(v.pipe(v.string(), v.url()));

export const envelopeOf = <Item extends v.GenericSchema>(item: Item) =>
  v.object({
    count: described(v.pipe(v.number(), v.integer()), 'The number of matching clubs on all pages'),
    next: described(page, 'Absolute URL of the next page'),
    previous: described(page, 'Absolute URL of the previous page'),
    results: v.array(item),
  });

const change = {
  kind: v.literal('club'),
  id,
  modified: described(v.pipe(v.number(), v.integer()), 'Never decreases from one item to the next'),
};

const ChangeSchema = v.variant('state', [
  v.object({ state: v.literal('updated'), ...change, data: ClubProfileSchema }),
  v.object({ state: v.literal('deleted'), ...change }),
]);
export type Change = v.InferOutput<typeof ChangeSchema>;

export const ChangesSchema = v.object({
  items: v.array(ChangeSchema),
  next: described(
    v.pipe(v.string(), v.url()),
    'Absolute URL of the next page; its own address on a page without items',
  ),
});

/** RFC 9457. */
export const ProblemSchema = v.object({
  type: v.literal('about:blank'),
  title: v.string(),
  status: v.pipe(v.number(), v.integer()),
  detail: v.string(),
  errors: v.optional(v.array(v.object({ parameter: v.string(), detail: v.string() }))),
});
