import * as v from 'valibot';

/** Adds a description, in Markdown without a full stop, for the documents of the API. */
export const described = <const Schema extends v.GenericSchema<unknown, unknown>>(schema: Schema, text: string) =>
  v.pipe(schema, v.description<v.InferOutput<Schema>, string>(text));
