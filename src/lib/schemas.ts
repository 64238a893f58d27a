import * as v from 'valibot';

/** Adds a description, in Markdown without a full stop, and parts of the JSON Schema, for the documents of the API. */
export const described = <const S extends v.GenericSchema<unknown, unknown>>(schema: S, text: string, parts = {}) =>
  v.pipe(
    schema,
    v.description<v.InferOutput<S>, string>(text),
    v.metadata<v.InferOutput<S>, Record<string, unknown>>(parts),
  );
