import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteExpiredKeys } from '../rpc/idempotency.sql.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type Client, type Reply, type TestService } from '../testing/service.ts';

describe.each(postgresLanes)('Idempotency-Key on $name', (lane) => {
  let service: TestService;
  let person: Client & { readonly userId: string };
  beforeAll(async () => {
    service = await startService(lane);
  });
  afterAll(() => service.close());

  const create = (key: string, input: unknown = { name: 'Once' }): Promise<Reply> =>
    person.post('boards.create', input, { 'idempotency-key': key });
  const boardCount = async (): Promise<number> => (await person.get('boards.list')).data.length;
  const meet = async (): Promise<void> => {
    person = await service.newcomer();
  };

  it('200 with the first response again, and one effect', async () => {
    await meet();
    const first = await create('k1');
    const again = await create('k1', { json: { name: '  Once ' } });
    expect(again.data).toEqual(first.data);
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(await boardCount()).toBe(1);
  });

  it('200 once for 20 calls at the same time', async () => {
    await meet();
    const replies = await Promise.all(Array.from({ length: 20 }, () => create('k1')));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.data))).size).toBe(1);
    expect(await boardCount()).toBe(1);
  });

  it('409 with another input, or for another procedure', async () => {
    await meet();
    const { data } = await create('k1');
    expect((await create('k1', { name: 'Other' })).status).toBe(409);
    expect((await person.post('boards.update', { id: data.id }, { 'idempotency-key': 'k1' })).status).toBe(
      409,
    );
    expect(await boardCount()).toBe(1);
  });

  it('an error is replayed too', async () => {
    await meet();
    const remove = (): Promise<Reply> =>
      person.post('boards.remove', { id: 424_242 }, { 'idempotency-key': 'k1' });
    const [first, again] = [await remove(), await remove()];
    expect([first.status, again.status, again.error.message]).toEqual([404, 404, first.error.message]);
  });

  it('429 has Retry-After, and is not replayed after that', async () => {
    await meet();
    const { id } = (await person.post('teams.create', { name: 'Busy' })).data;
    await service.db.query(
      `INSERT INTO invitations (token_sha256, team_id, invited_by, email, status, expires_at)
       SELECT sha256(($1::bigint || ' ' || n)::bytea), $1, $2, n || '@example.com', 'void', now() FROM generate_series(1, 50) n`,
      [id, person.userId],
    );
    const invite = (): Promise<Reply> =>
      person.post('teams.inviteByEmail', { id, email: 'ben@example.com' }, { 'idempotency-key': 'k1' });
    const refused = await invite();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    await service.db.query(`DELETE FROM invitations WHERE team_id = $1`, [id]);
    expect((await invite()).status).toBe(200);
  });

  it('an error is the same with a key as without one', async () => {
    await meet();
    const update = (headers = {}): Promise<Reply> =>
      person.post('boards.update', { id: 999_999, name: 'x' }, headers);
    const errorOf = async (reply: Promise<Reply>) => {
      const { message, data } = (await reply).error;
      return { message, ...data, requestId: undefined };
    };
    const expected = await errorOf(update());
    expect(expected).toMatchObject({ httpStatus: 404, resource: 'board', value: 999_999 });
    expect(await errorOf(update({ 'idempotency-key': 'k1' }))).toEqual(expected);
    expect(await errorOf(update({ 'idempotency-key': 'k1' }))).toEqual(expected);
  });

  it('keys are separate per person and per API key', async () => {
    await meet();
    await create('k1');
    const second = service.clientWith((await person.post('apiKeys.create')).data.key);
    expect(
      (await second.post('boards.create', { name: 'Mine' }, { 'idempotency-key': 'k1' })).data,
    ).toMatchObject({ name: 'Mine' });
    await meet();
    expect((await create('k1', { name: 'Yours' })).data).toMatchObject({ name: 'Yours' });
  });

  it.each([
    ['apiKeys.create', { name: 'x' }, 'key'],
    ['webhooks.create', { url: 'https://receiver.example/hook' }, 'secret'],
  ])('409 for a repeat of %s, whose secret is shown once', async (procedure, input, field) => {
    await meet();
    const createOnce = (): Promise<Reply> => person.post(procedure, input, { 'idempotency-key': 'k1' });
    const [first, again, list] = [
      await createOnce(),
      await createOnce(),
      await person.get(procedure.replace('create', 'list')),
    ];
    expect([first.status, again.status]).toEqual([200, 409]);
    expect(first.data[field]).toMatch(/^\S{10}/);
    expect(again.error.message).toContain('Idempotency-Key');
    expect(JSON.stringify(again.error)).not.toContain(first.data[field]);
    const created = (list.data as { id: number }[]).filter(({ id }) => id === first.data.id);
    expect(created).toHaveLength(1);
  });

  it('409 for a repeat of webhooks.rollSecret, which changes the secret once', async () => {
    await meet();
    const { id } = (await person.post('webhooks.create', { url: 'https://receiver.example/hook' })).data;
    const rotate = (): Promise<Reply> =>
      person.post('webhooks.rollSecret', { id }, { 'idempotency-key': 'k1' });
    expect([(await rotate()).status, (await rotate()).status]).toEqual([200, 409]);
  });

  it('the calls of a batch are separate under one key', async () => {
    await meet();
    const send = async (): Promise<unknown> => {
      const response = await fetch(`${service.base}/boards.create,boards.create?batch=1`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${person.key}`,
          'content-type': 'application/json',
          'idempotency-key': 'k1',
        },
        body: JSON.stringify({ 0: { name: 'Same' }, 1: { name: 'Same' } }),
      });
      return response.json();
    };
    expect(await send()).toEqual(await send());
    expect(await boardCount()).toBe(2);
  });

  it('400 for a key that is empty or longer than 255 characters, 200 for one of 255', async () => {
    await meet();
    expect((await create('')).status).toBe(400);
    expect((await create('k'.repeat(256))).status).toBe(400);
    expect((await create('k'.repeat(255))).status).toBe(200);
  });

  it('a key expires after 24 hours, and the cleanup job deletes it', async () => {
    await meet();
    await create('k1');
    await create('k2');
    const age = (): Promise<unknown> =>
      service.db.query(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours'`);
    await age();
    expect((await create('k1', { name: 'Another day' })).data).toMatchObject({ name: 'Another day' });
    expect(await deleteExpiredKeys(service.db)).toBeGreaterThanOrEqual(1);
    expect((await create('k1', { name: 'Another day' })).headers.get('idempotent-replayed')).toBe('true');
  });
});
