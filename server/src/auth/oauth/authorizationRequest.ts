import { parsedUrl } from '@magpie/contract';
import type { Clients, OAuthClient } from './clients.ts';
import { OAuthError } from './oauthError.ts';
import { isRegistered, withParameters } from './redirectUri.ts';
import { type AppScope, appScopes, authorizeAddress, resourceOf } from './sites.ts';

/** An authorization request that may be put before a person. */
export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly scopes: readonly AppScope[];
  readonly codeChallenge: string;
  readonly resource: string;
  /** Adds an authorization response to the redirect URI, with `state` and `iss`. */
  readonly respond: (parameters: Readonly<Record<string, string>>) => string;
}

/** A request that is wrong although it comes from a client that may be told so. */
export interface RefusedRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly refusal: OAuthError;
  readonly respond: AuthorizationRequest['respond'];
}

/**
 * Reads the address that the app sent the person to. An unknown client or redirect URI is thrown: nobody is sent to an
 * address that was not registered. Anything else that is wrong is for the client to hear.
 */
export async function readAuthorizationRequest(
  { clients, sites }: { readonly clients: Clients; readonly sites: () => readonly string[] },
  address: string,
): Promise<AuthorizationRequest | RefusedRequest> {
  const { site, parameters } = splitAddress(address, sites());
  const one = (name: string): string | undefined => parameters.get(name) ?? undefined;
  const client = await clients.find(required(one('client_id'), 'client_id'));
  const redirectUri = one('redirect_uri') ?? onlyUri(client);
  if (!isRegistered(redirectUri, client.redirectUris)) {
    throw new OAuthError('invalid_request', 'The redirect URI is not one that this app registered.');
  }
  const state = one('state');
  const respond = (added: Readonly<Record<string, string>>): string =>
    withParameters(redirectUri, { ...added, ...(state !== undefined && { state }), iss: site });
  try {
    return { client, redirectUri, respond, ...checked(one, site) };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return { client, redirectUri, respond, refusal: error };
  }
}

function splitAddress(address: string, sites: readonly string[]) {
  const url = parsedUrl(address);
  const site = sites.find(
    (each) => url !== null && `${url.origin}${url.pathname}` === authorizeAddress(each),
  );
  if (url === null || site === undefined) {
    throw new OAuthError('invalid_request', 'This is not an authorization request for this server.');
  }
  const parameters = url.searchParams;
  const twice = [...parameters.keys()].find((name) => parameters.getAll(name).length > 1);
  if (twice !== undefined) {
    throw new OAuthError('invalid_request', 'The request gives a parameter more than once; give each once.');
  }
  return { site, parameters };
}

function onlyUri({ redirectUris }: OAuthClient): string {
  const [only, ...others] = redirectUris;
  return required(others.length === 0 ? only : undefined, 'redirect_uri');
}

function required(value: string | undefined, name: string): string {
  if (value !== undefined && value !== '') return value;
  throw new OAuthError('invalid_request', `The request has no ${name}; send it.`);
}

function checked(
  one: (name: string) => string | undefined,
  site: string,
): Pick<AuthorizationRequest, 'scopes' | 'codeChallenge' | 'resource'> {
  if (required(one('response_type'), 'response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', "Only the response_type 'code' is supported.");
  }
  if (one('code_challenge_method') !== 'S256') {
    throw new OAuthError('invalid_request', "PKCE is required, with code_challenge_method 'S256'.");
  }
  const codeChallenge = required(one('code_challenge'), 'code_challenge');
  if (!/^[\w-]{43}$/.test(codeChallenge)) {
    throw new OAuthError('invalid_request', 'code_challenge must be 43 characters of base64url.');
  }
  const resource = resourceOf(site);
  if (!isSameResource(one('resource') ?? resource, resource)) {
    throw new OAuthError('invalid_target', `The resource must be ${resource}.`);
  }
  return { scopes: scopesIn(one('scope')), codeChallenge, resource };
}

/** Scheme and host in either case, and a closing slash, are the same resource. */
export function isSameResource(given: string, resource: string): boolean {
  const url = parsedUrl(given);
  return url !== null && url.href.replace(/\/$/, '') === resource;
}

/** Those of ours that were asked for; what else was is not granted, which the token response says. */
export function scopesIn(scope: string | undefined): readonly AppScope[] {
  if (scope === undefined || scope.trim() === '') return appScopes;
  const wanted = scope.split(' ');
  if (!appScopes.some((each) => wanted.includes(each))) {
    throw new OAuthError('invalid_scope', `None of these scopes is known; those are ${appScopes.join(' ')}.`);
  }
  return withRead(appScopes.filter((each) => wanted.includes(each)));
}

/** Whoever may change something may see it. */
export function withRead(scopes: readonly AppScope[]): readonly AppScope[] {
  return appScopes.filter((scope) => scope === 'read' || scopes.includes(scope));
}
