import { createHash, randomBytes } from 'node:crypto';
import { UnauthorizedError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentAt, newAgent, useTool } from '../../testing/mcp.ts';
import { type Browser, browserAt } from '../../testing/browser.ts';
import {
  allowApp,
  authorizationUrlOf,
  connectApp,
  OAuthApp,
  requestFor,
  transportOf,
} from '../../testing/oauthApp.ts';
import { postgresLanes } from '../../testing/postgres.ts';
import { type Client, startService, type TestService } from '../../testing/service.ts';
import { startTlsServer } from '../../testing/tlsServer.ts';
import { makeSignInLink } from '../signInLinks.ts';
import { deleteExpiredAppSecrets } from './oauth.sql.ts';

interface Person extends Client {
  readonly userId: string;
  readonly browser: Browser;
}

/** The response of an endpoint. */
type Answer = any; // oxlint-disable-line typescript/no-explicit-any

let service: TestService;

async function signedIn(at = service): Promise<Person> {
  const person = await at.newcomer();
  const browser = browserAt(at.address);
  await browser.press(`/sign-in/${await makeSignInLink(at.db, person.userId)}`);
  return { ...person, browser };
}

/** A form of the token or revocation endpoint. */
async function send(endpoint: 'token' | 'revoke', form: Record<string, string> | string) {
  const response = await fetch(new URL(`/oauth/${endpoint}`, service.address), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form),
  });
  const body: Answer = await response.json();
  return { status: response.status, headers: response.headers, body };
}

const callMcp = (token: string, at = service.address, body: object = { method: 'ping' }) =>
  fetch(new URL('/mcp', at), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
  });

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const redirectUri = 'http://localhost:41234/callback';

async function register(metadata: object = { client_name: 'Agent', redirect_uris: [redirectUri] }) {
  const response = await fetch(new URL('/oauth/register', service.address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  });
  const body: Answer = await response.json();
  return { status: response.status, body };
}

