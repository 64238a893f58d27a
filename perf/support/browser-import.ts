import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { hashToken } from '../../src/accounts/tokens.ts';
import { readHtml } from '../../tests/support/html.ts';
import { SITE_URL } from '../../tests/support/program.ts';

/** Creates a board member and returns the cookie of a session. */
export async function createBoardSession(sql: postgres.Sql): Promise<string> {
  const token = randomBytes(16).toString('hex');
  const [{ id }] = await sql<[{ id: number }]>`
    insert into site_user (name, email, is_email_verified) values ('Board', 'board@example.org', true) returning id`;
  await sql`insert into user_role (user_id, role) values (${id}, 'board')`;
  await sql`
    insert into user_session (user_id, token, expires_at) values (${id}, ${hashToken(token)}, now() + interval '1 day')`;
  return `__Host-session=${token}.signature`;
}

/** The status of a form whose work goes on. */
const TIMED_OUT = 504;

/** An import of clubs by requests, as the browser sends them. `pollEvery` is in ms. */
export class BrowserImport {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #pollEvery: number;
  #path = '';
  #fields: [name: string, value: string][] = [];

  constructor(url: string, cookie: string, pollEvery: number) {
    this.#url = url;
    this.#headers = { Cookie: cookie, Origin: SITE_URL };
    this.#pollEvery = pollEvery;
  }

  /** Uploads a file and loads its plan. */
  async upload(bytes: Uint8Array<ArrayBuffer> | string): Promise<void> {
    const body = new FormData();
    body.append('file', new File([bytes], 'clubs.csv', { type: 'text/csv' }));
    const asked = (await this.#post('/desk/import/', body)).headers.get('Location') ?? '';
    // Skips the question about new categories.
    this.#path = asked.replace('categories/', '');
    const page = await this.#load();
    this.#fields = page
      .one('.import-plan')
      .all('input')
      .filter(({ attributes }) => attributes.type === 'hidden' || attributes.checked !== undefined)
      .map(({ attributes: { name = '', value = '' } }) => [name, value]);
  }

  /** Confirms the plan, waits until the clubs are written and returns the address of the step in the history. */
  async confirm(): Promise<string> {
    const { status } = await this.#post(this.#path, new URLSearchParams(this.#fields));
    for (;;) {
      const page = await this.#load();
      const addresses = page.all('a').map(({ attributes }) => attributes.href ?? '');
      const step = addresses.find((address) => /^\/desk\/history\/\d+\/$/.test(address));
      if (step !== undefined) return step;
      if (status !== TIMED_OUT) throw new Error(`The import failed: ${page.one('main').text}`);
      await sleep(this.#pollEvery);
    }
  }

  async #post(path: string, body: FormData | URLSearchParams): Promise<Response> {
    const response = await fetch(this.#url + path, {
      method: 'POST',
      headers: this.#headers,
      body,
      redirect: 'manual',
    });
    if (![303, TIMED_OUT].includes(response.status)) throw new Error(`${path} answers ${response.status}.`);
    return response;
  }

  async #load() {
    return readHtml(await (await fetch(this.#url + this.#path, { headers: this.#headers })).text());
  }
}
