import * as v from 'valibot';
import { scrub } from '../failure.ts';
import { codeOf } from '../system-reasons.ts';

const MINUTE = 60_000;

/** Tells the log what is wrong with the identity provider: once a minute for the same reason, however many try. */
export const reportProvider = createReport();

export function createReport(now: () => number = () => performance.now()) {
  const told = new Map<string, number>();
  return (reason: string, what: string): void => {
    if (now() - (told.get(reason) ?? -Infinity) < MINUTE) return;
    told.set(reason, now());
    const line = what.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
    console.error(scrub(`Signing in by the identity provider does not work: ${line}`));
  };
}

/** Why a provider cannot be used: a name of the reason, and what there is to be done. */
export interface ProviderTrouble {
  reason: string;
  what: string;
}

/** Where a provider says what it is. */
export const discoveryAddress = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

const address = v.pipe(v.string(), v.url());

/** The metadata that a provider publishes, as far as this site uses them. */
const MetadataSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    issuer: v.optional(v.string(), ''),
    authorization_endpoint: address,
    token_endpoint: address,
    jwks_uri: address,
    userinfo_endpoint: v.optional(address),
    // The default of the standard.
    token_endpoint_auth_methods_supported: v.optional(v.array(v.string()), ['client_secret_basic']),
  }),
);

type Metadata = v.InferOutput<typeof MetadataSchema>;

/** The metadata of a provider, or why it cannot be used. `patience`: timeout, in ms. */
export async function fetchMetadata(
  issuer: string,
  patience: number,
): Promise<{ metadata: Metadata; trouble?: undefined } | { metadata?: undefined; trouble: ProviderTrouble }> {
  const address = discoveryAddress(issuer);
  let status: number;
  let text: string;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(patience) });
    status = response.status;
    text = await response.text();
  } catch (error) {
    return { trouble: describeSilence(error, address, patience) };
  }
  if (status !== 200) {
    const what = `${address} was answered with ${status}. Look at OIDC_ISSUER: is its path right?`;
    return { trouble: { reason: `status ${status}`, what } };
  }
  const parsed = v.safeParse(MetadataSchema, text);
  if (!parsed.success) {
    const what = `${address} was answered with something that is no description of an identity provider. Look at OIDC_ISSUER.`;
    return { trouble: { reason: 'nonsense', what } };
  }
  const metadata = parsed.output;
  const own = metadata.issuer;
  if (own.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) {
    const what = `it calls itself ${JSON.stringify(own.slice(0, 255))}, and OIDC_ISSUER is another address: ${issuer}.`;
    return { trouble: { reason: 'other issuer', what } };
  }
  if (!tokenAuthMethod(metadata)) {
    const what = `its token endpoint accepts neither client_secret_basic nor client_secret_post, only ${metadata.token_endpoint_auth_methods_supported.join(', ').slice(0, 255)}. Allow one of the two at the provider.`;
    return { trouble: { reason: 'no method', what } };
  }
  return { metadata };
}

/** How this site sends its secret to the token endpoint: the first supported method that the provider lists. */
export const tokenAuthMethod = ({
  token_endpoint_auth_methods_supported: methods,
}: Pick<Metadata, 'token_endpoint_auth_methods_supported'>) =>
  methods.find((method) => method === 'client_secret_basic' || method === 'client_secret_post') ?? null;

function describeSilence(error: unknown, address: string, patience: number): ProviderTrouble {
  const { hostname } = new URL(address);
  if (error instanceof Error && error.name === 'TimeoutError') {
    const what = `${address} was not answered within ${patience / 1000} seconds. Look at OIDC_ISSUER, and at whether this machine may reach it.`;
    return { reason: 'timeout', what };
  }
  const code = codeOf(error instanceof Error ? error.cause : null);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return { reason: code, what: `there is no ${hostname} (${code}). Look at the name in OIDC_ISSUER.` };
  }
  const what = `${address} cannot be reached${code === '' ? '' : ` (${code})`}. Look at OIDC_ISSUER, and at whether it runs.`;
  return { reason: `unreachable ${code}`, what };
}

/** So long it is believed that a provider answers which has answered, in ms. */
const BELIEVED = MINUTE;

/**
 * Asks a provider what is wrong with it, unless nothing was less than a minute ago. `find` is told whether it was asked
 * with success before.
 */
export function createCheck(
  find: (wasGood: boolean) => Promise<ProviderTrouble | null>,
  now: () => number = () => performance.now(),
): () => Promise<ProviderTrouble | null> {
  let goodAt: number | null = null;
  return async () => {
    if (goodAt !== null && now() - goodAt < BELIEVED) return null;
    const trouble = await find(goodAt !== null);
    if (!trouble) goodAt = now();
    return trouble;
  };
}

/** What was wrong when a provider was to say who somebody is whom it has sent back; `error` is what the library has of it. */
export function describeExchange(error: unknown): ProviderTrouble {
  const { status, error: said } = (error ?? {}) as { status?: unknown; error?: unknown };
  if (typeof status !== 'number') {
    const code = codeOf(error instanceof Error ? (error.cause ?? error) : null);
    const what = `its token endpoint cannot be reached${code === '' ? '' : ` (${code})`}. Look at whether this machine may reach it.`;
    return { reason: 'no tokens', what };
  }
  // Its own words may hold what was sent to it.
  const name = toErrorName(said);
  const isOfClient = status === 401 || name === 'invalid_client' || name === 'unauthorized_client';
  const remedy = isOfClient
    ? 'Look at OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.'
    : 'Look at the redirect address that it knows, which is SITE_URL with /login/callback/.';
  const what = `its token endpoint refused this site (${status}${name === '' ? '' : ` ${name}`}). ${remedy}`;
  return { reason: `tokens ${status} ${isOfClient ? 'client' : ''}`, what };
}

/** As the standards write them. */
const toErrorName = (text: unknown): string => (typeof text === 'string' && /^[a-z_]{1,40}$/.test(text) ? text : '');

/** What is wrong where the library leads to an error of this name; null for what is nobody's fault, or told elsewhere. */
export function describeCallback(error: string, emailClaim: string): ProviderTrouble | null {
  switch (error) {
    case 'email_not_found':
      return {
        reason: error,
        what: `it does not send the claim ${emailClaim} with an e-mail address. Check OIDC_EMAIL_CLAIM and which claims it releases to this site.`,
      };
    case 'unable_to_get_user_info':
      return {
        reason: error,
        what: 'what it says of who signs in is missing or cannot be verified. Look at OIDC_ISSUER and OIDC_CLIENT_ID, and at the clock of this machine.',
      };
    case 'issuer_mismatch':
      return { reason: error, what: 'another issuer than OIDC_ISSUER has answered.' };
    case 'invalid_scope':
    case 'unauthorized_client':
    case 'unsupported_response_type':
    case 'server_error':
    case 'temporarily_unavailable':
      return {
        reason: error,
        what: `it sent somebody back with ${error}. Look at how it knows this site (OIDC_CLIENT_ID).`,
      };
    default:
      return null;
  }
}
