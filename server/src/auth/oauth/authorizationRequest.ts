import { parseUrl } from '@magpie/contract';
import { type Clients, type OAuthClient, isRegistered, addResponseParameters } from './clients.ts';
import { OAuthError, type AppScope, appScopes, toAuthorizeUrl, toResource } from './sites.ts';

export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly scopes: readonly AppScope[];
  readonly codeChallenge: string;
  readonly resource: string;
  /** Adds an authorization response to the redirect URI, with `state` and `iss`. */
  readonly respond: (parameters: Readonly<Record<string, string>>) => string;
}

/** An invalid request from a known client, which receives the error. */
export interface RefusedRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly refusal: OAuthError;
  readonly respond: AuthorizationRequest['respond'];
}

/**
 * Parses the authorization URL. Throws for an unknown client or redirect URI, because users must not be redirected to an
 * unregistered address. Other errors are returned, to be sent to the client.
 */
export async function readAuthorizationRequest(
  { clients, sites }: { readonly clients: Clients; readonly sites: () => readonly string[] },
  address: string,
): Promise<AuthorizationRequest | RefusedRequest> {
  const { site, parameters } = parseAddress(address, sites());
  const param = (name: string): string | undefined => parameters.get(name) ?? undefined;
  const client = await clients.find(required(param('client_id'), 'client_id'));
  const redirectUri = param('redirect_uri') ?? singleRedirectUri(client);
  if (!isRegistered(redirectUri, client.redirectUris)) {
    throw new OAuthError('invalid_request', 'The redirect URI is not one that this app registered.');
  }
  const state = param('state');
  const respond = (added: Readonly<Record<string, string>>): string =>
    addResponseParameters(redirectUri, { ...added, ...(state !== undefined && { state }), iss: site });
  try {
    return { client, redirectUri, respond, ...checkParameters(param, site) };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return { client, redirectUri, respond, refusal: error };
  }
}

function parseAddress(address: string, sites: readonly string[]) {
  const url = parseUrl(address);
  const site = sites.find((each) => url !== null && `${url.origin}${url.pathname}` === toAuthorizeUrl(each));
  if (url === null || site === undefined) {
    throw new OAuthError('invalid_request', 'This is not an authorization request for this server.');
  }
  const parameters = url.searchParams;
  const twice = [...parameters.keys()].find((name) => parameters.getAll(name).length > 1);
  if (twice !== undefined) {
    throw new OAuthError('invalid_request', 'The request repeats a parameter; send each parameter once.');
  }
  return { site, parameters };
}

function singleRedirectUri({ redirectUris }: OAuthClient): string {
  const [only, ...others] = redirectUris;
  return required(others.length === 0 ? only : undefined, 'redirect_uri');
}

function required(value: string | undefined, name: string): string {
  if (value !== undefined && value !== '') return value;
  throw new OAuthError('invalid_request', `The request has no ${name}.`);
}

function checkParameters(
  param: (name: string) => string | undefined,
  site: string,
): Pick<AuthorizationRequest, 'scopes' | 'codeChallenge' | 'resource'> {
  if (required(param('response_type'), 'response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', "Only the response_type 'code' is supported.");
  }
  if (param('code_challenge_method') !== 'S256') {
    throw new OAuthError('invalid_request', "PKCE is required, with code_challenge_method 'S256'.");
  }
  const codeChallenge = required(param('code_challenge'), 'code_challenge');
  if (!/^[\w-]{43}$/.test(codeChallenge)) {
    throw new OAuthError('invalid_request', 'code_challenge must be 43 characters of base64url.');
  }
  const resource = toResource(site);
  if (!isSameResource(param('resource') ?? resource, resource)) {
    throw new OAuthError('invalid_target', `The resource must be ${resource}.`);
  }
  return { scopes: parseScopes(param('scope')), codeChallenge, resource };
}

/** Ignores the case of scheme and host, and a trailing slash. */
export function isSameResource(given: string, resource: string): boolean {
  const url = parseUrl(given);
  return url !== null && url.href.replace(/\/$/, '') === resource;
}

export function parseScopes(scope: string | undefined): readonly AppScope[] {
  if (scope === undefined || scope.trim() === '') return appScopes;
  const wanted = scope.split(' ');
  if (!appScopes.some((each) => wanted.includes(each))) {
    throw new OAuthError(
      'invalid_scope',
      `None of the requested scopes is supported; use ${appScopes.join(' ')}.`,
    );
  }
  return withRead(appScopes.filter((each) => wanted.includes(each)));
}

/** Write access includes read access. */
export function withRead(scopes: readonly AppScope[]): readonly AppScope[] {
  return appScopes.filter((scope) => scope === 'read' || scopes.includes(scope));
}
