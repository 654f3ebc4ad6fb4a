import { parsedUrl } from '@magpie/contract';
import { z } from 'zod';
import { MagpieError, shown, invisibleCharacters } from '@magpie/contract/errors';
import { FetchRefused } from '../../integrations/safeFetch/fetchRefused.ts';
import type { Fetched, SafeFetch } from '../../integrations/safeFetch/safeFetch.ts';
import { readSigned, signed } from '../../rpc/signedText.ts';
import { createConcurrencyLimit } from '../../integrations/concurrencyLimit.ts';
import { OAuthError } from './oauthError.ts';
import { isRedirectUri } from './redirectUri.ts';

/** An app that asks to act for somebody. Nothing of it is verified but `host`, which serves its metadata document. */
export interface OAuthClient {
  readonly id: string;
  readonly name: string;
  readonly host: string | null;
  readonly redirectUris: readonly string[];
}

export interface Clients {
  /** Throws an OAuthError when the id stands for no client. */
  find(clientId: string): Promise<OAuthClient>;
  /** Dynamic registration (RFC 7591): the metadata as registered, with the client's id. */
  register(metadata: unknown): Readonly<Record<string, unknown>>;
}

export interface ClientsParts {
  readonly fetch: SafeFetch;
  readonly secret: string;
  readonly now: () => Date;
}

const mostRedirectUris = 10;

const metadataShape = z.object({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.custom<string>(isRedirectUri)).min(1).max(mostRedirectUris),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
});

const documentShape = metadataShape.extend({ client_id: z.string() });

export function createClients({ fetch, secret, now }: ClientsParts): Clients {
  const documents = createDocuments(fetch, now);
  return {
    find: async (clientId) => {
      if (clientId.startsWith('https://')) return documents(clientId);
      const registered = readRegistered(secret, clientId, now());
      if (registered !== null) return registered;
      throw new OAuthError(
        'invalid_client',
        'This client_id is unknown here; register the client again, or use the address of its metadata document.',
      );
    },
    register: (metadata) => register(secret, metadata, now()),
  };
}

// Dynamic registration. What a client registers is its id, signed: anybody may register, and nothing is stored for it.

const purpose = 'oauth client';
const registeredForMilliseconds = 365 * 86_400_000;
const longestRegistration = 3000;

interface Registration {
  readonly name: string;
  readonly uris: readonly string[];
}

function register(secret: string, metadata: unknown, now: Date): Readonly<Record<string, unknown>> {
  const read = metadataShape.safeParse(metadata);
  if (!read.success) throw wrongMetadata(read.error);
  const { client_name: given, redirect_uris: uris } = read.data;
  const name = nameOf(given, uris);
  const registration: Registration = { name, uris };
  const payload = JSON.stringify(registration);
  if (payload.length > longestRegistration) {
    throw new OAuthError(
      'invalid_client_metadata',
      'The name and redirect URIs are too long; register fewer.',
    );
  }
  const expiresAt = new Date(now.getTime() + registeredForMilliseconds);
  return {
    client_id: signed(secret, purpose, payload, expiresAt),
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    client_name: name,
    redirect_uris: uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // Clients that agents are have no place for a secret; PKCE binds the code to whoever asked for it.
    token_endpoint_auth_method: 'none',
  };
}

function readRegistered(secret: string, clientId: string, now: Date): OAuthClient | null {
  const payload = readSigned(secret, purpose, clientId, now);
  if (payload === null) return null;
  // It is signed, so it has the form in which it was written.
  const { name, uris } = JSON.parse(payload) as Registration;
  return { id: clientId, name, host: null, redirectUris: uris };
}

function wrongMetadata({ issues }: z.ZodError): OAuthError {
  if (issues.some(({ path }) => path[0] === 'redirect_uris')) {
    return new OAuthError(
      'invalid_redirect_uri',
      `redirect_uris must be 1 to ${mostRedirectUris} addresses of https, or of http on localhost, 127.0.0.1 or [::1], without a fragment.`,
    );
  }
  const field = String(issues[0]?.path[0] ?? 'the metadata');
  return new OAuthError('invalid_client_metadata', `${field} is missing or not of the right type.`);
}

