import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserRequest, type Browser, browserAt } from '../../testing/browser.ts';
import { type PostgresLane, postgresLanes } from '../../testing/postgres.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { addPerson } from '../people.ts';
import { makeSignInLink } from '../signInLinks.ts';

const password = 'correct horse battery';
let counter = 0;
const newAddress = (): string => `person-${(counter += 1)}@example.com`;

async function mailsTo(service: TestService, to: string): Promise<string[]> {
  const rows = await service.db.query<{ text: string }>(
    'SELECT text FROM mails WHERE recipient = $1 ORDER BY created_at, id',
    [to],
  );
  return rows.map(({ text }) => text);
}

const tokenIn = (mail = ''): string => /token=([^\s&]+)/.exec(mail)?.[1] ?? '';

async function actsOf(service: TestService, email: string): Promise<string[]> {
  const rows = await service.db.query<{ act: string }>(
    'SELECT act FROM acts WHERE lower(actor_email) = $1 OR subject = $1 ORDER BY id',
    [email],
  );
  return rows.map(({ act }) => act);
}

/** Has the engine refuse some writes meanwhile. */
async function whileRefused(service: TestService, writes: string, work: () => Promise<void>): Promise<void> {
  await service.db.query(
    `CREATE FUNCTION refuse_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused by a test'; END $$`,
  );
  await service.db.query(`CREATE TRIGGER refuse_it ${writes} EXECUTE FUNCTION refuse_it()`);
  await work();
  await service.db.query('DROP FUNCTION refuse_it CASCADE');
}

/** Somebody with a password, signed in. */
async function signedIn(service: TestService, email = newAddress()): Promise<Browser> {
  const browser = browserAt(service.address);
  await browser.submit('sign-up/email', { email, password });
  expect((await browser.submit('sign-in/email', { email, password })).status).toBe(200);
  return browser;
}

