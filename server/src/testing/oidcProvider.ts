import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Somebody who has an account at the provider. */
export interface ProviderAccount {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name?: string;
}

export interface OidcProvider {
  readonly issuer: string;
  /** Who is signed in there. */
  account: ProviderAccount;
  /** Whether it signs with a key that is missing from its JWKS. */
  forges: boolean;
  /** Whether it answers nothing of use. */
  isAway: boolean;
  close(): Promise<void>;
}

interface Pending {
  readonly account: ProviderAccount;
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly redirectUri: string | null;
}

/** A small OpenID Connect provider: discovery, authorization code with PKCE, signed tokens. Whoever comes is signed in. */
export async function startOidcProvider(client: { id: string; secret: string }): Promise<OidcProvider> {
  const [keys, otherKeys] = [rsaKeys(), rsaKeys()];
  const codes = new Map<string, Pending>();
  const provider = {
    issuer: '',
    account: { sub: '1', email: 'nobody@example.com', email_verified: true },
    forges: false,
    isAway: false,
  } as OidcProvider & { issuer: string };

  const answers: Record<string, (url: URL, request: http.IncomingMessage) => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/authorize`,
      token_endpoint: `${provider.issuer}/token`,
      userinfo_endpoint: `${provider.issuer}/userinfo`,
      jwks_uri: `${provider.issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': () => ({
      keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
    }),
    '/authorize': ({ searchParams }) => {
      const code = randomBytes(16).toString('hex');
      codes.set(code, {
        account: provider.account,
        nonce: searchParams.get('nonce'),
        challenge: searchParams.get('code_challenge'),
        redirectUri: searchParams.get('redirect_uri'),
      });
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', searchParams.get('state') ?? '');
      return back;
    },
    '/token': async (_url, request) => {
      const form = new URLSearchParams(await text(request));
      const pending = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
      const isClient = form.get('client_secret') === client.secret || request.headers.authorization === basic;
      const isRight = pending?.challenge === challenge && pending.redirectUri === form.get('redirect_uri');
      if (pending === undefined || !isClient || !isRight) return null;
      const now = Math.floor(Date.now() / 1000);
      const claims = { ...pending.account, iss: provider.issuer, aud: client.id, iat: now, exp: now + 300 };
      const { privateKey } = provider.forges ? otherKeys : keys;
      return {
        access_token: randomBytes(16).toString('hex'),
        token_type: 'Bearer',
        expires_in: 300,
        id_token: signedToken({ ...claims, nonce: pending.nonce }, privateKey),
      };
    },
  };
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider');
    const answering = provider.isAway ? null : answers[url.pathname]?.(url, request);
    void Promise.resolve(answering ?? null).then((answer) => {
      if (answer instanceof URL) return response.writeHead(302, { location: answer.href }).end();
      const headers = { 'content-type': 'application/json' };
      return response.writeHead(answer === null ? 400 : 200, headers).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return provider;
}

function rsaKeys() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function signedToken(claims: object, key: ReturnType<typeof rsaKeys>['privateKey']): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const body = `${encode({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${encode(claims)}`;
  return `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`;
}
