import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryLimiter } from '../../rpc/rateLimit/rateLimit.ts';
import { browserAt } from '../../testing/browser.ts';
import { postgresLanes } from '../../testing/postgres.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { makeSignInLink } from '../signInLinks.ts';
import { createLoginThrottle } from './loginThrottle.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

const password = 'correct horse battery';

async function lastMailTo(service: TestService, to: string): Promise<string> {
  const [mail] = await service.db.query<{ text: string }>(
    'SELECT text FROM mails WHERE recipient = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
    [to],
  );
  return mail?.text ?? '';
}

async function invitationFor(service: TestService, email: string): Promise<string> {
  const { id } = (await service.owner.post('teams.create', { name: 'Team' })).data;
  await service.owner.post('teams.inviteByEmail', { id, email });
  return /\/([\w-]{20,})\s/.exec(await lastMailTo(service, email))?.[1] ?? '';
}

describe('signing up where a mail server is configured', () => {
  let service: TestService;
  beforeAll(async () => {
    // Nobody sends the mails here: they are read where they wait.
    service = await startService(lane, {
      signUp: 'open',
      signInLimit: 1000,
      smtpUrl: 'smtp://127.0.0.1:1',
      trustProxy: 1,
    });
  });
  afterAll(() => service.close());

  it('403 until the address is verified by a mailed link, which does not sign in', async () => {
    const email = 'ann@example.com';
    const browser = browserAt(service.address);
    await browser.submit('sign-up/email', { email, password });
    const early = await browser.submit('sign-in/email', { email, password });
    expect([early.status, early.body.error.message]).toEqual([
      403,
      'This address is not verified yet; open the link in the mail that we just sent to it.',
    ]);
    // Not revealed without the right password.
    expect((await browser.submit('sign-in/email', { email, password: 'not the one it is' })).status).toBe(
      401,
    );
    const token = /verify-email\?token=(\S+)/.exec(await lastMailTo(service, email))?.[1] ?? '';
    const broken = await browser.fetch(`/api/auth/verify-email?token=${token.slice(0, -2)}AA`);
    expect(broken.status).toBe(410);
    expect((await browser.fetch(`/api/auth/verify-email?token=${token}`)).status).toBe(200);
    expect(browser.cookies()).toBe('');
    expect((await browser.submit('sign-in/email', { email, password })).status).toBe(200);
    expect(browser.given()).toEqual([expect.not.stringContaining('Secure')]);
    // A proxy that is trusted says that they come through TLS.
    await browser.submit('sign-in/email', { email, password }, { 'x-forwarded-proto': 'https' });
    expect(browser.given()).toEqual([expect.stringMatching(/; Secure$/)]);
    const acts = await service.db.query<{ act: string }>(
      "SELECT act FROM acts WHERE act = 'email.verified' AND subject = $1",
      [email],
    );
    expect(acts).toHaveLength(1);
  });

  it('does not require verification of the owner, who cannot receive mail', async () => {
    const [owner] = await service.db.query<{ verified: boolean }>(
      'SELECT email_verified AS verified FROM users WHERE is_owner',
    );
    expect(owner?.verified).toBe(true);
  });
});