describe.each(postgresLanes)('accounts and sessions on $name', (lane: PostgresLane) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(lane, { signUp: 'open', signInLimit: 1000 });
  });
  afterAll(() => service.close());

  it('signs up, in and out with an HttpOnly cookie that no response body contains', async () => {
    const email = newAddress();
    const browser = browserAt(service.address);
    const made = await browser.submit('sign-up/email', { email: email.toUpperCase(), password, name: 'Ann' });
    expect([made.status, made.body, browser.cookies()]).toEqual([200, { success: true }, '']);
    const entered = await browser.submit('sign-in/email', { email, password });
    expect(entered.body).toEqual({
      user: { id: expect.any(String), email, name: 'Ann', emailVerified: false },
    });
    const [cookie = ''] = browser.given();
    expect(cookie).toMatch(/^magpie\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = decodeURIComponent(browser.cookies()).split(/[=.]/)[2] ?? '';
    expect(token.length).toBeGreaterThan(30);
    expect(JSON.stringify(entered.body)).not.toContain(token);

    const session = await (await browser.fetch('/api/auth/get-session')).json();
    expect(session).toMatchObject({ user: { email }, session: { id: expect.any(String) } });
    expect(JSON.stringify(session)).not.toContain(token);
    expect((await browser.call('boards.create', { name: 'Mine' })).status).toBe(200);

    const cookies = browser.cookies();
    expect((await browser.submit('sign-out')).body).toEqual({ success: true });
    expect(browser.cookies()).toBe('');
    expect(await browser.call('boards.list', {}, { cookie: cookies })).toMatchObject({
      status: 401,
      body: { error: { message: 'This session has ended; sign in again.' } },
    });
    expect(await actsOf(service, email)).toEqual([
      'account.created',
      'session.signed_in',
      'session.signed_out',
    ]);
  });

  it('stores passwords as argon2id and tokens as digests', async () => {
    const email = newAddress();
    const browser = await signedIn(service, email);
    const [method] = await service.db.query<{ password: string }>(
      'SELECT password FROM sign_in_methods JOIN users ON users.id = user_id WHERE email = $1',
      [email],
    );
    expect(method?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const token = decodeURIComponent(browser.cookies()).split(/[=.]/)[2] ?? '';
    const everything = await service.db.query('SELECT sessions::text AS row FROM sessions');
    expect(JSON.stringify(everything)).not.toContain(token);
  });

  it('does not reveal whether an address has an account', async () => {
    const email = newAddress();
    await signedIn(service, email);
    const browser = browserAt(service.address);
    const wrong = await browser.submit('sign-in/email', { email, password: 'not the one it is' });
    const unknown = await browser.submit('sign-in/email', { email: newAddress(), password });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body.error.message).toBe('The e-mail address or password is incorrect.');
    expect(unknown.body.error.message).toBe(wrong.body.error.message);
    expect(wrong.body.error.data).toMatchObject({ code: 'UNAUTHORIZED', httpStatus: 401 });
    const again = await browser.submit('sign-up/email', { email, password: 'another password' });
    expect([again.status, again.body]).toEqual([200, { success: true }]);
    expect((await mailsTo(service, email)).at(-1)).toContain('it already exists');
    const resets = [
      await browser.submit('request-password-reset', { email }),
      await browser.submit('request-password-reset', { email: newAddress() }),
    ];
    expect(resets.map(({ status, body }) => [status, body])).toEqual([
      [200, { success: true }],
      [200, { success: true }],
    ]);
    expect(await actsOf(service, email)).toContain('session.failed');
  });

  it('resets a password once with a mailed link, which ends all sessions', async () => {
    const email = newAddress();
    const browser = await signedIn(service, email);
    await browser.submit('request-password-reset', { email });
    const token = tokenIn((await mailsTo(service, email)).at(-1));
    const stored = await service.db.query('SELECT identifier FROM verifications');
    expect(JSON.stringify(stored)).not.toContain(token);
    const { key } = (await browser.call('apiKeys.create', {})).body.result.data;
    const reset = { token, newPassword: 'a new password' };
    const elsewhere = browserAt(service.address);
    expect((await elsewhere.submit('reset-password', reset)).status).toBe(200);
    expect(await elsewhere.submit('reset-password', reset)).toMatchObject({
      status: 400,
      body: {
        error: { message: 'This link was already used, has expired or is incomplete; request a new one.' },
      },
    });
    expect((await browser.call('boards.list')).status).toBe(401);
    // Nobody had shown that the address was theirs until now, so what was made before is not trusted.
    expect((await service.clientWith(key).get('boards.list')).status).toBe(401);
    expect((await browser.submit('sign-in/email', { email, password })).status).toBe(401);
    expect((await browser.submit('sign-in/email', { email, password: 'a new password' })).body).toMatchObject(
      {
        user: { emailVerified: true },
      },
    );
    expect(await actsOf(service, email)).toEqual(
      expect.arrayContaining(['password.reset', 'key.revoked', 'email.verified', 'session.ended']),
    );
  });

  it('changes a password with the old one and ends other sessions', async () => {
    const email = newAddress();
    const browser = await signedIn(service, email);
    const other = browserAt(service.address);
    await other.submit('sign-in/email', { email, password });
    const wrong = { currentPassword: 'not the one it is', newPassword: 'a new password' };
    expect((await browser.submit('change-password', wrong)).body.error.message).toBe(
      'The current password is incorrect.',
    );
    expect((await browser.submit('set-password', { newPassword: 'a new password' })).status).toBe(409);
    const right = { currentPassword: password, newPassword: 'a new password' };
    expect((await browser.submit('change-password', right)).status).toBe(200);
    expect([(await browser.call('boards.list')).status, (await other.call('boards.list')).status]).toEqual([
      200, 401,
    ]);
  });

  it('lists and ends sessions with immediate effect', async () => {
    const email = newAddress();
    const [one, two, three] = [
      await signedIn(service, email),
      browserAt(service.address),
      browserAt(service.address),
    ];
    await two.submit('sign-in/email', { email, password }, { 'user-agent': 'The second/1.0' });
    await three.submit('sign-in/email', { email, password });
    const listed = (await one.call('account.listSessions')).body.result.data;
    expect(listed).toHaveLength(3);
    expect(listed.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    const second = listed.find(({ userAgent }: { userAgent: string }) => userAgent === 'The second/1.0');
    expect(second).toMatchObject({ current: false, address: '127.0.0.1' });
    expect((await one.call('account.endSession', { id: second.id })).status).toBe(200);
    expect((await two.call('boards.list')).status).toBe(401);
    expect((await one.call('account.endSession', { id: second.id })).status).toBe(404);
    expect((await one.call('account.endOtherSessions')).body.result.data).toEqual({ ended: 1 });
    expect([(await one.call('boards.list')).status, (await three.call('boards.list')).status]).toEqual([
      200, 401,
    ]);
    const stranger = await signedIn(service);
    const [own] = (await one.call('account.listSessions')).body.result.data;
    expect((await stranger.call('account.endSession', { id: own.id })).status).toBe(404);
  });

  it('renews a session once a day and ends it after 30 days without use', async () => {
    const email = newAddress();
    const browser = await signedIn(service, email);
    const age = (days: number): Promise<unknown> =>
      service.db.query(
        `UPDATE sessions SET expires_at = expires_at - $2 * interval '1 day',
           updated_at = sessions.updated_at - $2 * interval '1 day'
         FROM users WHERE users.id = user_id AND email = $1`,
        [email, days],
      );
    const left = async (): Promise<number> => {
      const answer = await browser.fetch('/api/auth/get-session');
      const { session } = (await answer.json()) as { session: { expiresAt: string } };
      return Math.round((Date.parse(session.expiresAt) - Date.now()) / 86_400_000);
    };
    expect(await left()).toBe(30);
    await age(5);
    expect([await left(), browser.given()[0]]).toEqual([30, expect.stringContaining('Max-Age=2592000')]);
    await age(31);
    expect(await (await browser.fetch('/api/auth/get-session')).json()).toEqual({
      user: null,
      session: null,
      waysIn: { providers: [], signUp: expect.any(String), sendsMail: false },
    });
  });

  it('renews a session with any call and sends the cookie again', async () => {
    const email = newAddress();
    const browser = await signedIn(service, email);
    const daysLeft = async (): Promise<number | undefined> => {
      const [row] = await service.db.query<{ days: number }>(
        `SELECT round(extract(epoch FROM expires_at - now()) / 86400)::integer AS days
         FROM sessions JOIN users ON users.id = user_id WHERE email = $1`,
        [email],
      );
      return row?.days;
    };
    const age = (days: number): Promise<unknown> =>
      service.db.query(
        `UPDATE sessions session SET expires_at = expires_at - $2 * interval '1 day',
           updated_at = session.updated_at - $2 * interval '1 day'
         FROM users WHERE users.id = user_id AND email = $1`,
        [email, days],
      );
    await browser.call('boards.list');
    expect(browser.given()).toEqual([]);
    await age(20);
    const given: string[] = [];
    // The first has the node forget what it remembers of sessions for a moment.
    for (const procedure of ['account.endOtherSessions', 'boards.list']) {
      await browser.call(procedure);
      given.push(...browser.given());
    }
    expect([given, await daysLeft()]).toEqual([
      [
        expect.stringMatching(
          /^magpie\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
        ),
      ],
      30,
    ]);
    expect((await browser.call('boards.list')).status).toBe(200);
  });

  it('changes a password and ends other sessions atomically', async () => {
    const email = newAddress();
    const [browser, other] = [await signedIn(service, email), await signedIn(service, email)];
    await service.db.query('UPDATE sessions SET by_link = true');
    await whileRefused(service, 'BEFORE DELETE ON sessions FOR EACH ROW', async () => {
      const change = { currentPassword: password, newPassword: 'a new password' };
      expect((await browser.submit('change-password', change)).status).toBe(500);
      expect((await browser.submit('set-password', { newPassword: 'a new password' })).status).toBe(500);
    });
    expect((await other.call('boards.list')).status).toBe(200);
    expect((await other.submit('sign-in/email', { email, password })).status).toBe(200);
  });

  it('mails the new and the old address atomically', async () => {
    const [email, newEmail] = [newAddress(), newAddress()];
    const browser = await signedIn(service, email);
    await whileRefused(
      service,
      `BEFORE INSERT ON mails FOR EACH ROW WHEN (NEW.recipient = '${email}')`,
      async () => {
        expect((await browser.submit('change-email', { newEmail, currentPassword: password })).status).toBe(
          500,
        );
      },
    );
    expect(await mailsTo(service, newEmail)).toEqual([]);
  });
});

