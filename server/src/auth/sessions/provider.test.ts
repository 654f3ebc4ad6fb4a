import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { createLog } from '../../config/log.ts';
import { type Browser, browserAt } from '../../testing/browser.ts';
import { type OidcProvider, startOidcProvider } from '../../testing/oidcProvider.ts';
import { postgresLanes } from '../../testing/postgres.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { addPerson } from '../people.ts';
import { openAuth } from './betterAuth.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

const client = { id: 'magpie', secret: 'of-the-client' };

describe('signing in with an OpenID Connect provider', () => {
  let provider: OidcProvider;
  let service: TestService;
  beforeAll(async () => {
    provider = await startOidcProvider(client);
    service = await startService(lane, {
      signInLimit: 1000,
      oidcIssuer: provider.issuer,
      oidcClient: client,
      googleClient: { id: 'google-id', secret: 'google-secret' },
    });
  });
  afterAll(async () => {
    await service.close();
    await provider.close();
  });

  /** Goes there and back; where it ends. */
  async function goThrough(browser: Browser, changed = (back: string): string => back): Promise<string> {
    const { status, body } = await browser.submit('sign-in/social', { provider: 'oidc' });
    expect(status).toBe(200);
    const there = await fetch(body.url as string, { redirect: 'manual' });
    const back = await browser.fetch(changed(there.headers.get('location') ?? ''), {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    return back.headers.get('location') ?? '';
  }

  it('signs in an existing account by a verified address, and again by the linked identity', async () => {
    await addPerson(service.db, 'ann@example.com');
    provider.account = { sub: 'ann-there', email: 'Ann@Example.com', email_verified: true };
    const browser = browserAt(service.address);
    expect(await goThrough(browser)).toBe(`${service.address}/`);
    expect((await browser.call('account.get')).body.result.data).toMatchObject({ email: 'ann@example.com' });
    // It is the person there who counts from then on, whatever their address becomes.
    provider.account = { sub: 'ann-there', email: 'ann@elsewhere.example', email_verified: false };
    const later = browserAt(service.address);
    expect(await goThrough(later)).toBe(`${service.address}/`);
    expect((await later.call('account.get')).body.result.data).toMatchObject({ email: 'ann@example.com' });
    const [kept] = await service.db.query<{ row: string }>(
      'SELECT sign_in_methods::text AS row FROM sign_in_methods',
    );
    expect(kept?.row).toContain('ann-there');
  });

  it('rejects an unverified address', async () => {
    await addPerson(service.db, 'ben@example.com');
    provider.account = { sub: 'not-ben', email: 'ben@example.com', email_verified: false };
    const browser = browserAt(service.address);
    const refused = await goThrough(browser);
    expect(refused).toBe(`${service.address}/sign-in/failed?error=account_not_linked`);
    expect((await browser.call('account.get')).status).toBe(401);
    const page = await browser.fetch(refused);
    expect([page.status, await page.text()]).toEqual([
      403,
      expect.stringContaining('the way you did before'),
    ]);
  });

  it('creates an account only for invited users', async () => {
    provider.account = { sub: 'eve', email: 'eve@example.com', email_verified: true, name: 'Eve' };
    const uninvited = await goThrough(browserAt(service.address));
    expect(uninvited).toContain('/sign-in/failed?error=signup_disabled');
    const { id } = (await service.owner.post('teams.create', { name: 'Team' })).data;
    await service.owner.post('teams.inviteByEmail', { id, email: 'eve@example.com' });
    provider.account = { ...provider.account, email_verified: false };
    expect(await goThrough(browserAt(service.address))).toContain('error=email_not_verified');
    provider.account = { ...provider.account, email_verified: true };
    const browser = browserAt(service.address);
    expect(await goThrough(browser)).toBe(`${service.address}/`);
    expect((await browser.call('account.get')).body.result.data).toMatchObject({
      email: 'eve@example.com',
      name: 'Eve',
      emailVerified: true,
      hasPassword: false,
    });
  });

  it('rejects a token with a wrong signature and a flow started in another browser', async () => {
    provider.account = { sub: 'ann-there', email: 'ann@example.com', email_verified: true };
    provider.forges = true;
    expect(await goThrough(browserAt(service.address))).toContain('/sign-in/failed?error=');
    provider.forges = false;
    const { body } = await browserAt(service.address).submit('sign-in/social', { provider: 'oidc' });
    const there = await fetch(body.url as string, { redirect: 'manual' });
    const other = browserAt(service.address);
    const back = await other.fetch(there.headers.get('location') ?? '');
    expect(back.headers.get('location')).toContain('/sign-in/failed?error=');
    expect(other.cookies()).not.toContain('session_token');
    expect(await goThrough(browserAt(service.address), (at) => at.replace('state=', 'state=x'))).toContain(
      '/sign-in/failed?error=',
    );
  });

  it('lists the configured providers, redirects to Google, and rejects others', async () => {
    const browser = browserAt(service.address);
    const session = (await (await browser.fetch('/api/auth/get-session')).json()) as { waysIn: object };
    expect(session.waysIn).toEqual({ providers: ['google', 'oidc'], signUp: 'invited', sendsMail: false });
    const { body } = await browser.submit('sign-in/social', { provider: 'google' });
    expect(body.url).toMatch(/^https:\/\/accounts\.google\.com\/.*client_id=google-id/);
    expect(await browser.submit('sign-in/social', { provider: 'github' })).toMatchObject({
      status: 400,
      body: { error: { message: 'Sign-in with this provider is not configured.' } },
    });
  });

  it('503 while the provider is unavailable, without affecting others, and recovers', async () => {
    const away = await startService(lane, {
      signInLimit: 1000,
      oidcIssuer: provider.issuer,
      oidcClient: client,
    });
    const browser = browserAt(away.address);
    const begin = async (): Promise<number> =>
      (await browser.submit('sign-in/social', { provider: 'oidc' })).status;
    provider.isAway = true;
    expect(await begin()).toBe(503);
    const wrong = { email: 'a@example.com', password: 'wrong' };
    expect((await browser.submit('sign-in/email', wrong)).status).toBe(401);
    provider.isAway = false;
    expect(await begin()).toBe(200);
    await away.close();
  });

  it('retries discovery after a failure', async () => {
    let listens = false;
    const auth = openAuth({
      config: { ...readConfig({}), oidcIssuer: provider.issuer, oidcClient: client },
      secret: 'x'.repeat(32),
      site: () => {
        if (listens) return service.address;
        throw new Error('not listening yet');
      },
      mayJoin: () => Promise.resolve(false),
      deleteAlertsOf: () => Promise.resolve(),
      log: createLog('error', { write: () => undefined }),
    });
    const visit = { db: service.db, form: 'sign-in/social', address: '127.0.0.1', provesAddress: false };
    const begin = async (): Promise<number> =>
      (await auth.handle({ context: visit, input: { provider: 'oidc' }, cookies: undefined, userAgent: '' }))
        .status;
    await expect(begin()).rejects.toThrow('not listening yet');
    listens = true;
    expect(await begin()).toBe(200);
  });
});
