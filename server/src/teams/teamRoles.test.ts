import { createHash, randomBytes } from 'node:crypto';
import { contract, procedures } from '@magpie/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';

/**
 * What everybody is answered. `team` is one of two owners, two admins, two members and two viewers, `missing` one that
 * does not exist. Whom something is done to is never the person who does it, unless it says `self`.
 *
 * removed: was an admin until a moment ago; invited: has not joined yet; instance: an owner of this Magpie;
 * readOnly: the owner of the team with a key that may only read.
 */
const table = `
                                        owner admin member viewer removed invited stranger instance readOnly nobody
  teams.list                              200   200    200    200     200     200      200      200      200    401
  teams.get              team             200   200    200    200     403     403      403      403      200    401
  teams.get              missing          404   404    404    404     404     404      404      404      404    401
  teams.create                            200   200    200    200     200     200      200      200      403    401
  teams.update           team             200   200    403    403     403     403      403      403      403    401
  teams.update           missing          404   404    404    404     404     404      404      404      403    401
  teams.setLogo          team             200   200    403    403     403     403      403      403      403    401
  teams.setLogo          missing          404   404    404    404     404     404      404      404      403    401
  teams.delete           team             200   403    403    403     403     403      403      403      403    401
  teams.delete           missing          404   404    404    404     404     404      404      404      403    401
  teams.listMembers      team             200   200    200    200     403     403      403      403      200    401
  teams.listMembers      missing          404   404    404    404     404     404      404      404      404    401
  teams.inviteByEmail    viewer           200   200    403    403     403     403      403      403      403    401
  teams.inviteByEmail    member           200   200    403    403     403     403      403      403      403    401
  teams.inviteByEmail    admin            200   403    403    403     403     403      403      403      403    401
  teams.inviteByEmail    owner            200   403    403    403     403     403      403      403      403    401
  teams.inviteByEmail    missing          404   404    404    404     404     404      404      404      403    401
  teams.listInviteLinks  team             200   200    403    403     403     403      403      403      200    401
  teams.listInviteLinks  missing          404   404    404    404     404     404      404      404      404    401
  teams.createInviteLink viewer           200   200    403    403     403     403      403      403      403    401
  teams.createInviteLink member           200   200    403    403     403     403      403      403      403    401
  teams.createInviteLink admin            200   403    403    403     403     403      403      403      403    401
  teams.createInviteLink missing          404   404    404    404     404     404      404      404      403    401
  teams.revokeInviteLink member           200   200    403    403     403     403      403      403      403    401
  teams.revokeInviteLink admin            200   403    403    403     403     403      403      403      403    401
  teams.revokeInviteLink unknown          404   404    403    403     403     403      403      403      403    401
  teams.removeMember     viewer           200   200    403    403     403     403      403      403      403    401
  teams.removeMember     member           200   200    403    403     403     403      403      403      403    401
  teams.removeMember     admin            200   403    403    403     403     403      403      403      403    401
  teams.removeMember     owner            200   403    403    403     403     403      403      403      403    401
  teams.removeMember     invitation       200   403    403    403     403     200      403      403      403    401
  teams.removeMember     self             200   200    200    200     403     200      403      403      403    401
  teams.removeMember     unknown          404   404    404    404     403     403      403      403      403    401
  teams.setRole          viewer->member   200   200    403    403     403     403      403      403      403    401
  teams.setRole          member->viewer   200   200    403    403     403     403      403      403      403    401
  teams.setRole          member->admin    200   403    403    403     403     403      403      403      403    401
  teams.setRole          member->owner    200   403    403    403     403     403      403      403      403    401
  teams.setRole          admin->member    200   403    403    403     403     403      403      403      403    401
  teams.setRole          owner->admin     200   403    403    403     403     403      403      403      403    401
  teams.setRole          self->owner      200   403    403    403     403     403      403      403      403    401
  teams.setRole          unknown->viewer  404   404    403    403     403     403      403      403      403    401
  teams.acceptInvitation own              200   200    200    200     200     200      200      200      403    401
  teams.acceptInvitation another          403   403    403    403     403     403      403      403      403    401
  teams.acceptInvitation unknown          404   404    404    404     404     404      404      404      403    401
  teams.acceptInvitation link             409   409    409    409     200     200      200      200      403    401
  teams.acceptInvitation team             409   409    409    409     403     200      403      403      403    401
  teams.acceptInvitation missing          404   404    404    404     404     404      404      404      403    401
`;