const [lane] = postgresLanes;
/** What may stand in a cookie or an address and means nothing. */
const nonsense = ['', '%', '%ff', '%00', 'ä', 'a.b.c', '.', '=', '"', 'x'.repeat(4000), '[]', '__proto__'];

if (lane === undefined) throw new Error('there is always the embedded lane');

describe('requests with a cookie', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startService(lane, { signUp: 'open', signInLimit: 1000, authFailureLimit: 5 });
    browser = await signedIn(service);
  });
  afterAll(() => service.close());

  const status = async (init: BrowserRequest, at = '/api/v1/trpc/boards.list'): Promise<number> =>
    (await fetch(service.address + at, { ...init, headers: { cookie: browser.cookies(), ...init.headers } }))
      .status;
  const post = (headers: Record<string, string>): Promise<number> =>
    status(
      {
        method: 'POST',
        body: '{"name":"Mine"}',
        headers: { 'content-type': 'application/json', ...headers },
      },
      '/api/v1/trpc/boards.create',
    );

  it('403 for cross-site requests and for a POST without an origin', async () => {
    const own = service.address;
    expect([
      await post({ origin: own }),
      await post({ 'sec-fetch-site': 'same-origin' }),
      await post({}),
      await post({ origin: 'https://evil.example' }),
      await post({ origin: 'null' }),
      await post({ origin: own, 'sec-fetch-site': 'cross-site' }),
      await post({ origin: own, 'sec-fetch-site': 'same-site' }),
      await post({ 'sec-fetch-site': 'none' }),
    ]).toEqual([200, 200, 403, 403, 403, 403, 403, 403]);
    expect([
      await status({}),
      await status({ headers: { 'sec-fetch-site': 'none' } }),
      await status({ headers: { 'sec-fetch-site': 'cross-site' } }),
      await status({ headers: { origin: 'https://evil.example' } }),
    ]).toEqual([200, 200, 403, 403]);
    const foreign = await browser.submit('sign-out', {}, { origin: 'https://evil.example' });
    const silent = await status({ method: 'POST' }, '/api/auth/sign-out');
    expect([foreign.status, silent]).toEqual([403, 403]);
    const signIn = { email: newAddress(), password };
    expect(
      (await browserAt(own).submit('sign-in/email', signIn, { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403);
  });

  it('prefers a key, even a wrong one, over the cookie', async () => {
    const owner = `Bearer ${service.owner.key}`;
    const { userId: byKey } = await (async () => {
      const response = await browser.fetch('/api/v1/trpc/account.get', { headers: { authorization: owner } });
      return ((await response.json()) as { result: { data: { userId: string } } }).result.data;
    })();
    const byCookie = (await browser.call('account.get')).body.result.data.userId;
    expect(byKey).not.toBe(byCookie);
    expect(await status({ headers: { authorization: 'Bearer mgp_wrong' } })).toBe(401);
    expect(await status({ headers: { authorization: 'Basic b25lOnR3bw==' } })).toBe(401);
  });

  it('counts a forged cookie as a failure, and an ended session only slightly', async () => {
    const ended = await signedIn(service);
    const cookie = ended.cookies();
    await ended.submit('sign-out');
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) statuses.push(await status({ headers: { cookie } }));
    expect(new Set(statuses)).toEqual(new Set([401]));
    const forged = `${cookie.slice(0, -8)}AAAA%3D`;
    const forgeries: number[] = [];
    for (let count = 0; count < 7; count += 1) forgeries.push(await status({ headers: { cookie: forged } }));
    expect(forgeries.slice(-2)).toEqual([429, 429]);
    expect(await status({})).toBe(200);
  });

  it('gives the scope admin only to sessions of owners', async () => {
    const admin = await status({}, '/api/v1/trpc/audit.list');
    expect(admin).toBe(403);
    const [owner] = await service.db.query<{ id: string }>('SELECT id FROM users WHERE is_owner');
    const link = await makeSignInLink(service.db, owner?.id ?? '');
    const own = browserAt(service.address);
    await own.press(`/sign-in/${link}`);
    expect((await own.call('audit.list')).status).toBe(200);
    expect((await own.call('apiKeys.create', { scopes: ['admin'] })).status).toBe(200);
  });

  it('404 for other endpoints of better-auth, 405 for other methods, 413 and 415 for other bodies', async () => {
    for (const path of [
      'list-sessions',
      'delete-user',
      'error',
      'ok',
      'update-session',
      'reset-password/x',
      '',
    ]) {
      expect((await browser.fetch(`/api/auth/${path}`)).status, path).toBe(404);
    }
    expect((await browser.fetch('/api/auth/sign-in/email')).status).toBe(405);
    const long = await browser.submit('sign-in/email', { email: 'a'.repeat(70_000), password });
    expect(long.status).toBe(413);
    const form = await browser.fetch('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: service.address },
      body: 'email=a',
    });
    expect(form.status).toBe(415);
    const short = await browser.submit('sign-up/email', {
      email: newAddress(),
      password: 'short123',
      is_owner: true,
    });
    expect([
      short.status,
      short.body.error.data.issues.map(({ path }: { path: string }) => path).toSorted(),
    ]).toEqual([400, ['is_owner', 'password']]);
    expect(JSON.stringify(short.body)).not.toContain('short123');
  });
});

