import { toJsonSchema } from '@valibot/to-json-schema';
import { getDescription, type GenericSchema, type ObjectEntries } from 'valibot';
import { paths, withQuery } from '../../paths.ts';
import { SHARED_ROUTES } from '../../routes.ts';
import { readBuildInfo } from '../../lib/build-info.ts';
import { ChangesRequestSchema, ClubApiSearchSchema, ClubIdSchema } from '../search.ts';
import { ChangesSchema, ClubNameSchema, ClubProfileSchema, envelopeOf, ProblemSchema } from './api-schemas.ts';

/* The description of the API in OpenAPI 3.1, from the schemas that validate requests and type responses. */

type Schema = Record<string, unknown>;
type ApiRoute = 'searchClub' | 'searchClubProfile' | 'fetchClub' | 'clubChanges';

/** The JSON Schema of a value. OpenAPI has its description in another place. */
function toSchema(schema: GenericSchema<unknown, unknown>, typeMode: 'input' | 'output'): Schema {
  const {
    $schema: _schema,
    description: _description,
    default: unset,
    ...rest
  } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' });
  return unset ? { ...rest, default: unset } : rest;
}

/** The parameters of a query: lists are repeatable. */
export const parametersOf = ({ entries }: { entries: ObjectEntries }, others: object = {}) =>
  Object.entries(entries).map(([name, entry]) => ({
    name,
    in: 'query',
    description: getDescription(entry) ?? '',
    schema: toSchema(entry, 'input'),
    ...others,
  }));

/** Of both searches. */
export const SEARCH_PARAMETERS = parametersOf(ClubApiSearchSchema);

export interface Operation {
  title: string;
  summary: string;
  /** The address of a call that works on every site with this club. */
  example: (clubId: number) => string;
  parameters: readonly { name: string; in: string; description: string; schema: Schema }[];
  body: string;
  errors: readonly number[];
}

export const OPERATIONS: Record<ApiRoute, Operation> = {
  searchClub: {
    title: 'Search clubs',
    summary: 'A page of the matching clubs, each with `id` and `name`',
    example: () => withQuery(paths.searchClub, 'is_active=true&page_size=1'),
    parameters: SEARCH_PARAMETERS,
    body: 'ClubNames',
    errors: [404, 422, 429, 503],
  },
  searchClubProfile: {
    title: 'Search clubs, with all fields',
    summary: 'The same search by the same parameters, with all [fields](#fields) of each club',
    example: () => withQuery(paths.searchClubProfile, 'is_active=true&page_size=1'),
    parameters: SEARCH_PARAMETERS,
    body: 'ClubProfiles',
    errors: [404, 422, 429, 503],
  },
  clubChanges: {
    title: 'Follow changes',
    summary: 'The clubs that [were changed or deleted](#a-copy-that-stays-right) since the last call',
    example: () => paths.clubChanges,
    parameters: parametersOf(ChangesRequestSchema),
    body: 'Changes',
    errors: [422, 429, 503],
  },
  fetchClub: {
    title: 'Get one club',
    summary: 'One club, with all fields',
    example: paths.fetchClub,
    parameters: parametersOf({ entries: { club_id: ClubIdSchema } }, { in: 'path', required: true }),
    body: 'ClubProfile',
    errors: [301, 404, 429, 503],
  },
};

const SCHEMAS: Record<string, GenericSchema> = {
  ClubNames: envelopeOf(ClubNameSchema),
  ClubProfiles: envelopeOf(ClubProfileSchema),
  ClubProfile: ClubProfileSchema,
  Changes: ChangesSchema,
  Problem: ProblemSchema,
};

export const ERRORS: Record<number, string> = {
  301: 'The club was merged: `Location` has the address of the other one',
  404: 'The club or page does not exist',
  422: 'Invalid parameters, each named in `errors`',
  429: 'Too many requests: wait the number of seconds in `Retry-After`',
  503: 'Unavailable: wait the number of seconds in `Retry-After`',
};

const refer = (type: string, name: string) => ({
  content: { [type]: { schema: { $ref: `#/components/schemas/${name}` } } },
});

export const createOpenApi = (siteUrl: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Club directory',
    version: readBuildInfo().version,
    description: 'Public, read-only, without a key, and readable from other sites.',
  },
  servers: [{ url: siteUrl }],
  paths: Object.fromEntries(
    Object.entries(OPERATIONS).map(([route, { title, summary, parameters, body, errors }]) => [
      SHARED_ROUTES[route as ApiRoute].pattern.replace(/\[(\w+)\]/g, '{$1}'),
      {
        get: {
          operationId: route,
          summary: title,
          description: summary.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
          parameters,
          responses: {
            200: { description: 'Success', ...refer('application/json', body) },
            ...Object.fromEntries(
              errors.map((status) => [
                status,
                {
                  description: ERRORS[status] ?? '',
                  ...(status === 301 ? {} : refer('application/problem+json', 'Problem')),
                },
              ]),
            ),
          },
        },
      },
    ]),
  ),
  components: {
    schemas: Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [name, toSchema(schema, 'output')])),
  },
});

/** The rows of a table of parameters for documents, by the titles of its columns. */
export const describeParameters = (parameters: Operation['parameters']) =>
  parameters.map(({ name, description, schema: { type, items, default: unset = '' } }) => ({
    Parameter: `\`${name}\``,
    Type: String((items as Schema | undefined)?.type ?? type),
    Meaning: [description, String(unset)].filter(Boolean).join('. Default: '),
  }));

/** The same for the fields of a club. */
export const describeFields = () =>
  Object.entries(ClubProfileSchema.entries).map(([name, entry]) => {
    const { description = '', type, anyOf } = toJsonSchema(entry);
    const types = anyOf?.map((one) => (typeof one === 'object' ? one.type : '')).join(' or ') ?? type;
    return { Field: `\`${name}\``, Type: String(types), Meaning: description };
  });
