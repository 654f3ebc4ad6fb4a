import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createArchives } from '../cli/libraryAccess.ts';
import { readConfig } from '../config/config.ts';
import { openFiles } from '../integrations/storage/files.ts';
import { newTeam, type Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';
import { deleteOldAuditEntries, addAuditEntry } from '../rpc/auditLog.sql.ts';
import { makeSignInLink } from './signInLinks.ts';

const root = path.resolve(import.meta.dirname, '../../..');

describe('the list of acts in docs/account.md', () => {
  it('matches the acts in the source code', () => {
    const sources = readdirSync(path.join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(name))
      .map((name) => readFileSync(path.join(root, 'server/src', name), 'utf8'));
    // Acts are named by what was done.
    const acts = /'([a-z_]+\.(?:[a-z_]*ed|made|reset|signed_in|signed_out))'/g;
    const noted = sources.flatMap((text) => [...text.matchAll(acts)].map(([, act]) => act));
    const [, after = ''] = readFileSync(path.join(root, 'docs/account.md'), 'utf8').split('| Acts | About |');
    const [table = ''] = after.split('\n\n');
    const listed = table.split('\n').flatMap((row) => row.split('|')[1]?.match(/[a-z_]+\.[a-z_]+/g) ?? []);
    expect([...new Set(noted)].toSorted()).toEqual(listed.toSorted());
  });
});

describe.each(postgresLanes)('the audit log on $name', (lane) => {
  let service: TestService;
  let ann: Person;
  beforeAll(async () => {
    service = await startService(lane);
    ann = await service.newcomer();
  });
  afterAll(() => service.close());

  const acts = async (input?: object): Promise<Record<string, unknown>[]> =>
    (await service.owner.get('audit.list', input)).data.acts;

  it('records created and revoked keys with the key used, but no secret', async () => {
    const { data: key } = await ann.post('apiKeys.create', { name: 'Robot', scopes: ['read'] });
    await ann.post('apiKeys.revoke', { id: key.id });
    await ann.post('apiKeys.revoke', { id: key.id });
    const [revoked, created, ...others] = (await acts()).filter(({ actorId }) => actorId === ann.userId);
    expect(created).toMatchObject({
      act: 'key.created',
      actorEmail: expect.stringContaining('person-'),
      subject: `key:${key.id}`,
      via: expect.stringMatching(/^key:\d+$/),
      details: { name: 'Robot', scopes: ['read'], prefix: key.prefix, expiresAt: null },
    });
    expect(revoked).toMatchObject({ act: 'key.revoked', subject: `key:${key.id}` });
    expect(others).toEqual([]);
    expect(JSON.stringify(await acts())).not.toContain(key.key);
    expect((await ann.post('apiKeys.create', { scopes: ['admin'] })).status).toBe(403);
    // Hers, the one that the operator gave her, and the owner's first.
    expect(await acts({ act: 'key.created' })).toHaveLength(3);
  });

  it('records users added by the operator', async () => {
    const [added] = await acts({ act: 'account.created' });
    expect(added).toMatchObject({
      actorId: null,
      via: 'command line',
      subject: expect.stringMatching(/^person-/),
    });
    expect((await acts({ act: 'key.created' })).at(-2)).toMatchObject({
      actorId: null,
      details: { email: added?.['subject'] },
    });
  });

  it("records the owner's first key and every sign-in link", async () => {
    const byOperator = { actorId: null, via: 'command line' };
    expect((await acts({ act: 'key.created' })).at(-1)).toMatchObject({
      ...byOperator,
      details: { email: 'owner@localhost', scopes: ['read', 'write', 'admin'] },
    });
    const token = await makeSignInLink(service.db, ann.userId);
    const links = await acts({ act: 'sign_in_link.created' });
    expect(links).toMatchObject([
      { ...byOperator, subject: expect.stringMatching(/^person-/) },
      { ...byOperator, subject: 'owner@localhost' },
    ]);
    expect(JSON.stringify(links)).not.toContain(token);
  });

  it('records exports of saved ads, but not rejected ones', async () => {
    const get = (query: string, method = 'GET'): Promise<Response> =>
      fetch(`${service.address}/api/export/ads.csv${query}`, {
        method,
        headers: { authorization: `Bearer ${ann.key}` },
      });
    expect((await get('')).status).toBe(200);
    expect((await get('?boardId=12345')).status).toBe(404);
    expect((await get('', 'HEAD')).status).toBe(200);
    const config = readConfig({});
    await createArchives({ db: service.db, config, files: openFiles(config) }).export({
      onlyPerson: null,
      write: () => Promise.resolve(),
      progress: () => undefined,
      stopping: new AbortController().signal,
    });
    expect(await acts({ act: 'library.exported' })).toMatchObject([
      { actorId: null, via: 'command line', details: { format: 'archive', onlyPerson: null } },
      { actorId: ann.userId, address: '127.0.0.1', details: { format: 'csv', boardId: null } },
    ]);
  });

  it('is paged consistently while entries are added', async () => {
    const made = { act: 'backup.made', actorId: null, details: { bytes: 1 } } as const;
    for (const number of [1, 2, 3, 4, 5]) {
      await addAuditEntry(service.db, { ...made, subject: String(number) });
    }
    const input = { act: 'backup.made', limit: 2 };
    const subjects: unknown[] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const { data } = await service.owner.get('audit.list', { ...input, cursor });
      subjects.push(...data.acts.map((act: { subject: string }) => act.subject));
      await addAuditEntry(service.db, { ...made, subject: 'new' });
      cursor = data.nextCursor;
    }
    expect(subjects).toEqual(['5', '4', '3', '2', '1']);
    const { data } = await service.owner.get('audit.list', input);
    expect(data).toMatchObject({ total: 8, hasMore: true });
  });

  it('404 for a team that never existed; entries of a deleted team remain', async () => {
    const { id } = (await ann.post('teams.create', { name: 'Short' })).data;
    await ann.post('teams.delete', { id });
    const recorded = (await acts({ teamId: id })).map(({ act }) => act);
    expect(recorded).toEqual(['team.deleted', 'team.created']);
    const { status, error } = await service.owner.get('audit.list', { teamId: 123_456 });
    expect([status, error.message]).toEqual([404, 'There is no team 123456.']);
    expect((await ann.get('audit.list', { teamId: 123_456 })).status).toBe(404);
  });

  it('of a team is readable by its owners; the full log only by instance owners with the scope admin', async () => {
    const [owner, admin] = [ann, await service.newcomer()];
    const teamId = await newTeam(service.db, { owner, admin });
    await addAuditEntry(service.db, { act: 'account.exported', actorId: admin.userId, teamId });
    await addAuditEntry(service.db, { act: 'account.exported', actorId: admin.userId, teamId: teamId + 1 });
    const statusFor = async (client: TestService['owner'], input?: object): Promise<unknown> => {
      const { status, error } = await client.get('audit.list', input);
      return status === 200 ? 200 : [status, error.message];
    };
    expect((await owner.get('audit.list', { teamId })).data).toMatchObject({
      acts: [{ act: 'account.exported', actorId: admin.userId, teamId }],
      total: 1,
    });
    expect(await statusFor(service.owner, { teamId })).toBe(200);
    expect(await statusFor(admin, { teamId })).toEqual([403, expect.stringContaining('you are its admin')]);
    expect(await statusFor(await service.newcomer(), { teamId })).toEqual([403, expect.any(String)]);
    expect(await statusFor(owner, { teamId: 12345 })).toEqual([404, expect.any(String)]);
    expect(await statusFor(owner)).toEqual([
      403,
      'Only owners of this instance may read the full audit log; set teamId to a team that you own.',
    ]);
    expect(await statusFor(await service.keyWith('read', 'write'))).toEqual([
      403,
      "This key lacks the scope 'admin', which the full audit log requires.",
    ]);
  });

  it('deletes entries after a year', async () => {
    await addAuditEntry(service.db, { act: 'session.failed', actorId: null });
    await addAuditEntry(service.db, { act: 'app.disconnected', actorId: null });
    await service.db.query(`UPDATE acts SET at = now() - interval '364 days' WHERE act = 'session.failed'`);
    await service.db.query(`UPDATE acts SET at = now() - interval '367 days' WHERE act = 'app.disconnected'`);
    expect(await deleteOldAuditEntries(service.db)).toBe(1);
    expect(await acts({ act: 'session.failed' })).toHaveLength(1);
  });
});
