import * as v from 'valibot';
import { firstCharacters } from '../clubs/record/text.ts';
import type { ProviderSettings } from '../settings.ts';
import { EmailSchema, normalizePersonName } from './fields.ts';
import { ROLE_NAMES, type Role } from './permissions.ts';
import { ProviderError } from './provider-metadata.ts';

/** What a provider sends about the person who signs in. */
export type Claims = Record<string, unknown>;

/** Timeout of the userinfo endpoint, in ms. */
const TIMEOUT_MS = 10_000;

/** The claims that may name groups: an array or one name. */
const GROUP_CLAIMS = ['groups', 'roles'];

/** The roles of the groups that the claims name. */
export function readGroupRoles(claims: Claims, { groups }: Pick<ProviderSettings, 'groups'>): Role[] {
  const named = GROUP_CLAIMS.flatMap((claim) => claims[claim]);
  return ROLE_NAMES.filter((role) => groups[role] !== undefined && named.includes(groups[role]));
}

/** Reads the claims that the settings name. Name and address are empty if their claims are missing or no texts. */
export function readPerson(
  claims: Claims,
  { emailClaim, trustEmail }: Pick<ProviderSettings, 'emailClaim' | 'trustEmail'>,
) {
  const verified = claims.email_verified;
  const email = textOf(claims[emailClaim]);
  const { success, output } = v.safeParse(EmailSchema, email);
  const names = [claims.name, `${textOf(claims.given_name)} ${textOf(claims.family_name)}`, claims.preferred_username];
  return {
    email: success ? output : email,
    name: names.map((name) => firstCharacters(normalizePersonName(textOf(name)), 255)).find(Boolean) ?? '',
    // Some providers send it as a string.
    isEmailVerified: verified === true || verified === 'true' || (trustEmail && isMissing(claims, 'email_verified')),
  };
}

export const isMissing = (claims: Claims, name: string): boolean => claims[name] === undefined || claims[name] === null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The claims of a verified ID token and those of the userinfo endpoint: many providers send some only there. */
export async function findClaims({
  idToken,
  accessToken,
  userinfoEndpoint,
}: Record<'idToken' | 'accessToken' | 'userinfoEndpoint', string | undefined>): Promise<Claims> {
  const claims = toClaims(JSON.parse(Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString()));
  if (userinfoEndpoint === undefined || accessToken === undefined) return claims;
  const userinfo = await fetchUserinfo(userinfoEndpoint, accessToken);
  // The standard forbids claims about another subject.
  return userinfo.sub === claims.sub ? { ...claims, ...userinfo } : claims;
}

async function fetchUserinfo(endpoint: string, accessToken: string): Promise<Claims> {
  try {
    const response = await fetch(endpoint, {
      headers: { Accept: 'application/json', Authorization: `Bearer ${accessToken}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // The access token must not reach another address.
      redirect: 'error',
    });
    if (response.ok) return toClaims(await response.json());
    throw new Error(`status ${response.status}`);
  } catch (error) {
    throw new ProviderError(
      `its userinfo endpoint ${endpoint} failed (${error instanceof Error ? error.message : ''}).`,
    );
  }
}

const toClaims = (value: unknown): Claims => (typeof value === 'object' && value !== null ? { ...value } : {});
