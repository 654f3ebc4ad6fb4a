import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../testing/library.ts';
import { picture } from '../testing/pictures.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type Client, type TestService } from '../testing/service.ts';
import { checkInvitation } from './invitations.ts';
import { isInvited } from '../auth/people.sql.ts';

const inOrder = (statuses: readonly number[]): number[] => statuses.toSorted((a, b) => a - b);

describe.each(postgresLanes)('teams on $name', (lane) => {
  let service: TestService;
  let ann: Person;
  let ben: Person;
  let annsTeam: number;
  beforeAll(async () => {
    service = await startService(lane, { publicUrl: 'https://magpie.example', publicLimit: 100_000 });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    [ann, ben] = [await service.newcomer(), await service.newcomer()];
    annsTeam = (await ann.post('teams.create', { name: 'Hooks' })).data.id;
  });

  const statusOf = async (reply: ReturnType<Client['post']>): Promise<number> => (await reply).status;
  const addressOf = async ({ userId }: Person): Promise<string> => {
    const [row] = await service.db.query<{ email: string }>(`SELECT email FROM users WHERE id = $1`, [
      userId,
    ]);
    return row?.email ?? '';
  };
  const mailsTo = (address: string) =>
    service.db.query<{ subject: string; text: string; html: string }>(
      `SELECT subject, text, html FROM mails WHERE recipient = $1 ORDER BY created_at`,
      [address],
    );
  /** Invites somebody and reads their mail. */
  const invite = async (who: Person, input: object = {}): Promise<string> => {
    const email = await addressOf(who);
    expect(await statusOf(ann.post('teams.inviteByEmail', { id: annsTeam, email, ...input }))).toBe(200);
    const [link = ''] = /https:\S+/.exec((await mailsTo(email)).at(-1)?.text ?? '') ?? [];
    expect(link).toMatch(/^https:\/\/magpie\.example\/join\/[\w-]{43}$/);
    return link.slice(link.lastIndexOf('/') + 1);
  };
  const join = async (who: Person, role = 'member'): Promise<void> => {
    const token = await invite(who, { role });
    expect(await statusOf(who.post('teams.acceptInvitation', { token }))).toBe(200);
  };
  const lookUp = async (token: string) => {
    const response = await fetch(`${service.address}/api/invitations/${token}`);
    return { status: response.status, body: await response.json() };
  };

  describe('slugs', () => {
    const create = (input: object) => ann.post('teams.create', input);
    const made = async (name: string): Promise<string> => (await create({ name })).data.slug;

    it('are generated from the name, with a number if taken, reserved or too short', async () => {
      expect(await made('  Smörrebröd & Øl GmbH ')).toBe('smorrebrod-ol-gmbh');
      expect(await made('smorrebrod ol (gmbh)')).toBe('smorrebrod-ol-gmbh-2');
      expect(await made('Admin')).toBe('admin-2');
      expect(await made('AI')).toBe('ai-2');
      expect([await made('広告'), await made('360')]).toEqual(['team-2', 'team-3']);
      expect(await made('a'.repeat(120))).toBe('a'.repeat(54));
    });

    it('are unique for teams of the same name created concurrently', async () => {
      const slugs = await Promise.all(Array.from({ length: 8 }, () => made('Rush')));
      expect(new Set(slugs).size).toBe(8);
    });

    it('409 if taken, 400 if reserved, also when a team is updated', async () => {
      const slug = `taken-${lane.name.replaceAll(/\W/g, '')}`;
      expect((await create({ name: 'One', slug })).data).toMatchObject({
        slug,
        role: 'owner',
        memberCount: 1,
      });
      expect(await statusOf(create({ name: 'Two', slug }))).toBe(409);
      expect(await statusOf(create({ name: 'Two', slug: 'settings' }))).toBe(400);
      expect(await statusOf(ann.post('teams.update', { id: annsTeam, slug }))).toBe(409);
      expect(await statusOf(ann.post('teams.update', { id: annsTeam, slug: 'join' }))).toBe(400);
      const changed = await ann.post('teams.update', { teamId: annsTeam, name: 'New', slug: `${slug}-too` });
      expect(changed.data).toMatchObject({ id: annsTeam, name: 'New', slug: `${slug}-too` });
    });
  });

  it('lists owners, then members, then invitations; counts only members', async () => {
    const [cat, dan] = [await service.newcomer(), await service.newcomer()];
    await join(ben, 'viewer');
    await invite(cat);
    await join(dan, 'owner');
    const { data } = await ben.get('teams.get', { id: annsTeam });
    expect(data).toMatchObject({ role: 'viewer', status: 'active', memberCount: 3 });
    expect(data.members).toMatchObject([
      { userId: ann.userId, role: 'owner', status: 'active' },
      { userId: dan.userId, role: 'owner', status: 'active' },
      { userId: ben.userId, role: 'viewer', status: 'active', email: await addressOf(ben) },
      {
        userId: null,
        name: null,
        role: 'member',
        status: 'invited',
        joinedAt: null,
        email: await addressOf(cat),
      },
    ]);
    expect((await ben.get('teams.listMembers', { id: annsTeam })).data).toEqual(data.members);
    const { members: _members, logo: _logo, ...team } = data;
    expect((await ben.get('teams.list')).data).toEqual([team]);
    expect((await cat.get('teams.list')).data).toEqual([{ ...team, role: 'member', status: 'invited' }]);
  });

  describe('an invitation', () => {
    it('names inviter and team in the mail, and lets the invited address join once', async () => {
      await service.db.query(`UPDATE users SET name = 'Ann', email_verified = true WHERE id = $1`, [
        ann.userId,
      ]);
      const token = await invite(ben, { role: 'viewer' });
      const email = await addressOf(ben);
      const [mail] = await mailsTo(email);
      expect(mail?.subject).toBe(`Ann (${await addressOf(ann)}) invited you to the team “Hooks”`);
      expect(mail?.text).toContain('as a viewer');
      expect(mail?.html).toContain(`<a href="https://magpie.example/join/${token}">`);
      expect((await lookUp(token)).body).toEqual({
        teamName: 'Hooks',
        email,
        role: 'viewer',
        expiresAt: expect.stringMatching(/Z$/),
        hasAccount: true,
      });
      expect(await statusOf(ann.post('teams.acceptInvitation', { token }))).toBe(403);
      const joined = await ben.post('teams.acceptInvitation', { token });
      expect(joined.data).toMatchObject({ id: annsTeam, role: 'viewer', memberCount: 2 });
      expect(await statusOf(ben.post('teams.acceptInvitation', { token }))).toBe(409);
      expect((await lookUp(token)).status).toBe(409);
      const [person] = await service.db.query(`SELECT email_verified FROM users WHERE id = $1`, [ben.userId]);
      expect(person).toEqual({ email_verified: true });
    });

    it('appears in the team list of the invited user, who can join without the mail', async () => {
      await ben.post('teams.create', { name: 'Of Ben' });
      await invite(ben, { role: 'viewer' });
      expect((await ben.get('teams.list')).data).toMatchObject([
        { name: 'Of Ben', role: 'owner', status: 'active' },
        { id: annsTeam, name: 'Hooks', role: 'viewer', status: 'invited', memberCount: 1 },
      ]);
      expect(await statusOf(ben.get('teams.get', { id: annsTeam }))).toBe(403);
      const joined = await ben.post('teams.acceptInvitation', { teamId: annsTeam });
      expect(joined.data).toMatchObject({ id: annsTeam, role: 'viewer', status: 'active', memberCount: 2 });
      expect(await statusOf(ben.get('teams.get', { id: annsTeam }))).toBe(200);
      expect(await statusOf(ben.post('teams.acceptInvitation', { id: annsTeam }))).toBe(409);
    });

    it('is not listed if revoked, expired, or the address is not verified', async () => {
      const teamsOf = async (who: Person): Promise<number[]> =>
        (await who.get('teams.list')).data.map(({ id }: { id: number }) => id);
      const email = await addressOf(ben);
      await invite(ben);
      expect(await teamsOf(ben)).toEqual([annsTeam]);
      await ann.post('teams.removeMember', { id: annsTeam, email });
      expect(await teamsOf(ben)).toEqual([]);
      expect(await statusOf(ben.post('teams.acceptInvitation', { id: annsTeam }))).toBe(403);
      await invite(ben);
      await service.db.query(
        `UPDATE invitations SET expires_at = now() - interval '1 second' WHERE email = $1`,
        [email],
      );
      expect(await teamsOf(ben)).toEqual([]);
      expect(await statusOf(ben.post('teams.acceptInvitation', { id: annsTeam }))).toBe(409);
      await invite(ben);
      await service.db.query(`UPDATE users SET email_verified = false WHERE id = $1`, [ben.userId]);
      expect(await teamsOf(ben)).toEqual([]);
      expect(await statusOf(ben.post('teams.acceptInvitation', { id: annsTeam }))).toBe(403);
    });

    it('can be declined by the invited user and is no longer listed', async () => {
      const token = await invite(ben);
      const email = await addressOf(ben);
      expect(await statusOf(ben.post('teams.removeMember', { id: annsTeam, email }))).toBe(200);
      expect((await ben.get('teams.list')).data).toEqual([]);
      expect((await ann.get('teams.listMembers', { id: annsTeam })).data).toHaveLength(1);
      expect(await statusOf(ben.post('teams.acceptInvitation', { token }))).toBe(404);
    });

    it('has a link for the inviter, which allows joining but does not verify the address', async () => {
      await service.db.query(`UPDATE users SET email_verified = false WHERE id = $1`, [ben.userId]);
      const email = await addressOf(ben);
      const { data } = await ann.post('teams.inviteByEmail', { id: annsTeam, email });
      expect(data.invitationUrl).toMatch(/^https:\/\/magpie\.example\/join\/[\w-]{43}$/);
      const token = data.invitationUrl.slice(data.invitationUrl.lastIndexOf('/') + 1);
      const [mail] = await mailsTo(email);
      expect(mail?.text).not.toContain(token);
      const mailed = /join\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
      expect(await checkInvitation(service.db, email, token)).toEqual({
        isInvited: true,
        isMailed: false,
      });
      expect((await lookUp(token)).body).toEqual((await lookUp(mailed)).body);
      expect(await statusOf(ann.post('teams.acceptInvitation', { token }))).toBe(403);
      expect(await statusOf(ben.post('teams.acceptInvitation', { token }))).toBe(200);
      const [person] = await service.db.query(`SELECT email_verified FROM users WHERE id = $1`, [ben.userId]);
      expect(person).toEqual({ email_verified: false });
      expect(await statusOf(ben.post('teams.acceptInvitation', { token: mailed }))).toBe(409);
      const again = await ann.post('teams.inviteByEmail', { id: annsTeam, email });
      expect(again.data).toMatchObject({ status: 'active', invitationUrl: null });
    });

    it('is accepted once by two concurrent calls', async () => {
      const token = await invite(ben);
      const calls = [1, 2].map(() => statusOf(ben.post('teams.acceptInvitation', { token })));
      expect(inOrder(await Promise.all(calls))).toEqual([200, 409]);
    });

    it('is void after a newer one was sent, which keeps role and time', async () => {
      const email = await addressOf(ben);
      const first = await ann.post('teams.inviteByEmail', { id: annsTeam, email, role: 'viewer' });
      const [before] = await mailsTo(email);
      const token = /join\/([\w-]+)/.exec(before?.text ?? '')?.[1];
      const again = await ann.post('teams.inviteByEmail', { id: annsTeam, email: email.toUpperCase() });
      expect(again.data).toEqual({ ...first.data, invitationUrl: expect.any(String) });
      expect(await mailsTo(email)).toHaveLength(2);
      expect(await statusOf(ben.post('teams.acceptInvitation', { token }))).toBe(404);
    });

    it('is void if revoked, and 409 if expired', async () => {
      const email = await addressOf(ben);
      const taken = await invite(ben);
      expect(await statusOf(ann.post('teams.removeMember', { id: annsTeam, email }))).toBe(200);
      expect(await statusOf(ben.post('teams.acceptInvitation', { token: taken }))).toBe(404);
      expect(await isInvited(service.db, email)).toBe(false);
      const late = await invite(ben);
      expect(await isInvited(service.db, email.toUpperCase())).toBe(true);
      expect(await checkInvitation(service.db, email, late)).toEqual({
        isInvited: true,
        isMailed: true,
      });
      const none = { isInvited: false, isMailed: false };
      expect(await checkInvitation(service.db, await addressOf(ann), late)).toEqual(none);
      await service.db.query(
        `UPDATE invitations SET expires_at = now() - interval '1 second' WHERE email = $1`,
        [email],
      );
      const refused = await ben.post('teams.acceptInvitation', { token: late });
      expect([refused.status, refused.error.message]).toEqual([
        409,
        expect.stringMatching(/expired on \d{4}-/),
      ]);
      expect(await isInvited(service.db, email)).toBe(false);
      expect(await checkInvitation(service.db, email, late)).toEqual(none);
    });

    it('of a member changes nothing and sends no mail', async () => {
      await join(ben, 'viewer');
      const email = await addressOf(ben);
      const { data } = await ann.post('teams.inviteByEmail', { id: annsTeam, email, role: 'admin' });
      expect(data).toMatchObject({ userId: ben.userId, role: 'viewer', status: 'active' });
      expect(await mailsTo(email)).toHaveLength(1);
    });

    it('goes to the current owner of an address that a member had before', async () => {
      const left = await addressOf(ben);
      await join(ben);
      await service.db.query(`UPDATE users SET email = 'new-' || email WHERE id = $1`, [ben.userId]);
      const cat = await service.newcomer();
      await service.db.query(`UPDATE users SET email = $2 WHERE id = $1`, [cat.userId, left]);
      await join(cat, 'viewer');
      const { data } = await ann.get('teams.listMembers', { id: annsTeam });
      expect(data).toMatchObject([
        { role: 'owner' },
        { email: `new-${left}` },
        { email: left, role: 'viewer' },
      ]);
      const again = await ann.post('teams.inviteByEmail', { id: annsTeam, email: `new-${left}` });
      expect(again.data).toMatchObject({ userId: ben.userId, status: 'active' });
    });

    it('contains no links or markup from user-chosen names', async () => {
      const name =
        'Reset it:\nhttps://evil.example/reset, www。evil。example or <b>me@evil.example</b>\u202E';
      await service.db.query(`UPDATE users SET name = $2 WHERE id = $1`, [ann.userId, name]);
      await ann.post('teams.update', { id: annsTeam, name });
      await invite(ben);
      const [mail] = await mailsTo(await addressOf(ben));
      if (mail === undefined) throw new Error('there is no mail');
      const { subject, text, html } = mail;
      expect(subject).not.toMatch(/\n/);
      expect(text.split('\n')).toHaveLength(8);
      for (const part of [subject, text, html])
        expect(part).not.toMatch(/evil[.。]|https:\/\/evil|\u202e|<b>/);
    });

    it('is not sent after 50 in 24 hours, per team and per user', async () => {
      await service.db.query(
        `INSERT INTO invitations (token_sha256, team_id, invited_by, email, status, expires_at, sent_at)
         SELECT sha256(($1::bigint || ' ' || n)::bytea), $1, $2, n || '@example.com', 'void', now(), now() - n * interval '1 minute'
         FROM generate_series(1, 50) n`,
        [annsTeam, ann.userId],
      );
      const email = await addressOf(ben);
      const refused = await ann.post('teams.inviteByEmail', { id: annsTeam, email });
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 86_400 - 50 * 60]);
      expect((await ann.get('teams.listMembers', { id: annsTeam })).data).toHaveLength(1);
      const another = (await ann.post('teams.create', { name: 'Another' })).data.id;
      expect(await statusOf(ann.post('teams.inviteByEmail', { id: another, email }))).toBe(429);
      expect(await mailsTo(email)).toEqual([]);
    });
  });

  it('limits a team to 500 members and invitations, and a user to 100 teams', async () => {
    const token = await invite(ben);
    await service.db.query(
      `INSERT INTO team_members (team_id, email, role) SELECT $1, n || '@example.com', 'viewer' FROM generate_series(1, 498) n`,
      [annsTeam],
    );
    const email = 'one-more@example.com';
    expect(await statusOf(ann.post('teams.inviteByEmail', { id: annsTeam, email }))).toBe(409);
    await service.db.query(
      `WITH made AS (INSERT INTO teams (name, slug) SELECT 'Many', gen_random_uuid() FROM generate_series(1, 100) RETURNING id)
       INSERT INTO team_members (team_id, user_id, email, role, joined_at) SELECT id, $1, 'ben', 'viewer', now() FROM made`,
      [ben.userId],
    );
    expect(await statusOf(ben.post('teams.create', { name: 'One more' }))).toBe(409);
    expect(await statusOf(ben.post('teams.acceptInvitation', { token }))).toBe(409);
  });

  describe('the last owner', () => {
    it('can neither leave nor change their role', async () => {
      await join(ben, 'admin');
      const itself = { id: annsTeam, userId: ann.userId };
      expect(await statusOf(ann.post('teams.removeMember', itself))).toBe(409);
      expect(
        await statusOf(ann.post('teams.removeMember', { id: annsTeam, email: await addressOf(ann) })),
      ).toBe(409);
      expect(await statusOf(ann.post('teams.setRole', { ...itself, role: 'admin' }))).toBe(409);
      await ann.post('teams.setRole', { id: annsTeam, userId: ben.userId, role: 'owner' });
      expect((await ann.post('teams.setRole', { ...itself, role: 'viewer' })).data).toMatchObject({
        role: 'viewer',
      });
      expect(await statusOf(ann.post('teams.removeMember', itself))).toBe(200);
      expect(await statusOf(ann.get('teams.get', { id: annsTeam }))).toBe(403);
    });

    it('stays if two owners leave or demote each other concurrently', async () => {
      const leave = (who: Person) =>
        statusOf(who.post('teams.removeMember', { id: annsTeam, userId: who.userId }));
      const demote = (who: Person, whom: Person) =>
        statusOf(who.post('teams.setRole', { id: annsTeam, userId: whom.userId, role: 'member' }));
      await join(ben, 'owner');
      expect(inOrder(await Promise.all([demote(ann, ben), demote(ben, ann)]))).toEqual([200, 403]);
      await service.db.query(`UPDATE team_members SET role = 'owner' WHERE team_id = $1`, [annsTeam]);
      expect(inOrder(await Promise.all([leave(ann), leave(ben)]))).toEqual([200, 409]);
    });
  });

  it('a logo is set, replaced and removed by owners and admins; all members see it', async () => {
    await join(ben, 'viewer');
    const file = (await picture('teal')).toString('base64');
    const logoNow = async (): Promise<unknown> => (await ben.get('teams.get', { id: annsTeam })).data.logo;
    expect(await logoNow()).toBeNull();
    const first = await ann.post('teams.setLogo', { id: annsTeam, file });
    expect(first.data).toEqual({ logo: expect.stringMatching(/^data:image\/webp;base64,[\w+/]+=*$/) });
    expect(await logoNow()).toBe(first.data.logo);
    expect(await statusOf(ben.post('teams.setLogo', { id: annsTeam, file: null }))).toBe(403);
    expect(await statusOf(ann.post('teams.setLogo', { id: annsTeam, file: 'AAAA' }))).toBe(400);
    expect(await logoNow()).toBe(first.data.logo);
    const second = await ann.post('teams.setLogo', {
      teamId: annsTeam,
      file: (await picture('navy')).toString('base64'),
    });
    expect(second.data.logo).not.toBe(first.data.logo);
    expect(await logoNow()).toBe(second.data.logo);
    expect((await ann.post('teams.setLogo', { id: annsTeam, file: null })).data).toEqual({ logo: null });
    expect(await logoNow()).toBeNull();
  });

  it('every change is audited', async () => {
    await join(ben);
    await ann.post('teams.update', { id: annsTeam, name: 'Renamed' });
    await ann.post('teams.setLogo', { id: annsTeam, file: (await picture('teal')).toString('base64') });
    await ann.post('teams.setRole', { id: annsTeam, userId: ben.userId, role: 'viewer' });
    await ben.post('teams.removeMember', { id: annsTeam, userId: ben.userId });
    await ann.post('teams.delete', { id: annsTeam });
    const acts = await service.db.query<{ act: string; actor: string; via: string; details: object }>(
      `SELECT act, actor_id AS actor, via, details FROM acts WHERE team_id = $1 ORDER BY id`,
      [annsTeam],
    );
    expect(acts.map(({ act, actor }) => [act, actor])).toEqual([
      ['team.created', ann.userId],
      ['team.invited', ann.userId],
      ['team.joined', ben.userId],
      ['team.updated', ann.userId],
      ['team.updated', ann.userId],
      ['team.role_changed', ann.userId],
      ['team.removed', ben.userId],
      ['team.deleted', ann.userId],
    ]);
    expect(acts[4]?.details).toEqual({ logo: 'set' });
    expect(acts.every(({ via }) => /^key:\d+$/.test(via))).toBe(true);
  });
});
