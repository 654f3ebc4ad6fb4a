import { LRUCache } from 'lru-cache';
import { parseUrl } from '@magpie/contract';
import { z } from 'zod';
import { MagpieError, sanitizeForMessage, invisibleCharacters } from '@magpie/contract/errors';
import { FetchError } from '../../integrations/safeFetch/target.ts';
import type { FetchResponse, SafeFetch } from '../../integrations/safeFetch/safeFetch.ts';
import { verifySignedText, signText } from '../../rpc/signedText.ts';
import { createConcurrencyLimit } from '../../integrations/concurrencyLimit.ts';
import { OAuthError } from './sites.ts';

/** An app that requests access. Only `host`, which serves its metadata document, is verified. */
export interface OAuthClient {
  readonly id: string;
  readonly name: string;
  readonly host: string | null;
  readonly redirectUris: readonly string[];
}

export interface Clients {
  /** Throws an OAuthError for an unknown id. */
  find(clientId: string): Promise<OAuthClient>;
  /** Dynamic registration (RFC 7591): returns the registered metadata with the client's id. */
  register(metadata: unknown): Readonly<Record<string, unknown>>;
}

export interface ClientsDeps {
  readonly fetch: SafeFetch;
  readonly secret: string;
  readonly now: () => Date;
}

const maxRedirectUris = 10;

const metadataShape = z.object({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.custom<string>(isRedirectUri)).min(1).max(maxRedirectUris),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
});

const documentShape = metadataShape.extend({ client_id: z.string() });

export function createClients({ fetch, secret, now }: ClientsDeps): Clients {
  const documents = createDocumentCache(fetch);
  return {
    find: async (clientId) => {
      if (clientId.startsWith('https://')) return documents(clientId);
      const registered = readRegistered(secret, clientId, now());
      if (registered !== null) return registered;
      throw new OAuthError(
        'invalid_client',
        'This client_id is unknown; register the client again, or use the URL of its metadata document.',
      );
    },
    register: (metadata) => register(secret, metadata, now()),
  };
}

// Dynamic registration. The client id is the signed registration itself, so anyone may register and nothing is stored.

const purpose = 'oauth client';
const registeredForMilliseconds = 365 * 86_400_000;
const maxRegistrationLength = 3000;

interface Registration {
  readonly name: string;
  readonly uris: readonly string[];
}

function register(secret: string, metadata: unknown, now: Date): Readonly<Record<string, unknown>> {
  const read = metadataShape.safeParse(metadata);
  if (!read.success) throw invalidMetadata(read.error);
  const { client_name: given, redirect_uris: uris } = read.data;
  const name = toClientName(given, uris);
  const registration: Registration = { name, uris };
  const payload = JSON.stringify(registration);
  if (payload.length > maxRegistrationLength) {
    throw new OAuthError(
      'invalid_client_metadata',
      'The name and redirect URIs are too long; register fewer.',
    );
  }
  const expiresAt = new Date(now.getTime() + registeredForMilliseconds);
  return {
    client_id: signText(secret, purpose, payload, expiresAt),
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    client_name: name,
    redirect_uris: uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // Public clients cannot store a secret; PKCE binds the code to the client that requested it.
    token_endpoint_auth_method: 'none',
  };
}

function readRegistered(secret: string, clientId: string, now: Date): OAuthClient | null {
  const payload = verifySignedText(secret, purpose, clientId, now);
  if (payload === null) return null;
  // The signature guarantees the format.
  const { name, uris } = JSON.parse(payload) as Registration;
  return { id: clientId, name, host: null, redirectUris: uris };
}

function invalidMetadata({ issues }: z.ZodError): OAuthError {
  if (issues.some(({ path }) => path[0] === 'redirect_uris')) {
    return new OAuthError(
      'invalid_redirect_uri',
      `redirect_uris must be 1 to ${maxRedirectUris} URLs without a fragment, with https, or with http on localhost, 127.0.0.1 or [::1].`,
    );
  }
  const field = String(issues[0]?.path[0] ?? 'the metadata');
  return new OAuthError('invalid_client_metadata', `${field} is missing or has the wrong type.`);
}

// Client ID metadata documents (draft-ietf-oauth-client-id-metadata-document).

const maxBytes = 64 * 1024;
const timeoutMilliseconds = 5000;
const maxCached = 500;
const defaultSeconds = 300;
const maxSeconds = 86_400;

