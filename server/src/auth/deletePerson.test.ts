import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveAd } from '../boards/saveAd.ts';
import { assertConsistent, type Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { boardWith, snapshot } from '../testing/savedLibrary.ts';
import { startService, type TestService } from '../testing/service.ts';

describe.each(postgresLanes)('deleting an account on $name', (lane) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(lane, { authFailureLimit: 1000 });
  });
  afterAll(() => service.close());

  const emailOf = async (person: Person): Promise<string> => (await person.get('account.get')).data.email;
  const leave = async (person: Person): Promise<number> =>
    (await person.post('account.delete', { confirmation: await emailOf(person) })).status;
  /** A team of somebody's own, which another has joined and left. */
  const teamThatOneLeft = async (owner: Person, other: Person): Promise<number> => {
    const { id } = (await owner.post('teams.create', { name: 'Team' })).data;
    await service.db.query(
      `INSERT INTO team_members (team_id, user_id, email, role, joined_at)
       SELECT $1, id, email, 'member', now() FROM users WHERE id = $2`,
      [id, other.userId],
    );
    return id;
  };
  const actsOf = async (teamId: number): Promise<[unknown, unknown, unknown][]> =>
    (await service.owner.get('audit.list', { teamId })).data.acts.map(
      (one: Record<string, unknown>) => [one['act'], one['subject'], one['address']] as const,
    );

  it('returns boards to their authors if the team has no other members', async () => {
    const { db } = service;
    const [ann, ben] = [await service.newcomer(), await service.newcomer()];
    const teamId = await teamThatOneLeft(ann, ben);
    const mine = await boardWith(db, { author: ann.userId, name: 'Of Ann', team: teamId });
    const his = await boardWith(db, { author: ben.userId, name: 'Of Ben', team: teamId });
    for (const board of [mine, his]) await db.transaction((tx) => saveAd(tx, board, snapshot(1), {}));
    await ben.post('teams.removeMember', { id: teamId, userId: ben.userId });
    const emailOfBen = await emailOf(ben);
    await ann.post('teams.inviteByEmail', { id: teamId, email: 'eve@example.com' });

    expect(await leave(ann)).toBe(200);
    await assertConsistent(db);
    const boards = (await ben.get('boards.list')).data as { name: string; adCount: number }[];
    expect(boards.map(({ name, adCount }) => [name, adCount])).toEqual([['Of Ben', 1]]);
    expect(await actsOf(teamId)).toEqual([
      ['team.deleted', 'Team', '127.0.0.1'],
      ['team.invited', 'eve@example.com', '127.0.0.1'],
      ['team.removed', emailOfBen, '127.0.0.1'],
      ['team.created', 'Team', '127.0.0.1'],
    ]);
  });

  it('audits in remaining teams who left and which invitation was revoked', async () => {
    const [ann, ben] = [await service.newcomer(), await service.newcomer()];
    const email = await emailOf(ben);
    const [joined, invited] = [
      await teamThatOneLeft(ann, ben),
      (await ann.post('teams.create', { name: 'Other' })).data.id as number,
    ];
    await ann.post('teams.inviteByEmail', { id: invited, email });
    expect(await leave(ben)).toBe(200);
    expect([(await actsOf(joined))[0], (await actsOf(invited))[0]]).toEqual([
      ['team.removed', email, '127.0.0.1'],
      ['team.removed', email, '127.0.0.1'],
    ]);
    expect((await ann.get('teams.get', { id: invited })).data.members).toHaveLength(1);
  });

  it('keeps mails and invitations of an unverified address', async () => {
    const [ann, squatter] = [await service.newcomer(), await service.newcomer()];
    const email = await emailOf(squatter);
    const { id } = (await ann.post('teams.create', { name: 'Team' })).data;
    await ann.post('teams.inviteByEmail', { id, email });
    await service.db.query('UPDATE users SET email_verified = false WHERE id = $1', [squatter.userId]);
    expect(await leave(squatter)).toBe(200);
    expect((await ann.get('teams.get', { id })).data.members).toMatchObject([
      {},
      { email, status: 'invited' },
    ]);
    const left = await service.db.query(
      `SELECT FROM mails, invitations WHERE recipient = $1 AND email = $1 AND status = 'open'`,
      [email],
    );
    expect(left).toHaveLength(1);
  });

  it('deletes once for concurrent calls and responds 401 to the others', async () => {
    const ann = await service.newcomer();
    const confirmation = await emailOf(ann);
    const calls = Array.from({ length: 8 }, () => ann.post('account.delete', { confirmation }));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    const count = (wanted: number): number => statuses.filter((status) => status === wanted).length;
    expect([count(200), count(401)]).toEqual([1, 7]);
  });

  it('responds 401 to concurrent calls of the user and never fails', async () => {
    const ann = await service.newcomer();
    const confirmation = await emailOf(ann);
    const calls = Array.from({ length: 40 }, (_, count) => {
      if (count % 5 === 0) return ann.post('account.delete', { confirmation });
      if (count % 10 === 1) return ann.post('boards.create', { name: `Board ${count}` });
      if (count % 10 === 6) return ann.post('cloneProducts.create', { name: `Product ${count}` });
      if (count % 5 === 2) return ann.post('apiKeys.create', {});
      if (count % 5 === 3) return ann.post('teams.create', { name: `Team ${count}` });
      return ann.post('account.export');
    });
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([]);
    const deletions = statuses.filter((_status, count) => count % 5 === 0);
    expect(deletions.filter((status) => status === 200)).toHaveLength(1);
    expect((await ann.get('account.get')).status).toBe(401);
  });
});
