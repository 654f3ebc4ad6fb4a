import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, browserAt } from '../../testing/browser.ts';
import { postgresLanes } from '../../testing/postgres.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { makeSignInLink } from '../signInLinks.ts';

const password = 'correct horse battery';
let counter = 0;

interface User {
  readonly email: string;
  readonly userId: string;
  readonly browser: Browser;
}

describe.each(postgresLanes)('reset and sign-in links on $name', (lane) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(lane, { signUp: 'open', signInLimit: 1000 });
  });
  afterAll(() => service.close());

  const newUser = async (): Promise<User> => {
    const email = `linked-${(counter += 1)}@example.com`;
    const browser = browserAt(service.address);
    await browser.submit('sign-up/email', { email, password });
    const { body } = await browser.submit('sign-in/email', { email, password });
    return { email, userId: body.user.id, browser };
  };
  const requestReset = async (email: string): Promise<string> => {
    await browserAt(service.address).submit('request-password-reset', { email });
    const mails = await service.db.query<{ text: string }>(
      'SELECT text FROM mails WHERE recipient = $1 ORDER BY created_at, id',
      [email],
    );
    return /token=([^\s&]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  };
  const reset = async (token: string, newPassword: string): Promise<number> =>
    (await browserAt(service.address).submit('reset-password', { token, newPassword })).status;
  const openLink = async (token: string): Promise<number> =>
    (await browserAt(service.address).press(`/sign-in/${token}`)).status;

  it('a reset ends every other reset link and sign-in link', async () => {
    const { email, userId, browser } = await newUser();
    const [older, newer] = [await requestReset(email), await requestReset(email)];
    const link = await makeSignInLink(service.db, userId);
    expect(await reset(newer, 'a new password')).toBe(200);
    expect(await reset(older, 'an old link')).toBe(400);
    expect(await openLink(link)).toBe(410);
    expect((await browser.submit('sign-in/email', { email, password: 'a new password' })).status).toBe(200);
  });

  it('a changed password ends every reset link and sign-in link', async () => {
    const { email, userId, browser } = await newUser();
    const token = await requestReset(email);
    const link = await makeSignInLink(service.db, userId);
    const change = { currentPassword: password, newPassword: 'a new password' };
    expect((await browser.submit('change-password', change)).status).toBe(200);
    expect(await reset(token, 'an old link')).toBe(400);
    expect(await openLink(link)).toBe(410);
    expect(await reset(await requestReset(email), 'by a newer link')).toBe(200);
  });

  it('setting a password after a sign-in link ends every reset link', async () => {
    const { email, userId } = await newUser();
    const browser = browserAt(service.address);
    await browser.press(`/sign-in/${await makeSignInLink(service.db, userId)}`);
    const token = await requestReset(email);
    expect((await browser.submit('set-password', { newPassword: 'a new password' })).status).toBe(200);
    expect(await reset(token, 'an old link')).toBe(400);
  });

  it('using a sign-in link ends older links, but no newer ones', async () => {
    const { email, userId } = await newUser();
    const olderReset = await requestReset(email);
    const [oldest, middle, newest] = [
      await makeSignInLink(service.db, userId),
      await makeSignInLink(service.db, userId),
      await makeSignInLink(service.db, userId),
    ];
    expect(await openLink(middle)).toBe(303);
    expect(await openLink(oldest)).toBe(410);
    expect(await reset(olderReset, 'an old link')).toBe(400);
    expect(await openLink(newest)).toBe(303);
  });

  it('only one of several links used concurrently sets the password', async () => {
    const { email } = await newUser();
    const tokens = [await requestReset(email), await requestReset(email), await requestReset(email)];
    const statuses = await Promise.all(tokens.map((token, at) => reset(token, `password number ${at}`)));
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 400, 400]);
    const entered = tokens.map(
      async (_, at) =>
        (
          await browserAt(service.address).submit('sign-in/email', {
            email,
            password: `password number ${at}`,
          })
        ).status,
    );
    expect(await Promise.all(entered)).toEqual(statuses.map((status) => (status === 200 ? 200 : 401)));
  });

  it("another user's links stay valid", async () => {
    const [one, other] = [await newUser(), await newUser()];
    const link = await makeSignInLink(service.db, other.userId);
    const token = await requestReset(other.email);
    expect(await reset(await requestReset(one.email), 'a new password')).toBe(200);
    expect(await openLink(link)).toBe(303);
    expect(await reset(token, 'another password')).toBe(200);
  });
});
