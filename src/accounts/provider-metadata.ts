import * as v from 'valibot';
import { Failure } from '../lib/failure.ts';
import { codeOf } from '../lib/error-codes.ts';

/** Timeout of the metadata, in ms. */
const TIMEOUT_MS = 5000;

/** The provider cannot be used. The message is for the operator. */
export class ProviderError extends Failure {
  override name = 'ProviderError';
}

/** The metadata URL of a provider. */
export const metadataUrl = (issuer: string): string => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

const UrlSchema = v.pipe(v.string(), v.url());

/** The metadata that this site uses. */
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

export interface Metadata {
  userinfoEndpoint: string | undefined;
  /** How the site sends its secret to the token endpoint. */
  tokenAuthMethod: 'client_secret_basic' | 'client_secret_post';
}

/** Fetches the metadata of a provider; throws a `ProviderError` if it cannot be used. */
export async function fetchMetadata(issuer: string, timeoutMs = TIMEOUT_MS): Promise<Metadata> {
  const url = metadataUrl(issuer);
  const { status, text } = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch((error: unknown) => {
      const { name, cause } = error as Error;
      const reason = codeOf(cause) || name;
      throw new ProviderError(`${url} is unreachable (${reason}). Check OIDC_ISSUER and the network.`);
    });
  if (status !== 200) throw new ProviderError(`${url} returned status ${status}. Check the path of OIDC_ISSUER.`);
  const { success, output: metadata } = v.safeParse(MetadataSchema, text);
  if (!success) throw new ProviderError(`${url} did not return OpenID Connect metadata. Check OIDC_ISSUER.`);
  if (metadata.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) {
    const other = JSON.stringify(metadata.issuer.slice(0, 255));
    throw new ProviderError(`the issuer in its metadata is ${other}, but OIDC_ISSUER is ${issuer}.`);
  }
  const methods = metadata.token_endpoint_auth_methods_supported;
  const method = methods.find((one) => one === 'client_secret_basic' || one === 'client_secret_post');
  if (!method) throw new ProviderError('its token endpoint must accept client_secret_basic or client_secret_post.');
  return { userinfoEndpoint: metadata.userinfo_endpoint, tokenAuthMethod: method };
}