async function authorizeUrl(changes: Record<string, string | undefined> = {}): Promise<URL> {
  const url = new URL('/oauth/authorize', service.address);
  const parameters = {
    response_type: 'code',
    client_id: changes['client_id'] ?? (await register()).body.client_id,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'kept as it is',
    scope: 'read write',
    resource: `${service.address}/mcp`,
    ...changes,
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

/** The form with which the app exchanges the code that the person let it have. */
async function codeForm({ browser }: Person): Promise<Record<string, string>> {
  const requestUrl = await authorizeUrl();
  const back = await allowApp(browser, requestUrl);
  return {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    code_verifier: verifier,
    client_id: requestUrl.searchParams.get('client_id') ?? '',
    redirect_uri: redirectUri,
    resource: `${service.address}/mcp`,
  };
}

async function connected(person: Person) {
  const form = await codeForm(person);
  const { body } = await send('token', form);
  return { access: body.access_token as string, refresh: body.refresh_token as string, form };
}

const refreshForm = (refresh: string, client: string) => ({
  grant_type: 'refresh_token',
  refresh_token: refresh,
  client_id: client,
});

describe.each(postgresLanes)('sign-in of apps on PostgreSQL, %s', (lane) => {
  beforeAll(async () => {
    service = await startService(lane, { publicLimit: 100_000, authFailureLimit: 100_000 });
  });
  afterAll(() => service.close());

  describe("by the protocol's own client", () => {
    it('gets 401, registers, is authorized by a user, and calls tools as that user', async () => {
      const person = await signedIn();
      await person.post('boards.create', { name: 'Mine alone' });
      const agent = await connectApp(new OAuthApp(), person.browser, service.address);
      const { json } = await useTool(agent, 'list_boards');
      expect(json.boards.map((board: { name: string }) => board.name)).toEqual(['Mine alone']);
      expect((await useTool(agent, 'create_board', { name: 'By an app' })).isError).toBe(false);
      await agent.close();
    });

    it('refreshes an expired access token without the user', async () => {
      const person = await signedIn();
      const app = new OAuthApp();
      const agent = await connectApp(app, person.browser, service.address);
      const before = app.stored;
      await service.db.query(
        `UPDATE app_tokens SET expires_at = now() - interval '1 second'
         WHERE kind = 'access' AND app_id IN (SELECT id FROM connected_apps WHERE user_id = $1)`,
        [person.userId],
      );
      // What this node remembers of the token is over within a second.
      await expect
        .poll(async () => (await callMcp(before?.access_token ?? '')).status, { timeout: 60_000 })
        .toBe(401);
      expect((await useTool(agent, 'list_boards')).isError).toBe(false);
      expect(app.stored?.access_token).not.toBe(before?.access_token);
      expect(app.stored?.refresh_token).not.toBe(before?.refresh_token);
      await agent.close();
    });

    it('requests more scopes when a tool writes and only read was granted', async () => {
      const person = await signedIn();
      const app = new OAuthApp();
      const agent = await connectApp(app, person.browser, service.address, ['read']);
      expect((await useTool(agent, 'list_boards')).isError).toBe(false);
      app.authorizationUrl = undefined;
      await expect(useTool(agent, 'create_board', { name: 'No' })).rejects.toThrow(UnauthorizedError);
      const again = app.authorizationUrl as URL | undefined;
      expect(again?.searchParams.get('scope')?.split(' ').toSorted()).toEqual(['read', 'write']);
      await agent.close();
      const response = await callMcp(app.stored?.access_token ?? '', service.address, {
        method: 'tools/call',
        params: { name: 'create_board', arguments: { name: 'No' } },
      });
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([
        403,
        `Bearer realm="Magpie", scope="read write", error="insufficient_scope", resource_metadata="${service.address}/.well-known/oauth-protected-resource/mcp"`,
      ]);
    });

    it('is identified by the URL of its metadata document, which is fetched once', async () => {
      let fetched = 0;
      let document: object = {};
      const host = await startTlsServer((_request, response) => {
        fetched += 1;
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(document));
      });
      const metadataUrl = `https://${host.host}/app/client.json`;
      document = {
        client_id: metadataUrl,
        client_name: 'An app\u202e with a\nname',
        // The port that the app gets is another than the one that it published.
        redirect_uris: ['http://localhost:3118/callback'],
      };
      const other = await startService(lane, { fetchAllow: [host.host] });
      try {
        const person = await signedIn(other);
        const app = new OAuthApp({ metadataUrl });
        const agent = await connectApp(app, person.browser, other.address);
        expect((await useTool(agent, 'list_boards')).isError).toBe(false);
        expect([app.clientId, fetched]).toEqual([metadataUrl, 1]);
        const { data } = await person.get('account.listApps');
        expect(data).toMatchObject([{ name: 'An app with a name', host: host.host, isLocal: true }]);
        await agent.close();
      } finally {
        host.close();
        await other.close();
      }
    });

    it('reaches a local server under any loopback name', async () => {
      const person = await signedIn();
      const address = service.address.replace('127.0.0.1', 'localhost');
      const app = new OAuthApp();
      const requestUrl = await authorizationUrlOf(app, address);
      expect(requestUrl.origin).toBe(address);
      const browser = browserAt(address);
      await browser.press(`/sign-in/${await makeSignInLink(service.db, person.userId)}`);
      const back = await allowApp(browser, requestUrl);
      expect(back.searchParams.get('iss')).toBe(address);
      await transportOf(app, address).finishAuth(back.searchParams);
      const agent = newAgent('today');
      await agent.connect(transportOf(app, address));
      await agent.close();
    });
  });

  describe('the consent of a user', () => {
    it('shows the name, the redirect host and the requested scopes', async () => {
      const { browser } = await signedIn();
      const request = await requestFor(browser, await authorizeUrl());
      const { body } = await browser.call('account.getAppRequest', { request });
      const { declineUrl, ...shown } = body.result.data;
      expect(shown).toEqual({
        name: 'Agent',
        host: null,
        redirectHost: 'localhost:41234',
        isLocal: true,
        scopes: ['read', 'write'],
        refusal: null,
      });
      const declined = new URL(declineUrl).searchParams;
      expect(Object.fromEntries(declined)).toEqual({
        error: 'access_denied',
        state: 'kept as it is',
        iss: service.address,
      });
    });

    it('the response contains code, state and issuer, but never a token', async () => {
      const { browser } = await signedIn();
      const back = await allowApp(browser, await authorizeUrl());
      expect(back.href.startsWith(`${redirectUri}?`)).toBe(true);
      expect([...back.searchParams.keys()]).toEqual(['code', 'state', 'iss']);
    });

    it('403 for a key, 401 without a session, 400 for more scopes than requested', async () => {
      const person = await signedIn();
      const request = await requestFor(person.browser, await authorizeUrl({ scope: 'read' }));
      expect((await person.get('account.getAppRequest', { request })).status).toBe(403);
      expect((await person.post('account.connectApp', { request, scopes: ['read'] })).status).toBe(403);
      const nobody = browserAt(service.address);
      expect((await nobody.call('account.connectApp', { request, scopes: ['read'] })).status).toBe(401);
      const more = await person.browser.call('account.connectApp', { request, scopes: ['read', 'write'] });
      expect(more.status).toBe(400);
    });

    it('only the user can list and disconnect apps', async () => {
      const person = await signedIn();
      const stranger = await signedIn();
      const { access, refresh, form } = await connected(person);
      expect((await callMcp(access)).status).toBe(200);
      const { data } = await person.get('account.listApps');
      expect(data).toMatchObject([{ name: 'Agent', scopes: ['read', 'write'], isLocal: true }]);
      const [{ id }] = data;
      expect((await stranger.get('account.listApps')).data).toEqual([]);
      expect((await stranger.post('account.disconnectApp', { id })).status).toBe(403);
      expect((await person.post('account.disconnectApp', { id })).status).toBe(200);
      expect((await callMcp(access)).status).toBe(401);
      const refused = await send('token', refreshForm(refresh, form['client_id'] ?? ''));
      expect(refused.body.error).toBe('invalid_grant');
      expect((await person.get('account.listApps')).data).toEqual([]);
      expect((await person.post('account.disconnectApp', { id })).status).toBe(404);
    });

    it('connecting and disconnecting is audited', async () => {
      const person = await signedIn();
      await connected(person);
      const [{ id }] = (await person.get('account.listApps')).data;
      await person.post('account.disconnectApp', { id });
      const { data } = await service.owner.get('audit.list', { limit: 2 });
      expect(data.acts).toMatchObject([
        { act: 'app.disconnected', actorId: person.userId, subject: `app:${id}` },
        {
          act: 'app.connected',
          actorId: person.userId,
          details: { app: 'Agent', scopes: ['read', 'write'] },
        },
      ]);
    });
  });

  describe('tokens', () => {
    it('are valid only at /mcp and stored only as digests', async () => {
      const person = await signedIn();
      const { access, refresh, form } = await connected(person);
      expect((await callMcp(access)).status).toBe(200);
      expect((await service.clientWith(access).get('boards.list')).status).toBe(401);
      expect((await service.clientWith(access).get('account.get')).status).toBe(401);
      expect((await callMcp(refresh)).status).toBe(401);
      const stored = JSON.stringify([
        await service.db.query(`SELECT encode(token_sha256, 'escape') AS token, app_id FROM app_tokens`),
        await service.db.query(`SELECT * FROM authorization_codes`),
        await service.db.query(`SELECT * FROM connected_apps`),
        await service.db.query(`SELECT * FROM acts`),
      ]);
      for (const secret of [access, refresh, form['code'] ?? '']) {
        expect(stored).not.toContain(secret);
        expect(service.logged()).not.toContain(secret);
      }
    });

    it('of an owner have only the scopes read and write', async () => {
      const [row] = await service.db.query<{ id: string }>('SELECT id FROM users WHERE is_owner');
      const browser = browserAt(service.address);
      await browser.press(`/sign-in/${await makeSignInLink(service.db, row?.id ?? '')}`);
      const { access } = await connected({ ...service.owner, userId: row?.id ?? '', browser });
      const agent = await agentAt(service.address, access);
      expect((await useTool(agent, 'read', { procedure: 'audit.list' })).isError).toBe(true);
      await agent.close();
    });

    it('are returned with lifetime and scope, and must not be cached', async () => {
      const { status, headers, body } = await send('token', await codeForm(await signedIn()));
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(body).toEqual({
        access_token: expect.stringMatching(/^mga_\w{49}$/),
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^mgr_\w{49}$/),
        scope: 'read write',
      });
    });

    it('are deleted with the account or after they expire', async () => {
      const person = await signedIn();
      const { access } = await connected(person);
      const { email } = (await person.get('account.get')).data;
      await person.post('account.delete', { confirmation: email });
      expect((await callMcp(access)).status).toBe(401);
      const other = await signedIn();
      await connected(other);
      await service.db.query(`UPDATE app_tokens SET expires_at = now() - interval '1 second'`);
      await service.db.query(`UPDATE authorization_codes SET expires_at = now() - interval '25 hours'`);
      expect(await deleteExpiredAppSecrets(service.db)).toBeGreaterThan(0);
      expect(await service.db.query('SELECT FROM connected_apps')).toEqual([]);
    });
  });

  describe('401 at /mcp', () => {
    it('links to the metadata and names the scopes', async () => {
      const metadata = `${service.address}/.well-known/oauth-protected-resource/mcp`;
      const response = await fetch(new URL('/mcp', service.address), { method: 'POST' });
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([
        401,
        `Bearer realm="Magpie", scope="read write", resource_metadata="${metadata}"`,
      ]);
      expect((await callMcp('mga_wrong')).headers.get('www-authenticate')).toBe(
        `Bearer realm="Magpie", scope="read write", error="invalid_token", resource_metadata="${metadata}"`,
      );
      const [described, server] = await Promise.all(
        [metadata, `${service.address}/.well-known/oauth-authorization-server`].map(async (address) =>
          (await fetch(address)).json(),
        ),
      );
      expect(described).toMatchObject({
        resource: `${service.address}/mcp`,
        authorization_servers: [service.address],
      });
      expect(server).toMatchObject({
        issuer: service.address,
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      });
    });

    it('does not link to the metadata at other URLs', async () => {
      const response = await fetch(`${service.base}/boards.list`);
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Magpie"');
    });
  });

  describe('an attacker', () => {
    it.each([
      ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
      ['no verifier', { code_verifier: '' }, 'invalid_request'],
      ['another redirect URI', { redirect_uri: 'http://localhost:41234/other' }, 'invalid_grant'],
      ['another client', { client_id: 'https://other.example/client.json' }, 'invalid_grant'],
      ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
      ['another code', { code: 'mgc_guessed' }, 'invalid_grant'],
      ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ])('with a code and %s gets no token', async (_, changes, error) => {
      const form = await codeForm(await signedIn());
      const { status, body } = await send('token', { ...form, ...changes });
      expect([status, body.error]).toEqual([400, error]);
      // The app itself is not hindered by it.
      expect((await send('token', form)).status).toBe(200);
    });

    it('replaying a code revokes the tokens of its first use', async () => {
      const person = await signedIn();
      const { access, form } = await connected(person);
      expect((await send('token', form)).body.error).toBe('invalid_grant');
      expect((await callMcp(access)).status).toBe(401);
      expect((await person.get('account.listApps')).data).toEqual([]);
      const { data } = await service.owner.get('audit.list', { act: 'app.disconnected', limit: 1 });
      expect(data.acts[0].details.reason).toBe('authorization code presented twice');
    });

    it('only one of several concurrent uses of a code gets a token', async () => {
      const form = await codeForm(await signedIn());
      const answers = await Promise.all(Array.from({ length: 5 }, () => send('token', form)));
      expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    });

    it('using a stolen refresh token, before or after the app, is detected', async () => {
      const person = await signedIn();
      const { refresh, form } = await connected(person);
      const client = form['client_id'] ?? '';
      const next = await send('token', refreshForm(refresh, client));
      expect((await callMcp(next.body.access_token)).status).toBe(200);
      expect((await send('token', refreshForm(refresh, client))).body.error).toBe('invalid_grant');
      expect((await callMcp(next.body.access_token)).status).toBe(401);
      const last = await send('token', refreshForm(next.body.refresh_token, client));
      expect(last.body.error).toBe('invalid_grant');
    });

    it('cannot refresh as another client, for another resource, for more scopes, or after expiry', async () => {
      const person = await signedIn();
      const { refresh, form } = await connected(person);
      const right = refreshForm(refresh, form['client_id'] ?? '');
      const error = async (changes: Record<string, string>) =>
        (await send('token', { ...right, ...changes })).body.error;
      expect(await error({ client_id: 'https://other.example/client.json' })).toBe('invalid_grant');
      expect(await error({ resource: 'https://other.example/mcp' })).toBe('invalid_target');
      expect(await error({ scope: 'read admin' })).toBe('invalid_scope');
      await service.db.query(`UPDATE app_tokens SET expires_at = now() - interval '1 second'`);
      expect(await error({})).toBe('invalid_grant');
    });

    it('cannot use an expired code', async () => {
      const form = await codeForm(await signedIn());
      await service.db.query(`UPDATE authorization_codes SET expires_at = now() - interval '1 second'`);
      expect((await send('token', form)).body.error).toBe('invalid_grant');
    });

    it('cannot use a token issued for another site', async () => {
      const { access } = await connected(await signedIn());
      await service.db.query(`UPDATE connected_apps SET resource = 'https://other.example/mcp'`);
      expect((await callMcp(access)).status).toBe(401);
    });

    it('loses access when the app revokes, and cannot revoke as another client', async () => {
      const { access, refresh, form } = await connected(await signedIn());
      const client = form['client_id'] ?? '';
      const other = await send('revoke', { token: refresh, client_id: 'https://other.example/a.json' });
      expect(other.status).toBe(401);
      expect((await callMcp(access)).status).toBe(200);
      expect((await send('revoke', { token: refresh, client_id: client })).status).toBe(200);
      expect((await callMcp(access)).status).toBe(401);
      expect((await send('revoke', { token: refresh, client_id: client })).status).toBe(200);
    });
  });

  describe('an invalid request', () => {
    it.each([
      ['another redirect URI', { redirect_uri: 'https://evil.example/callback' }],
      ['another path', { redirect_uri: 'http://localhost:41234/callback/../evil' }],
      ['another loopback name', { redirect_uri: 'http://127.0.0.1:41234/callback' }],
      ['an unknown client', { client_id: 'nobody' }],
      ['a client on a private address', { client_id: 'https://127.0.0.1/client.json' }],
      ['a client without a path', { client_id: 'https://app.example/' }],
      ['a client with dot segments', { client_id: 'https://app.example/a/../client.json' }],
    ])('with %s is shown to the person, who is sent nowhere', async (_, changes) => {
      const { browser } = await signedIn();
      const request = await requestFor(browser, await authorizeUrl(changes));
      const { status, body } = await browser.call('account.getAppRequest', { request });
      expect([400, 422]).toContain(status);
      expect(JSON.stringify(body)).not.toContain('declineUrl');
      const connect = await browser.call('account.connectApp', { request, scopes: ['read'] });
      expect(connect.status).toBe(status);
    });

    it.each([
      ['no PKCE', { code_challenge: undefined }, 'invalid_request'],
      ['PKCE in clear text', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['PKCE without its method', { code_challenge_method: undefined }, 'invalid_request'],
      ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
      ['a token instead of a code', { response_type: 'token' }, 'unsupported_response_type'],
      ['no known scope', { scope: 'admin' }, 'invalid_scope'],
    ])('with %s is for the app to hear, and grants nothing', async (_, changes, error) => {
      const { browser } = await signedIn();
      const request = await requestFor(browser, await authorizeUrl(changes));
      const { body } = await browser.call('account.getAppRequest', { request });
      const { scopes, refusal, declineUrl } = body.result.data;
      expect([scopes, refusal]).toEqual([[], expect.any(String)]);
      const params = new URL(declineUrl).searchParams;
      expect([params.get('error'), params.get('state'), params.get('iss')]).toEqual([
        error,
        'kept as it is',
        service.address,
      ]);
      expect((await browser.call('account.connectApp', { request, scopes: ['read'] })).status).toBe(400);
    });

    it('with a repeated parameter is rejected, also as a form', async () => {
      const { browser } = await signedIn();
      const url = await authorizeUrl();
      url.searchParams.append('redirect_uri', 'https://evil.example/callback');
      const request = await requestFor(browser, url);
      expect((await browser.call('account.getAppRequest', { request })).status).toBe(400);
      const twice = await send('token', 'grant_type=refresh_token&grant_type=refresh_token&client_id=x');
      expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request']);
    });

    it('for another server is rejected', async () => {
      const { browser } = await signedIn();
      const url = await authorizeUrl();
      const request = Buffer.from(url.href.replace(service.address, 'https://other.example'));
      const { status } = await browser.call('account.getAppRequest', {
        request: request.toString('base64url'),
      });
      expect(status).toBe(400);
    });

    it.each([
      ['no redirect URI', { redirect_uris: [] }, 'invalid_redirect_uri'],
      ['plain HTTP elsewhere', { redirect_uris: ['http://app.example/callback'] }, 'invalid_redirect_uri'],
      ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
      ['a fragment', { redirect_uris: ['https://app.example/#x'] }, 'invalid_redirect_uri'],
      ['a user', { redirect_uris: ['https://localhost@evil.example/'] }, 'invalid_redirect_uri'],
      [
        'a host that looks local',
        { redirect_uris: ['http://localhost.evil.example/'] },
        'invalid_redirect_uri',
      ],
      ['a list as its name', { client_name: ['x'], redirect_uris: [redirectUri] }, 'invalid_client_metadata'],
    ])('registers no app with %s', async (_, metadata, error) => {
      const { status, body } = await register(metadata);
      expect([status, body.error]).toEqual([400, error]);
    });
  });

  describe('a metadata document', () => {
    it.each([
      ['that names another client', { client_id: 'https://other.example/client.json' }],
      ['without redirect URIs', { redirect_uris: undefined }],
      ['that requires a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
      ['that is too long', { padding: 'x'.repeat(70_000) }],
    ])('%s stands for no app', async (_, changes) => {
      let document: object = {};
      const host = await startTlsServer((request, response) => {
        if (request.url === '/moved.json') response.writeHead(302, { location: '/client.json' });
        else response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(document));
      });
      const other = await startService(lane, { fetchAllow: [host.host] });
      try {
        const id = `https://${host.host}/client.json`;
        document = { client_id: id, client_name: 'App', redirect_uris: [redirectUri], ...changes };
        const { browser } = await signedIn(other);
        for (const clientId of [id, `https://${host.host}/moved.json`]) {
          const url = await authorizeUrl({ client_id: clientId, resource: `${other.address}/mcp` });
          const requestUrl = new URL(url.href.replace(service.address, other.address));
          const request = await requestFor(browser, requestUrl);
          const { status } = await browser.call('account.getAppRequest', { request });
          expect(status).toBe(422);
        }
      } finally {
        host.close();
        await other.close();
      }
    });
  });
});
