import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { judge, readExceptions, readReport, type Exception } from './audit-report.ts';

const advisory = (name: string, id: string) => ({
  source: 1,
  name,
  dependency: name,
  title: `${name} reads too much`,
  url: `https://github.com/advisories/${id}`,
  severity: 'high',
  cwe: ['CWE-400'],
  cvss: { score: 7.5, vectorString: null },
  range: '<2.0.0',
});
const vulnerable = (name: string, via: unknown[]) => ({
  ...{ name, severity: 'high', isDirect: true, via, effects: [], range: '', nodes: [`node_modules/${name}`] },
  fixAvailable: false,
});

/** As npm 11 prints it: packages that an advisory is of, and those that need them. */
const FOUND = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    vite: vulnerable('vite', [advisory('vite', 'GHSA-dddd-2222-ffff')]),
    astro: vulnerable('astro', ['vite', advisory('astro', 'GHSA-gggg-3333-hhhh')]),
    busboy: vulnerable('busboy', [
      advisory('busboy', 'GHSA-aaaa-1111-cccc'),
      advisory('busboy', 'GHSA-aaaa-1111-cccc'),
    ]),
  },
  metadata: { vulnerabilities: { high: 3, total: 3 } },
});

/** As npm 11 prints it when the registry takes no question, and when nothing listens there. */
const REFUSED = JSON.stringify({
  message: '405 Method Not Allowed - POST https://registry.npmjs.org/-/npm/v1/security/advisories/bulk',
  method: 'POST',
  statusCode: 405,
  body: '',
  error: { summary: '', detail: '' },
});

describe('A report of npm', () => {
  test('says each advisory once, and not the packages that only need another', () => {
    const { findings } = readReport(FOUND);
    expect(findings?.map((one) => [one.package, one.advisory])).toEqual([
      ['astro', 'GHSA-gggg-3333-hhhh'],
      ['busboy', 'GHSA-aaaa-1111-cccc'],
      ['vite', 'GHSA-dddd-2222-ffff'],
    ]);
  });

  test('says nothing when there is nothing', () => {
    expect(readReport('{"auditReportVersion":2,"vulnerabilities":{}}')).toEqual({ findings: [] });
  });

  test.each([
    [REFUSED, /^405 Method Not Allowed/],
    ['{"message":"request to http://127.0.0.1:1/ failed, reason: connect ECONNREFUSED"}', /ECONNREFUSED/],
    ['', /^npm has printed nothing$/],
    ['<html>', /^npm has printed no JSON$/],
    ['{}', /^npm has printed a report of another form$/],
    ['{"auditReportVersion":3,"vulnerabilities":{}}', /^npm has printed a report of another form$/],
  ])('is none, and no sign of health: %j', (output, failure) => {
    expect(readReport(output)).toEqual({ failure: expect.stringMatching(failure) as string });
  });
});

describe('An exception', () => {
  const finding = { package: 'busboy', advisory: 'GHSA-aaaa-1111-cccc', title: 'Reads too much', severity: 'high' };
  const exception: Exception = {
    package: 'busboy',
    advisory: 'GHSA-aaaa-1111-cccc',
    reason: 'Every form is bounded before it is read.',
    until: '2027-01-31',
  };

  test('is needed for each advisory of each package', () => {
    expect(judge([finding], [], '2026-11-23').open).toEqual(['busboy: GHSA-aaaa-1111-cccc, high: Reads too much']);
    const others = [
      { ...exception, package: 'vite' },
      { ...exception, advisory: 'GHSA-aaaa-1111-dddd' },
    ];
    expect(judge([finding], others, '2026-11-23').open).toHaveLength(1);
  });

  test('holds to its last day, with its reason, and fails from the next on', () => {
    const onLastDay = judge([finding], [exception], '2027-01-31');
    expect(onLastDay.open).toEqual([]);
    expect(onLastDay.notes.join()).toContain('excepted until 2027-01-31: Every form is bounded');
    expect(judge([finding], [exception], '2027-02-01')).toEqual({
      open: [expect.stringContaining('its exception ended on 2027-01-31')],
      notes: [],
    });
  });

  test('is told when nothing is found that it is for', () => {
    expect(judge([], [exception], '2026-11-23')).toEqual({
      open: [],
      notes: ['busboy: GHSA-aaaa-1111-cccc is found no more: its exception can be removed'],
    });
  });

  test('is of this form in the list of the project', () => {
    expect(() => readExceptions(readFileSync('tests/check/audit-exceptions.json', 'utf8'))).not.toThrow();
  });

  test.each([
    [{ reason: 'None.' }, '0.reason must say why'],
    [{ until: 'next year' }, '0.until must be a day'],
    [{ advisory: 'busboy' }, '0.advisory must be as GHSA-'],
    [{ package: undefined }, '0.package'],
    [{ untill: '2027-01-31' }, '0.untill'],
  ])('is refused as %j', (changed, fault) => {
    expect(() => readExceptions(JSON.stringify([{ ...exception, ...changed }]))).toThrow(fault);
  });
});

describe('npm run audit', () => {
  /** Asks a registry that answers questions for advisories so. */
  async function audit(status: number, advisories: unknown) {
    const server = createServer((request, response) => {
      request.resume().once('end', () => {
        const isAsked = request.url?.endsWith('/advisories/bulk') === true;
        response.writeHead(isAsked ? status : 404, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(isAsked ? advisories : {}));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    // npm keeps what it has worked out of an advisory.
    const cache = mkdtempSync(join(tmpdir(), 'club-audit-'));
    onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
    const settings = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: cache };
    return await runProgram('tests/check/audit.ts', [], siteEnvironment(settings));
  }

  test('ends with 0 when the service knows nothing', async () => {
    expect(await audit(200, {})).toEqual({ code: 0, output: 'Nothing is open against the dependencies.\n' });
  });

  test('ends with 1 and names what the service knows', async () => {
    const known = {
      ...{ id: 1, title: 'busboy reads too much', severity: 'high', vulnerable_versions: '<2.0.0', cwe: [] },
      url: 'https://github.com/advisories/GHSA-aaaa-1111-cccc',
    };
    const { code, output } = await audit(200, { busboy: [known] });
    expect(code).toBe(1);
    expect(output).toContain('Open: busboy: GHSA-aaaa-1111-cccc, high: busboy reads too much.\n');
  });

  test('ends with 2 when the service refuses, and says that nothing is known', async () => {
    const { code, output } = await audit(405, '');
    expect(code).toBe(2);
    expect(output).toMatch(/^The advisory service gave no answer: 405 .* Nothing is known of the dependencies\.\n$/);
  });
});
