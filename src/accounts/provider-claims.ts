import * as v from 'valibot';
import { normalizeName } from '../clubs/field-rules.ts';
import { firstCharacters, OVERRIDES } from '../clubs/text.ts';
import type { ProviderSettings } from '../settings.ts';
import { EmailSchema } from './forms.ts';
import { reportProvider } from './provider-faults.ts';

/** What a provider sends about the person who signs in. */
export type Claims = Record<string, unknown>;

/** Timeout of the userinfo endpoint, in ms. */
const TIMEOUT_MS = 10_000;

/** A person as the claims describe them. */
export interface ProviderPerson {
  /** Empty if the claim is missing. */
  email: string;
  /** Empty if the claim is missing. */
  name: string;
  isEmailVerified: boolean;
}

/** Reads the claims that the settings name. */
export function readPerson(
  claims: Claims,
  { emailClaim, trustEmail }: Pick<ProviderSettings, 'emailClaim' | 'trustEmail'>,
): ProviderPerson {
  const verified = claims.email_verified;
  return {
    email: toEmail(textOf(claims[emailClaim])),
    name: toName(textOf(claims.name)),
    // Some providers send it as a string.
    isEmailVerified: verified === true || verified === 'true' || (trustEmail && isMissing(claims, 'email_verified')),
  };
}

export const isMissing = (claims: Claims, name: string): boolean => claims[name] === undefined || claims[name] === null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The address as forms read it; one that they would refuse stays as it is. */
const toEmail = (text: string): string => {
  const { success, output } = v.safeParse(EmailSchema, text);
  return success ? output : text;
};

/** The name as the form for it accepts one. */
const toName = (text: string): string => {
  const line = normalizeName(text.replace(OVERRIDES, '').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));
  return firstCharacters(line, 255);
};

/** Where the claims come from. */
interface ClaimSources {
  /** Verified before. */
  idToken: string;
  accessToken: string | undefined;
  userinfoEndpoint: string | undefined;
}

/**
 * The claims of the ID token. If one of `required` is missing there, the userinfo endpoint is asked too: many providers
 * send the claims only there. Null, with a line in the log, if it does not answer.
 */
export async function findClaims(
  { idToken, accessToken, userinfoEndpoint }: ClaimSources,
  required: readonly string[],
): Promise<Claims | null> {
  const claims = toClaims(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()));
  const isComplete = !required.some((name) => isMissing(claims, name));
  if (isComplete || userinfoEndpoint === undefined || accessToken === undefined) return claims;
  const more = await fetchUserinfo(userinfoEndpoint, accessToken);
  // By the standard, claims about another subject must not be used.
  if (more?.sub !== claims.sub) return more && claims;
  const addresses = new Set([claims.email, more?.email].map((email) => textOf(email).toLowerCase()).filter(Boolean));
  // `email_verified` is about the address that it comes with.
  return { ...more, ...claims, ...(addresses.size > 1 && { email_verified: claims.email_verified }) };
}

async function fetchUserinfo(endpoint: string, accessToken: string): Promise<Claims | null> {
  try {
    const response = await fetch(endpoint, {
      headers: { Accept: 'application/json', Authorization: `Bearer ${accessToken}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // The access token is for this address only.
      redirect: 'error',
    });
    if (response.ok) return toClaims(await response.json());
    reportProvider('userinfo', `its userinfo endpoint ${endpoint} answered with status ${response.status}.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    reportProvider('userinfo', `its userinfo endpoint ${endpoint} sent no usable answer (${reason}).`);
  }
  return null;
}

const toClaims = (value: unknown): Claims => (typeof value === 'object' && value !== null ? { ...value } : {});
