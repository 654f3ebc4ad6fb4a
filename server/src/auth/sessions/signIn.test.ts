import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, browserAt } from '../../testing/browser.ts';
import { postgresLanes } from '../../testing/postgres.ts';
import { startService, type TestService } from '../../testing/service.ts';

const [old, fresh] = ['correct horse battery', 'a new password'];

describe.each(postgresLanes)('signing in with a password on $name', (lane) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(lane, { signUp: 'open', signInLimit: 10_000 });
  });
  afterAll(() => service.close());

  /** Many sign in with the old password while it is changed; how many of their sessions go on. */
  const survivorsOf = async (email: string, change: () => Promise<{ status: number }>): Promise<number> => {
    const entered: Browser[] = [];
    let isChanged = false;
    const enterAgainAndAgain = async (): Promise<void> => {
      for (let after = 0; after < 2; after += isChanged ? 1 : 0) {
        const browser = browserAt(service.address);
        const { status } = await browser.submit('sign-in/email', { email, password: old });
        if (status === 200) entered.push(browser);
      }
    };
    const entering = Array.from({ length: 8 }, enterAgainAndAgain);
    await expect.poll(() => entered.length).toBeGreaterThan(4);
    expect((await change()).status).toBe(200);
    isChanged = true;
    await Promise.all(entering);
    const statuses = await Promise.all(entered.map((browser) => browser.call('boards.list')));
    return statuses.filter(({ status }) => status === 200).length;
  };

  it('leaves no session that was started during a password reset', async () => {
    const email = 'reset@example.com';
    const browser = browserAt(service.address);
    await browser.submit('sign-up/email', { email, password: old });
    await browser.submit('request-password-reset', { email });
    const [mail] = await service.db.query<{ text: string }>(
      `SELECT text FROM mails WHERE recipient = $1 AND text LIKE '%/reset-password?token=%'`,
      [email],
    );
    const token = /token=([^\s&]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const reset = () => browser.submit('reset-password', { token, newPassword: fresh });
    expect(await survivorsOf(email, reset)).toBe(0);
    expect((await browser.submit('sign-in/email', { email, password: fresh })).status).toBe(200);
  });

  it('leaves no session that was started during a password change', async () => {
    const email = 'change@example.com';
    const browser = browserAt(service.address);
    await browser.submit('sign-up/email', { email, password: old });
    await browser.submit('sign-in/email', { email, password: old });
    const change = () => browser.submit('change-password', { currentPassword: old, newPassword: fresh });
    expect(await survivorsOf(email, change)).toBe(0);
    expect((await browser.call('boards.list')).status).toBe(200);
  });

  it('lasts 30 days; without rememberMe until the browser closes, at most a day', async () => {
    const email = 'remember@example.com';
    const browser = browserAt(service.address);
    await browser.submit('sign-up/email', { email, password: old });
    await browser.submit('sign-in/email', { email, password: old });
    expect(browser.given()[0]).toContain('Max-Age=2592000');
    const elsewhere = browserAt(service.address);
    await elsewhere.submit('sign-in/email', { email, password: old, rememberMe: false });
    expect(elsewhere.given().join()).not.toContain('Max-Age');
    // Also when the browser sends nothing but the session itself.
    const [cookie = ''] = elsewhere.cookies().split('; ');
    const hoursLeft = async (): Promise<number> => {
      const answer = await fetch(`${service.address}/api/auth/get-session`, { headers: { cookie } });
      const { session } = (await answer.json()) as { session: { expiresAt: string } };
      return (Date.parse(session.expiresAt) - Date.now()) / 3_600_000;
    };
    expect(await hoursLeft()).toBeLessThanOrEqual(24);
    await service.db.query(
      `UPDATE sessions SET updated_at = updated_at - interval '23 hours', expires_at = expires_at - interval '23 hours'`,
    );
    expect(await hoursLeft()).toBeLessThanOrEqual(1);
    await elsewhere.submit('update-user', { name: 'Ann' });
    expect(await hoursLeft()).toBeLessThanOrEqual(1);
  });

  it("400 for the internal form of the owner's address", async () => {
    const browser = browserAt(service.address);
    for (const [form, input] of [
      ['sign-in/email', { email: 'owner@localhost.invalid', password: old }],
      ['sign-up/email', { email: 'bob@LOCALHOST.invalid', password: old }],
      ['request-password-reset', { email: 'owner@localhost.invalid' }],
      ['send-verification-email', { email: 'owner@localhost.invalid' }],
    ] as const) {
      expect((await browser.submit(form, input)).status, form).toBe(400);
    }
  });

  it('removes all access of the creator of an unverified account after a reset', async () => {
    const [email, newEmail] = ['squatted@example.com', 'squatter@example.com'];
    const squatter = browserAt(service.address);
    await squatter.submit('sign-up/email', { email, password: old });
    await squatter.submit('sign-in/email', { email, password: old });
    await squatter.call('webhooks.create', { url: 'https://example.com/hook' });
    await squatter.submit('change-email', { newEmail, currentPassword: old });
    const [person] = await service.db.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
    await service.db.query(
      `INSERT INTO rules (user_id, name, event, is_for_followed, company_names, platforms, keywords, frequency, channels)
       VALUES ($1, 'Spy', 'new_ads', true, '{}', '{}', '{}', 'instant', '[]')`,
      [person?.id],
    );
    const linkTo = async (to: string): Promise<string> => {
      const [mail] = await service.db.query<{ text: string }>(
        'SELECT text FROM mails WHERE recipient = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
        [to],
      );
      return /token=([^\s&]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    };
    const ofSquatter = await linkTo(newEmail);
    const owner = browserAt(service.address);
    await owner.submit('request-password-reset', { email });
    const reset = { token: await linkTo(email), newPassword: fresh };
    expect((await owner.submit('reset-password', reset)).status).toBe(200);
    await owner.submit('sign-in/email', { email, password: fresh });
    const left = await service.db.query<{ table: string }>(
      `SELECT 'rules' AS table FROM rules WHERE user_id = $1 UNION ALL
       SELECT 'webhooks' FROM webhooks WHERE user_id = $1 UNION ALL
       SELECT 'sessions' FROM sessions WHERE user_id = $1`,
      [person?.id],
    );
    expect(left).toEqual([{ table: 'sessions' }]);
    expect((await owner.call('account.listSessions')).body.result.data).toMatchObject([{ current: true }]);
    expect((await owner.fetch(`/api/auth/verify-email?token=${ofSquatter}`)).status).toBe(410);
  });
});
