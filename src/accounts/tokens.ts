import { hash, randomBytes } from 'node:crypto';
import type { Sql } from '../../db/client.ts';

/** The token of a link. The database stores only its digest. */
export const createToken = (): string => randomBytes(24).toString('base64url');

export const hashToken = (token: string): string => hash('sha256', token, 'hex');

/** The key that signs the cookies of this site. */
export async function findSecret(sql: Sql): Promise<string> {
  const [{ secret }] = await sql<[{ secret: string }]>`select secret from site_secret`;
  return secret;
}
