import * as sql from './oauth.sql.ts';
import type { contract } from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Call, Caller, ProcedureHandlers } from '../../rpc/procedure.ts';
import { withIsoTimes } from '../../rpc/isoTimes.ts';
import { toActor, addAuditEntry } from '../../rpc/auditLog.sql.ts';
import { hashSecret, newSecret } from '../../rpc/secret.ts';
import { findSessionId } from '../sessions/sessionAuth.ts';
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
  type RefusedRequest,
  withRead,
} from './authorizationRequest.ts';
import { type Clients, isLoopback } from './clients.ts';
import { OAuthError, type AppScope } from './sites.ts';

interface AppsDeps {
  readonly clients: Clients;
  readonly sites: () => readonly string[];
  readonly clear: () => void;
}

/** How long an app has to exchange its code; users may have to copy it to another computer. */
const codeSeconds = 300;
const maxApps = 100;

export function appsRouter(parts: AppsDeps): ProcedureHandlers<typeof contract.account> {
  const read = async (caller: Caller, request: string): Promise<AuthorizationRequest | RefusedRequest> => {
    assertSession(caller);
    try {
      return await readAuthorizationRequest(parts, Buffer.from(request, 'base64url').toString());
    } catch (error) {
      throw error instanceof OAuthError ? toMagpieError(error) : error;
    }
  };
  return {
    getAppRequest: async ({ input, caller }) => presentRequest(await read(caller, input.request)),

    connectApp: {
      prepare: async ({ input, caller }) => {
        const request = await read(caller, input.request);
        if ('refusal' in request) throw toMagpieError(request.refusal);
        return async (call) => ({ redirectUrl: await connect(call, request, withRead(input.scopes)) });
      },
    },

    listApps: async ({ caller, db }) => (await sql.listApps(db, caller.userId)).map(connectedApp),

    disconnectApp: async (call) => {
      const { input, caller, db, afterCommit } = call;
      const owner = await sql.appOwner(db, input.id);
      if (owner === undefined) throw notFoundError('connected app', input.id);
      if (owner !== caller.userId) {
        throw new MagpieError('FORBIDDEN', `The connected app ${input.id} belongs to somebody else.`);
      }
      if (await sql.deleteApp(db, input.id)) {
        await addAuditEntry(db, { ...toActor(call), act: 'app.disconnected', subject: `app:${input.id}` });
      }
      afterCommit(parts.clear);
      return { success: true };
    },
  };
}

function presentRequest(request: AuthorizationRequest | RefusedRequest) {
  const { client, redirectUri, respond } = request;
  const app = presentApp(client.name, client.host, redirectUri);
  if (!('refusal' in request)) {
    const declineUrl = respond({ error: 'access_denied' });
    return { ...app, scopes: [...request.scopes], refusal: null, declineUrl };
  }
  const { code, message } = request.refusal;
  const declineUrl = respond({ error: code, error_description: message });
  return { ...app, scopes: [], refusal: message, declineUrl };
}

async function connect(
  call: Pick<Call<unknown>, 'caller' | 'address' | 'db'>,
  request: AuthorizationRequest,
  scopes: readonly AppScope[],
): Promise<string> {
  const { db, caller } = call;
  if (!scopes.every((scope) => request.scopes.includes(scope))) {
    throw new MagpieError('BAD_REQUEST', 'scopes must not exceed the scopes that the app requested.');
  }
  if ((await sql.countApps(db, caller.userId)) >= maxApps) {
    throw new MagpieError(
      'CONFLICT',
      `You have reached the limit of ${maxApps} connected apps; disconnect one in the settings first.`,
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
  await sql.insertCode(db, { codeSha256: hashSecret(code), appId, codeChallenge, seconds: codeSeconds });
  const details = { app: client.name, host: client.host, redirectUri, scopes };
  await addAuditEntry(db, { ...toActor(call), act: 'app.connected', subject: `app:${appId}`, details });
  return respond({ code });
}

function connectedApp({ clientName, clientHost, redirectUri, ...app }: sql.AppRow) {
  return { ...presentApp(clientName, clientHost, redirectUri), ...withIsoTimes(app) };
}

/** A key must not create credentials that outlive it. */
function assertSession(caller: Caller): void {
  if (findSessionId(caller) !== null) return;
  throw new MagpieError('FORBIDDEN', 'An API key cannot connect an app; sign in to do so.');
}

function toMagpieError({ code, message }: OAuthError): MagpieError {
  return new MagpieError(code === 'invalid_client' ? 'UNPROCESSABLE_CONTENT' : 'BAD_REQUEST', message);
}

function presentApp(name: string, host: string | null, redirectUri: string) {
  return { name, host, redirectHost: new URL(redirectUri).host, isLocal: isLoopback(redirectUri) };
}
