import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserAt } from '../testing/browser.ts';
import { anyLane } from '../testing/process.ts';
import { startService, type TestService } from '../testing/service.ts';

const password = 'correct horse battery';

let service: TestService;
beforeAll(async () => {
  service = await startService(anyLane, { signInLimit: 1000 });
});
afterAll(() => service.close());

async function lastMailTo(to: string): Promise<string> {
  const [mail] = await service.db.query<{ text: string }>(
    'SELECT text FROM mails WHERE recipient = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
    [to],
  );
  return mail?.text ?? '';
}

const teamName = '<b>Team</b> & "Co"';

/** The link in the mail of an invitation. */
async function invitationTo(email: string): Promise<string> {
  const { id } = (await service.owner.post('teams.create', { name: teamName })).data;
  await service.owner.post('teams.inviteByEmail', { id, email });
  return /\S+\/join\/\S+/.exec(await lastMailTo(email))?.[0] ?? '';
}

/** A person who clicks in the page of a mail program. */
const fromElsewhere = { headers: { 'sec-fetch-site': 'cross-site' } };

describe('the link of an invitation', () => {
  it('lets somebody new sign up and join, without a script and without being used up by looking', async () => {
    const email = 'ann@example.com';
    const link = await invitationTo(email);
    const browser = browserAt(service.address);
    const opened = await browser.fetch(link, fromElsewhere);
    const page = await opened.text();
    expect([opened.status, opened.headers.get('referrer-policy')]).toEqual([200, 'same-origin']);
    expect(opened.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(page).toContain('Join the team &lt;b&gt;Team&lt;/b&gt; &amp; &quot;Co&quot;');
    expect(page).toContain('value="ann@example.com" readonly');
    expect(page).toContain('>Sign up</button>');

    const short = await browser.press(link, { password: 'short' });
    expect([short.status, await short.text()]).toEqual([
      400,
      expect.stringMatching(/password must be 10 to 200 characters, got 5[^]*>Sign up<\/button>/),
    ]);
    const entered = await browser.press(link, { password, name: 'Ann' });
    expect([entered.status, entered.headers.get('location')]).toEqual([303, link]);
    expect(await (await browser.fetch(link)).text()).toContain('<button>Join</button>');
    const joined = await browser.press(link);
    expect([joined.status, await joined.text()]).toEqual([
      200,
      expect.stringContaining('You are in the team'),
    ]);
    expect((await browser.call('teams.list')).body.result.data).toMatchObject([{ name: teamName }]);
    const again = await browser.fetch(link);
    expect([again.status, await again.text()]).toEqual([
      409,
      expect.stringContaining('This invitation was accepted already.'),
    ]);
  });

  it('lets somebody who has an account sign in and join, and nobody else with a session', async () => {
    const email = 'ben@example.com';
    const first = await invitationTo(email);
    await browserAt(service.address).press(first, { password });
    const link = await invitationTo(email);
    const ann = browserAt(service.address);
    await ann.submit('sign-in/email', { email: 'ann@example.com', password });
    expect(await (await ann.fetch(link)).text()).toContain('>Sign in</button>');
    const wrong = await ann.press(link, { password: 'not the one it is' });
    expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining('is not right')]);

    const ben = browserAt(service.address);
    expect((await ben.press(link, { password })).status).toBe(303);
    const foreign = await ben.fetch(link, { method: 'POST', headers: { origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect((await ben.press(link)).status).toBe(200);
    expect((await ben.call('teams.list')).body.result.data).toHaveLength(1);
  });

  it('404 for one that nobody was sent, told on a page', async () => {
    const unknown = await browserAt(service.address).fetch(`/join/${'x'.repeat(43)}`);
    expect([unknown.status, unknown.headers.get('content-type'), await unknown.text()]).toEqual([
      404,
      'text/html; charset=utf-8',
      expect.stringContaining('There is no such invitation'),
    ]);
  });
});

describe('the link that sets a password', () => {
  it('shows a form, and sets the password once', async () => {
    const email = 'cem@example.com';
    await browserAt(service.address).press(await invitationTo(email), { password });
    const browser = browserAt(service.address);
    await browser.submit('request-password-reset', { email });
    const link = /\S+\/reset-password\?token=\S+/.exec(await lastMailTo(email))?.[0] ?? '';
    const opened = await browser.fetch(link, fromElsewhere);
    expect([opened.status, await opened.text()]).toEqual([
      200,
      expect.stringContaining('name="newPassword"'),
    ]);
    const short = await browser.press(link, { newPassword: 'short' });
    expect([short.status, await short.text()]).toEqual([400, expect.stringContaining('name="newPassword"')]);
    expect((await browser.press(link, { newPassword: 'a new password' })).status).toBe(200);
    expect((await browser.submit('sign-in/email', { email, password: 'a new password' })).status).toBe(200);
    const again = await browser.press(link, { newPassword: 'another password' });
    expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('This link was used')]);
    expect(service.logged()).not.toContain(/token=(\S+)/.exec(link)?.[1]);
  });
});