describe('signing up by invitation only', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(lane, { signInLimit: 1000, smtpUrl: 'smtp://127.0.0.1:1' });
  });
  afterAll(() => service.close());

  it('requires the invitation link for the same address, which then counts as verified', async () => {
    const email = 'ben@example.com';
    const token = await invitationFor(service, email);
    expect(token).not.toBe('');
    const browser = browserAt(service.address);
    const refused = [
      await browser.submit('sign-up/email', { email, password }),
      await browser.submit('sign-up/email', { email: 'eve@example.com', password, invitationToken: token }),
      await browser.submit('sign-up/email', { email, password, invitationToken: 'x'.repeat(43) }),
      await browser.submit('sign-up/email', { email: 'unknown@example.com', password }),
    ];
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.error.message}`))).toEqual(
      new Set([
        '403 You need an invitation to create an account: send the invitationToken from the invitation link, and the invited address.',
      ]),
    );
    expect((await browser.submit('sign-up/email', { email, password, invitationToken: token })).status).toBe(
      200,
    );
    const entered = await browser.submit('sign-in/email', { email, password });
    expect(entered.body.user).toMatchObject({ email, emailVerified: true });
    expect((await browser.call('teams.acceptInvitation', { token })).status).toBe(200);
  });
});

describe("signing up with the inviter's link", () => {
  const accountBy = async (service: TestService, email: string) => {
    const { id } = (await service.owner.post('teams.create', { name: 'Team' })).data;
    const { data } = await service.owner.post('teams.inviteByEmail', { id, email });
    const token = data.invitationUrl.slice(data.invitationUrl.lastIndexOf('/') + 1);
    const browser = browserAt(service.address);
    const made = await browser.submit('sign-up/email', { email, password, invitationToken: token });
    expect(made.status).toBe(200);
    return { token, browser };
  };

  it('creates an account and joins without a mail server, but does not verify the address', async () => {
    const service = await startService(lane, { signInLimit: 1000 });
    const email = 'cat@example.com';
    const { token, browser } = await accountBy(service, email);
    const entered = await browser.submit('sign-in/email', { email, password });
    expect(entered.body.user).toMatchObject({ email, emailVerified: false });
    expect((await browser.call('teams.acceptInvitation', { token })).status).toBe(200);
    expect((await browser.call('account.get')).body.result.data).toMatchObject({ emailVerified: false });
    await service.close();
  });

  it('requires a mailed link if a mail server is configured', async () => {
    const service = await startService(lane, { signInLimit: 1000, smtpUrl: 'smtp://127.0.0.1:1' });
    const email = 'dan@example.com';
    const { token, browser } = await accountBy(service, email);
    expect((await browser.submit('sign-in/email', { email, password })).status).toBe(403);
    const verification = /token=([^\s&]+)/.exec(await lastMailTo(service, email))?.[1] ?? '';
    expect((await browser.fetch(`/api/auth/verify-email?token=${verification}`)).status).toBe(200);
    expect((await browser.submit('sign-in/email', { email, password })).status).toBe(200);
    expect((await browser.call('teams.acceptInvitation', { token })).status).toBe(200);
    await service.close();
  });
});

describe('an https site with sign-up disabled', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(lane, {
      signUp: 'closed',
      signInLimit: 3,
      publicUrl: 'https://magpie.example',
      trustProxy: 1,
    });
  });
  afterAll(() => service.close());

  it('403 for every address, with or without an account', async () => {
    const answers = [];
    for (const email of ['ann@example.com', 'new@example.com']) {
      answers.push(await browserAt(service.address).submit('sign-up/email', { email, password }));
    }
    expect(answers.map(({ status, body }) => [status, body.error.message])).toEqual(
      Array.from({ length: 2 }, () => [
        403,
        'Sign-up is disabled on this instance; contact its administrator.',
      ]),
    );
  });

  it('sets Secure cookies and accepts requests from its own origin', async () => {
    const [owner] = await service.db.query<{ id: string }>('SELECT id FROM users WHERE is_owner');
    const browser = browserAt(service.address);
    const opened = await browser.press(`/sign-in/${await makeSignInLink(service.db, owner?.id ?? '')}`);
    expect(opened.headers.get('location')).toBe('https://magpie.example/');
    expect(browser.given()).toEqual([expect.stringMatching(/; HttpOnly; SameSite=Lax; Secure$/)]);
    const from = (origin: string): Promise<number> =>
      browser.call('boards.list', {}, { origin }).then(({ status }) => status);
    expect([await from('https://magpie.example'), await from('https://other.example')]).toEqual([200, 403]);
    await browser.submit('set-password', { newPassword: password }, { origin: 'https://magpie.example' });
    await browser.submit(
      'sign-in/email',
      { email: 'owner@localhost', password },
      { origin: 'https://magpie.example' },
    );
    expect(browser.given()).toEqual([expect.stringMatching(/SameSite=Lax; Secure$/)]);
  });

  it('429 after too many wrong passwords for one account, even with the right one, but not for other accounts', async () => {
    const origin = { origin: 'https://magpie.example' };
    const attempt = (email: string, tried: string) =>
      browserAt(service.address).submit('sign-in/email', { email, password: tried }, origin);
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await attempt('owner@localhost', 'wrong')).status);
    const right = await attempt('owner@localhost', password);
    expect([...statuses, right.status]).toEqual([401, 401, 401, 429]);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(890);
    expect((await attempt('ann@example.com', 'wrong')).status).toBe(401);
    const [noted] = await service.db.query<{ count: number }>(
      "SELECT count(*) AS count FROM acts WHERE act = 'session.failed' AND details::text !~ 'wrong'",
    );
    expect(noted?.count).toBe(4);
  });
});

describe('login limits', () => {
  it('count failures per account and network in 15 minutes, but not successes', async () => {
    let now = 0;
    const limiter = memoryLimiter({ clock: () => now });
    const guessing = createLoginThrottle(limiter, 2);
    const of = (account: string) => ({ form: 'sign-in/email', account, network: '192.0.2.1' }) as const;
    const outcome = (account: string): Promise<string> =>
      guessing.begin(of(account)).then(
        () => 'tried',
        (error: Error) => error.message,
      );
    for (let count = 0; count < 50; count += 1) {
      await guessing.begin(of('ann'));
      await guessing.succeeded(of('ann'));
    }
    expect([await outcome('ann'), await outcome('ann')]).toEqual(['tried', 'tried']);
    expect(await outcome('ann')).toBe('Too many attempts; try again in 900 seconds.');
    for (let person = 0; person < 18; person += 1) expect(await outcome(`person ${person}`)).toBe('tried');
    expect(await outcome('one more')).toMatch(/^Too many attempts/);
    now = 900_000;
    expect(await outcome('ann')).toBe('tried');
    await limiter.close();
  });

  it('do not lock an account because of a blocked network', async () => {
    const limiter = memoryLimiter();
    const guessing = createLoginThrottle(limiter, 2);
    const from = (network: string, account: string): Promise<string> =>
      guessing.begin({ form: 'sign-in/email', account, network }).then(
        () => 'tried',
        () => 'refused',
      );
    for (let person = 0; person < 20; person += 1) await from('192.0.2.1', `person ${person}`);
    expect([await from('192.0.2.1', 'ann'), await from('192.0.2.1', 'ann')]).toEqual(['refused', 'refused']);
    expect([await from('192.0.2.2', 'ann'), await from('192.0.2.2', 'ann')]).toEqual(['tried', 'tried']);
    await limiter.close();
  });

  it('limit session requests per network generously', async () => {
    const limiter = memoryLimiter();
    const guessing = createLoginThrottle(limiter, 1);
    const forms = ['get-session', 'update-user', 'sign-out'] as const;
    const request = (count: number): Promise<void> =>
      guessing.begin({
        form: forms[count % 3] ?? 'sign-out',
        account: `user:${count}`,
        network: '192.0.2.1',
      });
    for (let count = 0; count < 100; count += 1) await request(count);
    await expect(request(100)).rejects.toThrow('Too many attempts');
    await limiter.close();
  });
});
