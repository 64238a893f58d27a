import * as v from 'valibot';
import { codeOf, ExpectedError } from '../lib/errors.ts';

/** In ms. */
const TIMEOUT_MS = 5000;

/** The provider cannot be used. The message is for the operator. */
export class ProviderError extends ExpectedError {
  override name = 'ProviderError';
}

export const metadataUrl = (issuer: string): string => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

const UrlSchema = v.pipe(v.string(), v.url());

const MetadataSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    issuer: v.optional(v.string(), ''),
    authorization_endpoint: UrlSchema,
    token_endpoint: UrlSchema,
    jwks_uri: UrlSchema,
    userinfo_endpoint: v.optional(UrlSchema),
    // The default of the standard.
    token_endpoint_auth_methods_supported: v.optional(v.array(v.string()), ['client_secret_basic']),
  }),
);

/** Fetches the metadata of a provider; throws a `ProviderError` if it cannot be used. */
export async function fetchMetadata(issuer: string, timeoutMs = TIMEOUT_MS) {
  const url = metadataUrl(issuer);
  const refuse = (reason: string) => new ProviderError(`${url} ${reason}. Check OIDC_ISSUER.`);
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
    const { name, cause } = error as Error;
    throw refuse(`is unreachable (${codeOf(cause) || name})`);
  });
  if (!response.ok) throw refuse(`returned status ${response.status}`);
  const { success, output: metadata } = v.safeParse(MetadataSchema, await response.text().catch(() => ''));
  if (!success) throw refuse('did not return OpenID Connect metadata');
  if (metadata.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw refuse(`names another issuer: ${JSON.stringify(metadata.issuer.slice(0, 255))}`);
  const methods = metadata.token_endpoint_auth_methods_supported;
  const method = methods.find((name) => name === 'client_secret_basic' || name === 'client_secret_post');
  if (!method) throw new ProviderError('its token endpoint must accept client_secret_basic or client_secret_post.');
  // How the site sends its secret to the token endpoint.
  return { userinfoEndpoint: metadata.userinfo_endpoint, tokenAuthMethod: method };
}
