import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, browserAt } from '../../testing/browser.ts';
import { postgresLanes } from '../../testing/postgres.ts';
import { startService, type TestService } from '../../testing/service.ts';

const password = 'correct horse battery';
let counter = 0;
const newAddress = (): string => `mover-${(counter += 1)}@example.com`;

describe.each(postgresLanes)('changing the address of an account on $name', (lane) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(lane, { signUp: 'open', signInLimit: 1000 });
  });
  afterAll(() => service.close());

  const mailsTo = async (to: string): Promise<string[]> => {
    const rows = await service.db.query<{ text: string }>(
      'SELECT text FROM mails WHERE recipient = $1 ORDER BY created_at, id',
      [to],
    );
    return rows.map(({ text }) => text);
  };
  const tokenTo = async (to: string): Promise<string> =>
    /token=([^\s&]+)/.exec((await mailsTo(to)).at(-1) ?? '')?.[1] ?? '';
  const signedIn = async (email: string): Promise<Browser> => {
    const browser = browserAt(service.address);
    await browser.submit('sign-up/email', { email, password });
    expect((await browser.submit('sign-in/email', { email, password })).status).toBe(200);
    return browser;
  };
  /** A user who requested an address change, and the mailed link. */
  const moving = async (): Promise<{ email: string; newEmail: string; browser: Browser; token: string }> => {
    const [email, newEmail] = [newAddress(), newAddress()];
    const browser = await signedIn(email);
    const requested = await browser.submit('change-email', { newEmail, currentPassword: password });
    expect(requested.status).toBe(200);
    return { email, newEmail, browser, token: await tokenTo(newEmail) };
  };
  const open = async (token: string): Promise<{ status: number; text: string }> => {
    const opened = await browserAt(service.address).fetch(`/api/auth/verify-email?token=${token}`);
    return { status: opened.status, text: await opened.text() };
  };
  const addressOf = async (browser: Browser): Promise<string> =>
    (await browser.call('account.get')).body.result.data.email;

  it('takes effect once when the link is opened, and the old address is notified', async () => {
    const { email, newEmail, browser, token } = await moving();
    expect((await mailsTo(email)).at(-1)).toContain(newEmail);
    const stored = await service.db.query('SELECT verifications::text FROM verifications');
    expect(JSON.stringify(stored)).not.toContain(token);
    await browser.submit('request-password-reset', { email });
    const resetAtOldAddress = await tokenTo(email);

    expect(await open(token)).toEqual({ status: 200, text: expect.stringContaining('verified') });
    expect((await browser.call('account.get')).body.result.data).toMatchObject({
      email: newEmail,
      emailVerified: true,
    });
    expect((await browser.call('account.listSessions')).body.result.data).toHaveLength(1);
    expect((await open(token)).status).toBe(410);
    const late = { token: resetAtOldAddress, newPassword: 'of the old mailbox' };
    expect((await browser.submit('reset-password', late)).status).toBe(400);
    const [act] = await service.db.query(`SELECT subject, details FROM acts WHERE act = 'email.changed'`);
    expect(act).toEqual({ subject: newEmail, details: { from: email } });
  });

  it('requires the current password, or a recent session if none is set', async () => {
    const [email, newEmail] = [newAddress(), newAddress()];
    const browser = await signedIn(email);
    const without = await browser.submit('change-email', { newEmail });
    const wrong = await browser.submit('change-email', { newEmail, currentPassword: 'not the one it is' });
    expect([without, wrong].map(({ status, body }) => [status, body.error.message])).toEqual([
      [400, 'The current password is incorrect.'],
      [400, 'The current password is incorrect.'],
    ]);
    expect(await mailsTo(newEmail)).toEqual([]);
    const failed = await service.db.query(
      `SELECT FROM acts WHERE act = 'session.failed' AND subject = $1 AND address IS NOT NULL`,
      [email],
    );
    expect(failed).toHaveLength(2);

    // As for somebody who always comes through a provider.
    const { user } = (await browser.fetch('/api/auth/get-session').then((answer) => answer.json())) as {
      user: { id: string };
    };
    await service.db.query('DELETE FROM sign_in_methods WHERE user_id = $1', [user.id]);
    expect((await browser.submit('change-email', { newEmail })).status).toBe(200);
    await service.db.query(`UPDATE sessions SET created_at = now() - interval '2 hours' WHERE user_id = $1`, [
      user.id,
    ]);
    expect((await browser.submit('change-email', { newEmail })).status).toBe(403);
  });

  it('is void after a password reset, so that a stolen cookie cannot take over the account', async () => {
    const { email, browser, token } = await moving();
    await browser.submit('request-password-reset', { email });
    const reset = { token: await tokenTo(email), newPassword: 'a new password' };
    expect((await browserAt(service.address).submit('reset-password', reset)).status).toBe(200);
    expect((await open(token)).status).toBe(410);
    const owner = browserAt(service.address);
    const entered = await owner.submit('sign-in/email', { email, password: 'a new password' });
    expect([entered.status, await addressOf(owner)]).toEqual([200, email]);
  });

  it.each([
    [
      'the password was changed',
      'change-password',
      { currentPassword: password, newPassword: 'a new password' },
    ],
    ['another change was requested', 'change-email', { newEmail: newAddress(), currentPassword: password }],
  ])('is void when %s', async (_when, form, input) => {
    const { browser, token } = await moving();
    expect((await browser.submit(form, input)).status).toBe(200);
    expect((await open(token)).status).toBe(410);
  });

  it('is void after other sessions were ended, and after an hour', async () => {
    const { email, browser, token } = await moving();
    expect((await browser.call('account.endOtherSessions')).status).toBe(200);
    expect((await open(token)).status).toBe(410);
    const other = await moving();
    await service.db.query(`UPDATE verifications SET expires_at = now() - interval '1 second'`);
    expect((await open(other.token)).status).toBe(410);
    expect(await addressOf(browser)).toBe(email);
  });

  it('is void after the account was deleted', async () => {
    const { email, browser, token } = await moving();
    expect((await browser.call('account.delete', { confirmation: email })).status).toBe(200);
    const owner = await signedIn(email);
    expect((await open(token)).status).toBe(410);
    expect(await addressOf(owner)).toBe(email);
  });

  it('409 if another account has the address by then, without a sign-in', async () => {
    const { email, newEmail, browser, token } = await moving();
    await signedIn(newEmail);
    const opened = await open(token);
    expect(opened).toEqual({ status: 409, text: expect.stringContaining('another account') });
    expect(await addressOf(browser)).toBe(email);
    expect((await browser.call('account.listSessions')).body.result.data).toHaveLength(1);
    // As with an address that nobody has, so that it cannot be found out by this.
    const again = await browser.submit('change-email', { newEmail, currentPassword: password });
    expect([again.status, again.body]).toEqual([200, { success: true }]);
    const own = await browser.submit('change-email', {
      newEmail: email.toUpperCase(),
      currentPassword: password,
    });
    expect(own.status).toBe(400);
  });

  it('410 for an invalid link with any content', async () => {
    for (const query of [
      'token=garbage&callbackURL=/',
      'token=a.b.c&callbackURL=/',
      'token=&callbackURL=%2F',
      '',
    ]) {
      const { status } = await browserAt(service.address).fetch(`/api/auth/verify-email?${query}`);
      expect(status, query).toBe(410);
    }
  });
});