describe('unexpected input', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(lane, { signUp: 'open', signInLimit: 1000, authFailureLimit: 10_000 });
  });
  afterAll(() => service.close());

  it('is rejected or ignored and never causes a 500', async () => {
    for (const odd of nonsense) {
      const at = encodeURIComponent(odd);
      const paths = ['get-session', `verify-email?token=${odd}`, `verify-email?token=${at}&token=${at}`];
      const callbacks = [
        `callback/google?state=${at}`,
        `callback/oidc?code=${at}&state=${at}`,
        `callback/${at}`,
      ];
      for (const path of [...paths, ...callbacks]) {
        const cookie = `magpie.session_token=${odd.replace(/[^\x21-\xff]/g, '')}; magpie.state=${at}`;
        const { status } = await browserAt(service.address).fetch(`/api/auth/${path}`, {
          headers: { cookie },
        });
        expect(status, path).toBeLessThan(500);
      }
      const browser = browserAt(service.address);
      for (const input of [
        { email: odd, password: odd },
        { token: odd, newPassword: odd },
        [odd],
        { json: odd },
      ]) {
        for (const form of ['sign-up/email', 'sign-in/email', 'reset-password', 'sign-in/social']) {
          expect((await browser.submit(form, input)).status, `${form} ${odd}`).toBeLessThan(500);
        }
      }
      for (const page of [`/sign-in/${at}`, `/api/invitations/${at}`, `/join/${at}`]) {
        expect((await browser.fetch(page)).status, page).toBeLessThan(500);
        expect((await browser.press(page, { password: odd })).status, page).toBeLessThan(500);
      }
    }
  });

  it('creates one account for two concurrent sign-ups', async () => {
    const email = newAddress();
    const browser = browserAt(service.address);
    const made = await Promise.all(
      ['the first password', 'the second password'].map((one) =>
        browser.submit('sign-up/email', { email, password: one }),
      ),
    );
    expect(made.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const people = await service.db.query('SELECT FROM users WHERE email = $1', [email]);
    expect(people).toHaveLength(1);
  });
});

