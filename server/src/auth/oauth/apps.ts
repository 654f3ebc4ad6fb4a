import type { contract } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { Call, Caller, Handlers } from '../../rpc/procedure.ts';
import { actorOf, addAuditEntry } from '../auditLog.sql.ts';
import { digestOf, newSecret } from '../secret.ts';
import { sessionOf } from '../sessions/sessionAuth.ts';
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
  type RefusedRequest,
  withRead,
} from './authorizationRequest.ts';
import type { Clients } from './clients.ts';
import { OAuthError } from './oauthError.ts';
import * as sql from './oauth.sql.ts';
import { isLoopback } from './redirectUri.ts';
import type { AppScope } from './sites.ts';

export interface AppsParts {
  readonly clients: Clients;
  /** The addresses under which clients may know this server. */
  readonly sites: () => readonly string[];
  /** Called when tokens are gone. */
  readonly forget: () => void;
}

type AppHandlers = Pick<
  Handlers<typeof contract.account>,
  'getAppRequest' | 'connectApp' | 'listApps' | 'disconnectApp'
>;

/** How long an app has to exchange its code; people may have to carry it from one computer to another. */
const codeSeconds = 300;
const mostApps = 100;

export function appsRouter(parts: AppsParts): AppHandlers {
  const read = async (caller: Caller, request: string): Promise<AuthorizationRequest | RefusedRequest> => {
    refuseKeys(caller);
    try {
      return await readAuthorizationRequest(parts, Buffer.from(request, 'base64url').toString());
    } catch (error) {
      throw error instanceof OAuthError ? asRefusal(error) : error;
    }
  };
  return {
    getAppRequest: async ({ input, caller }) => shownRequest(await read(caller, input.request)),

    connectApp: {
      askFirst: async ({ input, caller }) => {
        const request = await read(caller, input.request);
        if ('refusal' in request) throw asRefusal(request.refusal);
        return async (call) => ({ redirectUrl: await connect(call, request, withRead(input.scopes)) });
      },
    },

    listApps: async ({ caller, db }) => (await sql.listApps(db, caller.userId)).map(connectedApp),

    disconnectApp: async (call) => {
      const { input, caller, db, afterCommit } = call;
      const owner = await sql.appOwner(db, input.id);
      if (owner === undefined) throw new MagpieError('NOT_FOUND', `There is no connected app ${input.id}.`);
      if (owner !== caller.userId) {
        throw new MagpieError('FORBIDDEN', `The connected app ${input.id} belongs to somebody else.`);
      }
      if (await sql.deleteApp(db, input.id)) {
        await addAuditEntry(db, { ...actorOf(call), act: 'app.disconnected', subject: `app:${input.id}` });
      }
      afterCommit(parts.forget);
      return { success: true };
    },
  };
}

function shownRequest(request: AuthorizationRequest | RefusedRequest) {
  const { client, redirectUri, respond } = request;
  const app = shownApp(client.name, client.host, redirectUri);
  if (!('refusal' in request)) {
    const declineUrl = respond({ error: 'access_denied' });
    return { ...app, scopes: [...request.scopes], refusal: null, declineUrl };
  }
  const { code, message } = request.refusal;
  const declineUrl = respond({ error: code, error_description: message });
  return { ...app, scopes: [], refusal: message, declineUrl };
}

/** Allows the app and returns the address that takes the code to it. */
async function connect(
  call: Pick<Call<unknown>, 'caller' | 'address' | 'db'>,
  request: AuthorizationRequest,
  scopes: readonly AppScope[],
): Promise<string> {
  const { db, caller } = call;
  if (!scopes.every((scope) => request.scopes.includes(scope))) {
    throw new MagpieError('BAD_REQUEST', 'scopes must not be more than the app asks for.');
  }
  if ((await sql.countApps(db, caller.userId)) >= mostApps) {
    throw new MagpieError(
      'CONFLICT',
      `You have ${mostApps} connected apps; disconnect one in the settings first.`,
    );
  }
  const { client, redirectUri, resource, codeChallenge, respond } = request;
  const appId = await sql.insertApp(db, {
    userId: caller.userId,
    clientId: client.id,
    clientName: client.name,
    clientHost: client.host,
    redirectUri,
    scopes,
    resource,
  });
  const code = newSecret('mgc_');
  await sql.insertCode(db, { codeSha256: digestOf(code), appId, codeChallenge, seconds: codeSeconds });
  const details = { app: client.name, host: client.host, redirectUri, scopes };
  await addAuditEntry(db, { ...actorOf(call), act: 'app.connected', subject: `app:${appId}`, details });
  return respond({ code });
}

function connectedApp(app: sql.AppRow) {
  const { id, scopes, createdAt, lastUsedAt, expiresAt } = app;
  return {
    id,
    ...shownApp(app.clientName, app.clientHost, app.redirectUri),
    scopes,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
  };
}

/** A key must not make credentials that outlive it. */
function refuseKeys(caller: Caller): void {
  if (sessionOf(caller) !== null) return;
  throw new MagpieError('FORBIDDEN', 'Only somebody who is signed in can connect an app, not an API key.');
}

/** What a person is told whose browser brought a request that cannot be answered. */
function asRefusal({ code, message }: OAuthError): MagpieError {
  return new MagpieError(code === 'invalid_client' ? 'UNPROCESSABLE_CONTENT' : 'BAD_REQUEST', message);
}

function shownApp(name: string, host: string | null, redirectUri: string) {
  return { name, host, redirectHost: new URL(redirectUri).host, isLocal: isLoopback(redirectUri) };
}
