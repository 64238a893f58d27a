import * as v from 'valibot';
import { scrub } from '../failure.ts';
import { codeOf } from '../system-reasons.ts';

const MINUTE = 60_000;

/** Logs a problem with the identity provider, at most once a minute for each reason. */
export const reportProvider = createReport();

export function createReport(now: () => number = () => performance.now()) {
  const reportedAt = new Map<string, number>();
  return (reason: string, what: string): void => {
    if (now() - (reportedAt.get(reason) ?? -Infinity) < MINUTE) return;
    reportedAt.set(reason, now());
    const line = what.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
    console.error(scrub(`Sign-in with the identity provider failed: ${line}`));
  };
}

/** Why a provider cannot be used: an identifier of the reason, and a text with the remedy. */
export interface ProviderTrouble {
  reason: string;
  what: string;
}

/** The metadata URL of a provider. */
export const discoveryAddress = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

const address = v.pipe(v.string(), v.url());

/** The metadata that this site uses. */
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
    const what = `${address} returned status ${status}. Check the path of OIDC_ISSUER.`;
    return { trouble: { reason: `status ${status}`, what } };
  }
  const parsed = v.safeParse(MetadataSchema, text);
  if (!parsed.success) {
    const what = `${address} did not return OpenID Connect metadata. Check OIDC_ISSUER.`;
    return { trouble: { reason: 'nonsense', what } };
  }
  const metadata = parsed.output;
  const own = metadata.issuer;
  if (own.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) {
    const what = `the issuer in its metadata is ${JSON.stringify(own.slice(0, 255))}, but OIDC_ISSUER is ${issuer}.`;
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
    const what = `${address} did not respond within ${patience / 1000} seconds. Check OIDC_ISSUER and the network.`;
    return { reason: 'timeout', what };
  }
  const code = codeOf(error instanceof Error ? error.cause : null);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return { reason: code, what: `unknown host ${hostname} (${code}). Check OIDC_ISSUER.` };
  }
  const what = `${address} is unreachable${code === '' ? '' : ` (${code})`}. Check OIDC_ISSUER and the network.`;
  return { reason: `unreachable ${code}`, what };
}

/** How long a successful check is valid, in ms. */
const VALID_FOR = MINUTE;

/**
 * Checks a provider, unless it was available less than a minute ago. The argument of `find` is whether it ever was
 * available.
 */
export function createCheck(
  find: (wasGood: boolean) => Promise<ProviderTrouble | null>,
  now: () => number = () => performance.now(),
): () => Promise<ProviderTrouble | null> {
  let goodAt: number | null = null;
  return async () => {
    if (goodAt !== null && now() - goodAt < VALID_FOR) return null;
    const trouble = await find(goodAt !== null);
    if (!trouble) goodAt = now();
    return trouble;
  };
}

/** Explains a failed token request; `error` comes from the library. */
export function describeExchange(error: unknown): ProviderTrouble {
  const { status, error: said } = (error ?? {}) as { status?: unknown; error?: unknown };
  if (typeof status !== 'number') {
    const code = codeOf(error instanceof Error ? (error.cause ?? error) : null);
    const what = `its token endpoint is unreachable${code === '' ? '' : ` (${code})`}. Check the network.`;
    return { reason: 'no tokens', what };
  }
  // The provider's own text may repeat secrets.
  const name = toErrorName(said);
  const isOfClient = status === 401 || name === 'invalid_client' || name === 'unauthorized_client';
  const remedy = isOfClient
    ? 'Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.'
    : 'Check that SITE_URL with /login/callback/ is registered as the redirect URI.';
  const what = `its token endpoint rejected the request (${status}${name === '' ? '' : ` ${name}`}). ${remedy}`;
  return { reason: `tokens ${status} ${isOfClient ? 'client' : ''}`, what };
}

/** As the standards write them. */
const toErrorName = (text: unknown): string => (typeof text === 'string' && /^[a-z_]{1,40}$/.test(text) ? text : '');

/** Explains an error code of the library; null if it is not a problem of the provider, or reported elsewhere. */
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
        what: 'its ID token is missing or invalid. Check OIDC_ISSUER, OIDC_CLIENT_ID and the clock of this machine.',
      };
    case 'issuer_mismatch':
      return { reason: error, what: 'the response came from an issuer other than OIDC_ISSUER.' };
    case 'invalid_scope':
    case 'unauthorized_client':
    case 'unsupported_response_type':
    case 'server_error':
    case 'temporarily_unavailable':
      return {
        reason: error,
        what: `it returned the error ${error}. Check the registration of this site (OIDC_CLIENT_ID) at the provider.`,
      };
    default:
      return null;
  }
}
