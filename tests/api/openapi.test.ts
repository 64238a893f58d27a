import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { SITE_URL } from '../support/program.ts';
import { createRandom, pick } from '../support/random.ts';
import { inFull } from '../support/scope.ts';
import { describeSite } from '../support/site.ts';

interface Operation {
  parameters: { name: string; in: string; schema: object }[];
  responses: Record<string, { content: Record<string, { schema: { $ref: string } }> }>;
}
interface Description {
  paths: Record<string, { get: Operation }>;
  components: { schemas: Record<string, object> };
}

describeSite('The description of the API', (site) => {
  let document: Description;
  let validate: (schema: { $ref: string }, value: unknown) => unknown;
  beforeAll(async () => {
    document = (await (await site.get('/api/openapi.json')).json()) as Description;
    const ajv = new Ajv2020({ strict: false, formats: { uri: (text: string) => URL.canParse(text) } });
    ajv.addSchema({ $id: 'api', ...document });
    validate = ({ $ref }, value) => {
      const check = ajv.getSchema(`api${$ref}`);
      return check?.(value) ? null : (check?.errors ?? `no schema ${$ref}`);
    };
  });

  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(
      structuredClone(document) as unknown as Record<string, string>,
    );
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(Object.keys(document.paths)).toHaveLength(4);
  });

  test('fits the answers to generated calls, errors included', async () => {
    await site.database.insertClubs('Chess', 'Ski', 'Robots & Co');
    await site.database.sql`update club set logo = '/logos/ski.svg', category = 'Sports' where name = 'Ski'`;
    const random = createRandom(5);
    const values = [
      '',
      '1',
      '3',
      '0',
      '-1',
      'true',
      'FALSE',
      'ski',
      'Sports',
      'now',
      'wed',
      'x'.repeat(300),
      '%',
      'last',
    ];
    const statuses = new Set<number>();
    for (let call = 0; call < inFull(60, 300); call += 1) {
      const [path, { get }] = pick(random, Object.entries(document.paths));
      const query = new URLSearchParams();
      for (const { name, in: place, schema } of get.parameters)
        if (place === 'query' && random() < 0.3)
          for (let n = 0; n < ('items' in schema ? 2 : 1); n += 1) query.append(name, pick(random, values));
      const address = `${path.replace('{club_id}', pick(random, values))}?${query.toString()}`;
      const response = await site.get(address);
      const type = response.headers.get('content-type')?.split(';')[0] ?? '';
      const described = get.responses[response.status]?.content[type];
      statuses.add(response.status);
      if (!described) throw new Error(`${address}: ${response.status} ${type} is not described`);
      expect(validate(described.schema, await response.json()), address).toBeNull();
    }
    expect([...statuses].sort()).toEqual([200, 404, 422]);
  });

  test('is a page with an example of each call that works', async () => {
    await site.database.insertClubs('Chess');
    await expect.poll(async () => (await site.get('/club/')).text()).toContain('Chess');
    const page = readHtml(await (await site.get('/api/docs/')).text());
    const examples = page.all('section:has(pre)').map((section) => ({
      path: section.one('.split a').attributes.href?.replace(SITE_URL, '') ?? '',
      answer: JSON.parse(section.all('pre').at(-1)?.text.replaceAll(/<.*?>/g, '') ?? '') as unknown,
    }));
    expect(examples).toHaveLength(5);
    for (const { path, answer } of examples) expect(await (await site.get(path)).json(), path).toEqual(answer);
    for (const { attributes } of page.all('nav a[href^="#"]'))
      expect(page.all(attributes.href ?? ''), attributes.href).toHaveLength(1);
    expect(page.one('p.measure a').attributes.href).toBe('/api/openapi.json');
    expect(JSON.stringify(document)).toContain(SITE_URL);
  });
});