/** Fetches documents with limited concurrency and caches them as their host allows. */
function createDocumentCache(fetch: SafeFetch): Clients['find'] {
  const cache = new LRUCache<string, OAuthClient>({ max: maxCached });
  const limit = createConcurrencyLimit({
    maxConcurrent: 4,
    queue: {
      maxQueued: 16,
      busy: () =>
        new MagpieError(
          'SERVICE_UNAVAILABLE',
          'Too many apps are being looked up right now; try again in a few seconds.',
          { retryAfter: 5 },
        ),
    },
  });
  return async (clientId) => {
    const cached = cache.get(clientId);
    if (cached !== undefined) return cached;
    assertMetadataUrl(clientId);
    const fetched = await limit(() => fetchDocument(fetch, clientId));
    const client = parseClient(clientId, fetched);
    const seconds = freshSeconds(fetched);
    if (seconds > 0) cache.set(clientId, client, { ttl: seconds * 1000 });
    return client;
  };
}

/** The draft requires a path without dot segments, no user, password or fragment, and a normalized URL. */
function assertMetadataUrl(clientId: string): void {
  const url = clientId.length <= 2000 ? parseUrl(clientId) : null;
  if (url !== null && url.href === clientId && url.pathname !== '/') {
    if (url.username === '' && url.password === '' && !clientId.includes('#')) return;
  }
  throw new OAuthError(
    'invalid_client',
    'A client_id that is a URL must use https, have a path, and have no user, password, dot segments or fragment.',
  );
}

async function fetchDocument(fetch: SafeFetch, clientId: string): Promise<FetchResponse> {
  try {
    return await fetch(clientId, {
      maxBytes,
      milliseconds: timeoutMilliseconds,
      accept: 'application/json',
      // The document proves control only of this URL, so redirects are not allowed.
      maxRedirects: 0,
    });
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw new OAuthError(
      'invalid_client',
      `The metadata document of the app could not be fetched. ${error.message}`,
    );
  }
}

function parseClient(clientId: string, { status, contentType, bytes }: FetchResponse): OAuthClient {
  const { host } = new URL(clientId);
  if (status !== 200 || !/^application\/(?:[\w.-]+\+)?json\b/i.test(contentType ?? '')) {
    throw new OAuthError('invalid_client', `The host ${host} has no metadata document at this client_id.`);
  }
  const read = documentShape.safeParse(parseJson(bytes));
  if (!read.success) throw new OAuthError('invalid_client', invalidMetadata(read.error).message);
  const { client_id: ownId, client_name: name, redirect_uris: uris, ...metadata } = read.data;
  if (ownId !== clientId) {
    throw new OAuthError('invalid_client', 'The client_id in the metadata document differs from its URL.');
  }
  if ((metadata.token_endpoint_auth_method ?? 'none') !== 'none') {
    throw new OAuthError(
      'invalid_client',
      "The metadata document requires client authentication; only token_endpoint_auth_method 'none' is supported.",
    );
  }
  return { id: clientId, name: toClientName(name, [clientId]), host, redirectUris: uris };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

function freshSeconds({ headers }: FetchResponse): number {
  const control = headers['cache-control'] ?? '';
  if (/\bno-(?:store|cache)\b/i.test(control)) return 0;
  const stated = /\bmax-age=(\d{1,9})\b/i.exec(control)?.[1];
  return Math.min(Number(stated ?? defaultSeconds), maxSeconds);
}

const maxNameLength = 80;

function toClientName(given: string | undefined, [address = '']: readonly string[]): string {
  const name = sanitizeForMessage(
    (given ?? '').normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(invisibleCharacters, ''),
    maxNameLength,
  );
  return name.trim() || new URL(address).host;
}

const maxUriLength = 2000;

/** A loopback address of plain HTTP, split around its port. */
const loopback = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

export function isLoopback(uri: string): boolean {
  return loopback.test(uri);
}

/** HTTPS, or plain HTTP on the loopback interface; without user, password or fragment. */
export function isRedirectUri(uri: unknown): uri is string {
  if (typeof uri !== 'string' || uri.length > maxUriLength || /[\s\p{C}#\\]/u.test(uri)) return false;
  const url = parseUrl(uri);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isLoopback(uri);
}

/** Exact comparison, except that a loopback URI may use any port (RFC 8252, 7.3). */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  return (
    registered.includes(uri) || (isLoopback(uri) && registered.map(withoutPort).includes(withoutPort(uri)))
  );
}

function withoutPort(uri: string): string {
  return uri.replace(loopback, '$1');
}

/** Adds the parameters of an authorization response without changing the registered URI. */
export function addResponseParameters(uri: string, parameters: Readonly<Record<string, string>>): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters).toString()}`;
}