const [persons = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const cases = rows.map((words) => ({
  procedure: words[0] ?? '',
  on: words.slice(1, words.length - persons.length).join(' '),
  statuses: words.slice(-persons.length).map(Number),
}));

const missingId = 999_999_999;
const roles = ['owner', 'admin', 'member', 'viewer'];

it('every procedure of teams is in the table', () => {
  const tried = new Set(cases.map(({ procedure }) => procedure));
  expect([...tried].toSorted()).toEqual(
    Object.keys(contract.teams)
      .map((name) => `teams.${name}`)
      .toSorted(),
  );
});

describe.each(postgresLanes)('permissions of roles on $name', (lane) => {
  let service: TestService;
  const people = new Map<string, Person>();
  const keys = new Map<string, string>();
  beforeAll(async () => {
    service = await startService(lane, { authFailureLimit: 100_000 });
    const names = [
      ...roles,
      'removed',
      'invited',
      'stranger',
      'another',
      ...roles.map((role) => `other ${role}`),
    ];
    for (const name of names) people.set(name, await service.newcomer());
    const [instance] = await service.db.query<{ id: string }>(`SELECT id FROM users WHERE is_owner`);
    people.set('instance', { ...service.owner, userId: instance?.id ?? '' });
    for (const [name, { key }] of people) keys.set(name, key);
    const readOnly = await person('owner').post('apiKeys.create', { name: 'reads', scopes: ['read'] });
    keys.set('readOnly', readOnly.data.key);
  });
  afterAll(() => service.close());
  // A user has at most 100 teams.
  beforeEach(() => service.db.query('DELETE FROM teams'));

  /** The read-only key is the owner's. */
  const person = (name: string): Person => {
    const found = people.get(name === 'readOnly' || name === 'nobody' ? 'owner' : name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found;
  };

  /** A team in which everybody is what their name says. */
  async function newTeam(): Promise<number> {
    const [team] = await service.db.query<{ id: number }>(
      `INSERT INTO teams (name, slug) VALUES ('Secret team', 'team-' || gen_random_uuid()) RETURNING id`,
    );
    const id = team?.id ?? 0;
    const joined = [...roles, ...roles.map((role) => `other ${role}`)];
    await service.db.query(
      `INSERT INTO team_members (team_id, user_id, email, role, joined_at)
       SELECT $1, person.id, person.email, member.role, now()
       FROM unnest($2::text[], $3::text[]) AS member (id, role) JOIN users person ON person.id = member.id`,
      [id, joined.map((name) => person(name).userId), joined.map((name) => name.replace('other ', ''))],
    );
    await invite(id, 'invited', 'admin');
    return id;
  }

  async function invite(teamId: number, name: string, role: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await service.db.query(
      `WITH invited AS (
         INSERT INTO team_members (team_id, email, role) SELECT $1, email, $3 FROM users WHERE id = $2
       )
       INSERT INTO invitations (token_sha256, team_id, email, expires_at)
       SELECT $4, $1, email, now() + interval '1 day' FROM users WHERE id = $2`,
      [teamId, person(name).userId, role, createHash('sha256').update(token).digest()],
    );
    return token;
  }

  async function invitedTo(name: string): Promise<string> {
    const [team] = await service.db.query<{ id: number }>(
      `INSERT INTO teams (name, slug) VALUES ('Secret other', 'team-' || gen_random_uuid()) RETURNING id`,
    );
    return invite(team?.id ?? 0, name, 'member');
  }

  async function newLink(teamId: number, role: string) {
    const token = randomBytes(32).toString('base64url');
    const [link] = await service.db.query<{ id: number }>(
      `INSERT INTO invite_links (team_id, token_sha256, role, single_use, expires_at)
       VALUES ($1, $2, $3, true, now() + interval '1 day') RETURNING id`,
      [teamId, createHash('sha256').update(token).digest(), role],
    );
    return { id: link?.id ?? 0, token };
  }

  const addressOf = async (name: string): Promise<string> => {
    const [row] = await service.db.query<{ email: string }>(`SELECT email FROM users WHERE id = $1`, [
      person(name).userId,
    ]);
    return row?.email ?? '';
  };

  /** Whom something is done to. */
  const target = (on: string, who: string): string => {
    if (on === 'self') return person(who).userId;
    return on === 'unknown' ? 'nobody-knows' : person(`other ${on}`).userId;
  };

  const inputs: Readonly<Record<string, (id: number, on: string, who: string) => object | Promise<object>>> =
    {
      'teams.list': () => ({}),
      'teams.get': (id) => ({ id }),
      'teams.create': () => ({ name: 'Mine' }),
      'teams.update': (id) => ({ id, name: 'Secret new name' }),
      'teams.setLogo': (id) => ({ id, file: null }),
      'teams.delete': (id) => ({ id }),
      'teams.listMembers': (id) => ({ id }),
      'teams.inviteByEmail': (id, on) => ({
        id,
        email: `${randomBytes(6).toString('hex')}@example.com`,
        role: on === 'missing' ? 'member' : on,
      }),
      'teams.listInviteLinks': (id) => ({ id }),
      'teams.createInviteLink': (id, on) => ({ id, role: on === 'missing' ? 'member' : on }),
      'teams.revokeInviteLink': async (id, on) => ({
        id,
        linkId: on === 'unknown' ? missingId : (await newLink(id, on)).id,
      }),
      'teams.removeMember': async (id, on, who) =>
        on === 'invitation' ? { id, email: await addressOf('invited') } : { id, userId: target(on, who) },
      'teams.setRole': (id, on, who) => {
        const [whom = '', role] = on.split('->');
        return { id, userId: target(whom, who), role };
      },
      'teams.acceptInvitation': async (id, on, who) => {
        if (on === 'link') return { token: (await newLink(id, 'member')).token };
        if (on === 'team' || on === 'missing') return { id };
        return {
          token: on === 'unknown' ? 'no-such-token' : await invitedTo(on === 'own' ? who : 'another'),
        };
      },
    };

  const inputOf = async (procedure: string, on: string, who: string, teamId: number): Promise<object> =>
    (await inputs[procedure]?.(on === 'missing' ? missingId : teamId, on, who)) ?? {};

  async function call(procedure: string, who: string, input: object) {
    const key = keys.get(who);
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const isQuery = procedures.get(procedure)?.kind === 'query';
    const query = isQuery ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
    const body = { method: 'POST', body: JSON.stringify(input) };
    const response = await fetch(`${service.base}/${procedure}${query}`, {
      headers: { ...headers, 'content-type': 'application/json' },
      ...(isQuery ? {} : body),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Everything of teams, as one line. */
  async function state(): Promise<string> {
    const [row] = await service.db.query<{ digest: string }>(
      `SELECT md5(string_agg(line, ' ' ORDER BY line)) AS digest
       FROM (SELECT to_jsonb(teams)::text AS line FROM teams
             UNION ALL SELECT to_jsonb(team_members)::text FROM team_members
             UNION ALL SELECT to_jsonb(invitations)::text FROM invitations
             UNION ALL SELECT to_jsonb(mails)::text FROM mails
             UNION ALL SELECT to_jsonb(acts)::text FROM acts
             UNION ALL SELECT to_jsonb(users)::text FROM users) everything`,
    );
    return row?.digest ?? '';
  }

  it.each(cases)('$procedure $on', async ({ procedure, on, statuses }) => {
    const team = await newTeam();
    const refused = persons.filter((_, index) => statuses[index] !== 200);
    const prepared = await Promise.all(refused.map((who) => inputOf(procedure, on, who, team)));
    const before = await state();
    const refusals = await Promise.all(
      refused.map((who, index) => call(procedure, who, prepared[index] ?? {})),
    );
    expect(refused.map((who, index) => [who, refusals[index]?.status])).toEqual(
      refused.map((who) => [who, statuses[persons.indexOf(who)]]),
    );
    expect(await state()).toBe(before);
    for (const { text } of refusals) {
      expect(text).not.toMatch(/Secret|@example\.com/);
      expect(JSON.parse(text).error.message).toMatch(/^[A-Z].*\.$/);
    }
    const allowed = persons.filter((who) => !refused.includes(who));
    const answers = allowed.map(async (who) => {
      const input = await inputOf(procedure, on, who, await newTeam());
      return [who, (await call(procedure, who, input)).status];
    });
    expect(await Promise.all(answers)).toEqual(allowed.map((who) => [who, 200]));
  });
});
