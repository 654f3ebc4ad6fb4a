import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserAt } from '../testing/browser.ts';
import { newTeam, type Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';
import { deleteOldInviteLinks } from './inviteLinks.sql.ts';

const password = 'correct horse battery';

describe.each(postgresLanes)('invite links on $name', (lane) => {
  let service: TestService;
  let ann: Person;
  let ben: Person;
  let cem: Person;
  let team: number;
  beforeAll(async () => {
    service = await startService(lane, { signInLimit: 1000, authFailureLimit: 1000 });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    [ann, ben, cem] = [await service.newcomer(), await service.newcomer(), await service.newcomer()];
    team = await newTeam(service.db, { owner: ann });
  });

  const create = async (input: object = {}) => {
    const { data } = await ann.post('teams.createInviteLink', { id: team, ...input });
    return { ...data, token: data.url.slice(data.url.lastIndexOf('/') + 1) };
  };
  const join = async (who: Person, token: string) => {
    const { status, error } = await who.post('teams.acceptInvitation', { token });
    return status === 200 ? 200 : `${status} ${error.message}`;
  };
  const shown = (token: string): Promise<Response> => fetch(`${service.address}/api/invitations/${token}`);
  const expire = (id: number): Promise<unknown[]> =>
    service.db.query(`UPDATE invite_links SET expires_at = now() - interval '8 days' WHERE id = $1`, [id]);

  it('let several people join with the role of the link, and are listed without their secret', async () => {
    const { token, url: _url, ...link } = await create({ role: 'viewer', expiresInDays: 30 });
    expect(link).toMatchObject({ role: 'viewer', singleUse: false, uses: 0 });
    expect([await join(ben, token), await join(cem, token)]).toEqual([200, 200]);
    expect((await ann.get('teams.listInviteLinks', { id: team })).data).toEqual([{ ...link, uses: 2 }]);
    const members = (await ben.get('teams.listMembers', { id: team })).data;
    expect(members.map(({ role }: { role: string }) => role)).toEqual(['owner', 'viewer', 'viewer']);
    expect(await join(ben, token)).toBe(`409 You are already a member of team ${team}.`);
  });

  it('are stored as a digest only', async () => {
    const { id, token } = await create();
    const [row] = await service.db.query<{ row: string }>(
      `SELECT to_jsonb(link)::text AS row FROM invite_links link WHERE id = $1`,
      [id],
    );
    expect(row?.row).not.toContain(token);
  });

  it('that work once let in one of several who join at the same time', async () => {
    const { token } = await create({ singleUse: true });
    const people = [ben, cem, ...(await Promise.all([service.newcomer(), service.newcomer()]))];
    const results = await Promise.all(people.map((who) => join(who, token)));
    const used = '409 This invite link was already used.';
    expect(results.map(String).toSorted()).toEqual(['200', used, used, used]);
    expect((await shown(token)).status).toBe(409);
  });

  it('end when they expire or are revoked', async () => {
    const [expired, revoked] = [await create(), await create()];
    await expire(expired.id);
    expect((await ann.post('teams.revokeInviteLink', { id: team, linkId: revoked.id })).status).toBe(200);
    expect(await join(ben, expired.token)).toMatch(/^409 This invite link expired on /);
    expect(await join(ben, revoked.token)).toMatch(/^404 There is no such invitation/);
    expect([(await shown(expired.token)).status, (await shown(revoked.token)).status]).toEqual([409, 404]);
    expect((await ann.get('teams.listInviteLinks', { id: team })).data).toEqual([]);
    expect(await deleteOldInviteLinks(service.db)).toBeGreaterThan(0);
  });

  it('show the team and the role before joining, and no address', async () => {
    const { token } = await create();
    expect(await (await shown(token)).json()).toMatchObject({
      teamName: 'Team',
      email: null,
      role: 'member',
      hasAccount: false,
    });
  });

  it('replace an invitation of the same address, with the role of the link', async () => {
    const [row] = await service.db.query<{ email: string }>(`SELECT email FROM users WHERE id = $1`, [
      ben.userId,
    ]);
    await ann.post('teams.inviteByEmail', { id: team, email: row?.email, role: 'admin' });
    const { token } = await create({ role: 'viewer' });
    expect(await join(ben, token)).toBe(200);
    const members = (await ann.get('teams.listMembers', { id: team })).data;
    expect(members).toMatchObject([
      { role: 'owner' },
      { userId: ben.userId, role: 'viewer', status: 'active' },
    ]);
  });

  it('allow sign-ups where invited people may sign up, a few with a link that works once', async () => {
    const { token } = await create({ singleUse: true });
    const statuses: number[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      const email = `${name}-${team}-${lane.name.replaceAll(/\W/g, '')}@example.com`;
      const made = await browserAt(service.address).submit('sign-up/email', {
        email,
        password,
        invitationToken: token,
      });
      statuses.push(made.status);
    }
    expect(statuses).toEqual([200, 200, 200, 403]);
    const browser = browserAt(service.address);
    const email = `a-${team}-${lane.name.replaceAll(/\W/g, '')}@example.com`;
    const entered = await browser.submit('sign-in/email', { email, password });
    expect(entered.body.user).toMatchObject({ email, emailVerified: false });
    expect((await browser.call('teams.acceptInvitation', { token })).status).toBe(200);
    const later = { email: `e-${email}`, password, invitationToken: token };
    expect((await browserAt(service.address).submit('sign-up/email', later)).status).toBe(403);
  });

  it('are written to the audit log', async () => {
    const { id, token } = await create();
    await join(ben, token);
    await ann.post('teams.revokeInviteLink', { id: team, linkId: id });
    const { acts } = (await ann.get('audit.list', { teamId: team })).data;
    expect(acts.map(({ act }: { act: string }) => act)).toEqual([
      'team.link_revoked',
      'team.joined',
      'team.link_created',
    ]);
  });
});