describe('the sign-in link', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(lane);
  });
  afterAll(() => service.close());

  it('signs in once and allows setting a password that then works', async () => {
    const [owner] = await service.db.query<{ id: string }>('SELECT id FROM users WHERE is_owner');
    const token = await makeSignInLink(service.db, owner?.id ?? '');
    const browser = browserAt(service.address);
    // Whatever opens links by itself, such as a mail server that checks them, uses nothing up.
    expect((await fetch(`${service.address}/sign-in/${token}`, { method: 'HEAD' })).status).toBe(200);
    const shown = await browser.fetch(`/sign-in/${token}`, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect([shown.status, browser.cookies(), await shown.text()]).toEqual([
      200,
      '',
      expect.stringContaining('<form method="post"><button>Sign in</button></form>'),
    ]);
    const foreign = await fetch(`${service.address}/sign-in/${token}`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([403, []]);
    const opened = await browser.press(`/sign-in/${token}`);
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `${service.address}/`]);
    expect([opened.headers.get('referrer-policy'), opened.headers.get('cache-control')]).toEqual([
      'no-referrer',
      'no-store',
    ]);
    expect((await browser.call('account.get')).body.result.data).toMatchObject({ isOwner: true });
    expect((await browserAt(service.address).press(`/sign-in/${token}`)).status).toBe(410);
    const again = await browserAt(service.address).fetch(`/sign-in/${token}`);
    expect([again.status, await again.text()]).toEqual([
      410,
      expect.stringMatching(/href="\/sign-in"[^]*<details>[^]*For the operator[^]*users link/),
    ]);
    expect(service.logged()).not.toContain(token);

    expect((await browser.submit('set-password', { newPassword: 'of the owner' })).status).toBe(200);
    const entered = await browserAt(service.address).submit('sign-in/email', {
      email: 'owner@localhost',
      password: 'of the owner',
    });
    expect(entered.body.user).toMatchObject({ email: 'owner@localhost', emailVerified: true });
    // Who was sent a link may have forgotten the password.
    expect((await browser.submit('set-password', { newPassword: 'another of the owner' })).status).toBe(200);
    await service.db.query("UPDATE sessions SET created_at = now() - interval '2 hours'");
    expect((await browser.submit('set-password', { newPassword: 'a third password' })).status).toBe(409);
  });

  it('expires after an hour', async () => {
    await addPerson(service.db, 'ann@example.com');
    const [ann] = await service.db.query<{ id: string }>(
      "SELECT id FROM users WHERE email = 'ann@example.com'",
    );
    const token = await makeSignInLink(service.db, ann?.id ?? '');
    await service.db.query("UPDATE sign_in_links SET expires_at = now() - interval '1 second'");
    expect((await browserAt(service.address).fetch(`/sign-in/${token}`)).status).toBe(410);
  });
});