// Client ID metadata documents (draft-ietf-oauth-client-id-metadata-document).

const mostBytes = 64 * 1024;
const longestMilliseconds = 5000;
const mostRemembered = 500;
const usualSeconds = 300;
const mostSeconds = 86_400;

interface Remembered {
  readonly client: OAuthClient;
  readonly until: number;
}

/** Fetches documents, few at a time, and keeps them for as long as their host allows. */
function createDocuments(fetch: SafeFetch, now: () => Date): Clients['find'] {
  const remembered = new Map<string, Remembered>();
  const inTurn = createConcurrencyLimit({
    atOnce: 4,
    queue: {
      mostWaiting: 16,
      busy: () =>
        new MagpieError('SERVICE_UNAVAILABLE', 'Too many apps are being looked up; try again in a moment.', {
          retryAfter: 5,
        }),
    },
  });
  return async (clientId) => {
    const held = remembered.get(clientId);
    if (held !== undefined && held.until > now().getTime()) return held.client;
    refuseBadAddress(clientId);
    const fetched = await inTurn(() => fetchDocument(fetch, clientId));
    const client = clientOf(clientId, fetched);
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(clientId, { client, until: now().getTime() + freshSeconds(fetched) * 1000 });
    return client;
  };
}

/** As the draft has it: a path, no `.` or `..` in it, no user, password or fragment, and written as it is requested. */
function refuseBadAddress(clientId: string): void {
  const url = clientId.length <= 2000 ? parsedUrl(clientId) : null;
  if (url !== null && url.href === clientId && url.pathname !== '/') {
    if (url.username === '' && url.password === '' && !clientId.includes('#')) return;
  }
  throw new OAuthError(
    'invalid_client',
    'A client_id that is an address must be of https, with a path and without user, password, dot segments or fragment.',
  );
}

async function fetchDocument(fetch: SafeFetch, clientId: string): Promise<Fetched> {
  try {
    return await fetch(clientId, {
      mostBytes,
      milliseconds: longestMilliseconds,
      accept: 'application/json',
      // A document vouches for the address that it is at, so it must be there itself.
      mostRedirects: 0,
    });
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    throw new OAuthError('invalid_client', `The metadata of the app could not be fetched. ${error.message}`);
  }
}

function clientOf(clientId: string, { status, contentType, bytes }: Fetched): OAuthClient {
  const { host } = new URL(clientId);
  if (status !== 200 || !/^application\/(?:[\w.-]+\+)?json\b/i.test(contentType ?? '')) {
    throw new OAuthError('invalid_client', `The host ${host} has no metadata document at this client_id.`);
  }
  const read = documentShape.safeParse(parsed(bytes));
  if (!read.success) throw new OAuthError('invalid_client', wrongMetadata(read.error).message);
  const { client_id: ownId, client_name: name, redirect_uris: uris, ...metadata } = read.data;
  if (ownId !== clientId) {
    throw new OAuthError('invalid_client', 'The metadata document names another client_id than its address.');
  }
  if ((metadata.token_endpoint_auth_method ?? 'none') !== 'none') {
    throw new OAuthError(
      'invalid_client',
      "The metadata document asks for client authentication; only token_endpoint_auth_method 'none' is supported.",
    );
  }
  return { id: clientId, name: nameOf(name, [clientId]), host, redirectUris: uris };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

function freshSeconds({ headers }: Fetched): number {
  const control = headers['cache-control'] ?? '';
  if (/\bno-(?:store|cache)\b/i.test(control)) return 0;
  const stated = /\bmax-age=(\d{1,9})\b/i.exec(control)?.[1];
  return Math.min(Number(stated ?? usualSeconds), mostSeconds);
}

const longestName = 80;

/** A name on one line, without characters that cannot be seen; of an app without one, the host that it is at. */
function nameOf(given: string | undefined, [address = '']: readonly string[]): string {
  const name = shown(
    (given ?? '').normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(invisibleCharacters, ''),
    longestName,
  );
  return name.trim() || new URL(address).host;
}
