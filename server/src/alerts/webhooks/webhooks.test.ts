import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../config/log.ts';
import { createSafePost } from '../../integrations/safeFetch/safePost.ts';
import type { Person } from '../../testing/library.ts';
import { postgresLanes } from '../../testing/postgres.ts';
import { startReceiver, type Receiver } from '../../testing/receiver.ts';
import { startService, type Client, type TestService } from '../../testing/service.ts';
import { deliverDue } from './deliveries.ts';
import { ensureWebhooks } from './webhooks.ts';

describe.each(postgresLanes)('webhooks on $name', (lane) => {
  let service: TestService;
  let receiver: Receiver;
  let ann: Person;
  let ben: Person;
  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startService(lane, { fetchAllow: [receiver.host] });
    [ann, ben] = [await service.newcomer(), await service.newcomer()];
  });
  afterAll(async () => {
    receiver.close();
    await service.close();
  });

  const create = async (who: Client, url: string): Promise<{ id: number; secret: string }> =>
    (await who.post('webhooks.create', { url })).data;
  const deliver = (): Promise<void> =>
    deliverDue(
      {
        db: service.db,
        post: createSafePost({ allow: [receiver.host] }),
        version: '1',
        site: () => 'https://magpie.example',
        now: () => new Date(),
        log: createLog('silent'),
      },
      new AbortController().signal,
    );

  it('200: registers a webhook and shows its secret once', async () => {
    const { status, data } = await ann.post('webhooks.create', { url: 'https://hooks.example/a?key=1' });
    expect(status).toBe(200);
    const { secret, ...shown } = data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown).toMatchObject({
      url: 'https://hooks.example/a?key=1',
      enabled: true,
      disabledReason: null,
    });
    expect((await ann.get('webhooks.list')).data).toEqual([shown]);
    expect((await ben.get('webhooks.list')).data).toEqual([]);
  });

  it('409 for a URL that is already registered, but not for another user', async () => {
    const { id } = await create(ann, 'https://hooks.example/twice');
    const { status, error } = await ann.post('webhooks.create', { url: 'https://hooks.example/twice' });
    expect([status, error.message]).toEqual([
      409,
      `This URL is already registered as webhook ${id}; to get a new secret, call webhooks.rollSecret.`,
    ]);
    expect((await ben.post('webhooks.create', { url: 'https://hooks.example/twice' })).status).toBe(200);
  });

  it('409 for the fifty-first, also through a rule and for concurrent registrations', async () => {
    const eve = await service.newcomer();
    const urls = Array.from({ length: 49 }, (_, number) => `https://hooks.example/${number}`);
    await service.db.transaction((tx) => ensureWebhooks(tx, eve.userId, urls));
    const both = ['a', 'b'].map((name) =>
      eve.post('webhooks.create', { url: `https://hooks.example/${name}` }),
    );
    expect(new Set((await Promise.all(both)).map(({ status }) => status))).toEqual(new Set([200, 409]));
    const more = service.db.transaction((tx) => ensureWebhooks(tx, eve.userId, ['https://hooks.example/c']));
    await expect(more).rejects.toThrow(
      'You can register at most 50 webhooks, and this would make 51; delete one first.',
    );
    await service.db.transaction((tx) => ensureWebhooks(tx, eve.userId, urls));
  });

  it.each([
    'http://127.0.0.1/',
    'http://localhost:9/',
    'http://[::1]/',
    'http://10.1.2.3/',
    'http://169.254.169.254/',
    'http://168.63.129.16/',
    'http://redis:6379/',
    'http://printer.local/',
    'https://metadata.google.internal/',
    'https://Wiki.Corp/',
    'https://router.home.arpa/',
  ])('400 for %s, which is not on the public internet', async (url) => {
    const { status, error } = await ann.post('webhooks.create', { url });
    expect([status, error.message]).toEqual([
      400,
      'url must be a public address, or a host and port listed in MAGPIE_FETCH_ALLOW.',
    ]);
  });

  it('400 for a rule with such a URL', async () => {
    const channels = [{ type: 'webhook', target: 'http://192.168.0.1/' }];
    const { status, error } = await ann.post('notifications.upsertRule', {
      name: 'a',
      event: 'new_ads',
      channels,
    });
    expect([status, error.data.issues[0].path]).toEqual([400, 'channels.0.target']);
  });

  it('a test is delivered, listed, and redelivered with the same id', async () => {
    const { id, secret } = await create(ann, receiver.answer('/test', 200));
    const { data: queued } = await ann.post('webhooks.sendTest', { id });
    expect(queued).toMatchObject({ webhookId: id, type: 'test', status: 'waiting', attempts: [] });
    await deliver();
    const [message] = receiver.got('/test');
    expect(
      new Verifier(secret).verify(message?.body ?? '', message?.headers as Record<string, string>),
    ).toMatchObject({
      type: 'test',
      data: { webhookId: id },
    });
    const { data: again } = await ann.post('webhooks.redeliver', { id: queued.id });
    expect(again).toMatchObject({ status: 'waiting', messageId: queued.messageId, deliveredAt: null });
    await deliver();
    expect(receiver.got('/test').map(({ headers }) => headers['webhook-id'])).toEqual([
      queued.messageId,
      queued.messageId,
    ]);
    const { data: page } = await ann.get('webhooks.deliveries', { id });
    expect(page).toMatchObject({ total: 1, hasMore: false, nextCursor: null });
    expect(page.deliveries).toMatchObject([
      {
        status: 'delivered',
        attempts: [
          { httpStatus: 200, error: null },
          { httpStatus: 200, error: null },
        ],
      },
    ]);
  });

  it('deliveries are paged, newest first', async () => {
    const { id } = await create(ann, receiver.answer('/pages', 200));
    const ids: number[] = [];
    for (let number = 0; number < 5; number++)
      ids.unshift((await ann.post('webhooks.sendTest', { id })).data.id);
    const walked: number[] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const { data: page } = await ann.get('webhooks.deliveries', { id, cursor, limit: 2 });
      expect(page.total).toBe(5);
      walked.push(...page.deliveries.map((delivery: { id: number }) => delivery.id));
      cursor = page.nextCursor;
    }
    expect(walked).toEqual(ids);
  });

  it('a new secret invalidates the old one at once', async () => {
    const { id, secret } = await create(ann, receiver.answer('/rolled', 200));
    await ann.post('webhooks.sendTest', { id });
    const { data: rolled } = await ann.post('webhooks.rollSecret', { id });
    expect(rolled.secret).not.toBe(secret);
    await deliver();
    const [message] = receiver.got('/rolled');
    const verifyWith = (key: string): unknown =>
      new Verifier(key).verify(message?.body ?? '', message?.headers as Record<string, string>);
    expect(() => verifyWith(secret)).toThrow('No matching signature found');
    expect(verifyWith(rolled.secret)).toMatchObject({ type: 'test' });
  });

  it('409 for a test or redelivery to a disabled webhook', async () => {
    const { id } = await create(ann, receiver.answer('/off', 410));
    const { data: queued } = await ann.post('webhooks.sendTest', { id });
    await deliver();
    for (const [procedure, input] of [
      ['webhooks.sendTest', { id }],
      ['webhooks.redeliver', { id: queued.id }],
    ] as const) {
      const { status, error } = await ann.post(procedure, input);
      expect([status, error.message]).toEqual([409, `Webhook ${id} is disabled; enable it first.`]);
    }
    receiver.answer('/off', 200);
    const { data: enabled } = await ann.post('webhooks.enable', { id });
    expect(enabled).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
    await deliver();
    expect(receiver.got('/off')).toHaveLength(2);
  });

  it('409 for a test behind a hundred pending messages', async () => {
    const { id } = await create(ann, receiver.answer('/full', 200));
    await service.db.query(
      `INSERT INTO webhook_deliveries (webhook_id, type, payload) SELECT $1, 'test', '{}' FROM generate_series(1, 100)`,
      [id],
    );
    expect((await ann.post('webhooks.sendTest', { id })).status).toBe(409);
    await ann.post('webhooks.delete', { id });
  });

  it("403 for another user's webhook, 404 for an unknown one", async () => {
    const { id } = await create(ann, receiver.answer('/hers', 200));
    const { data: delivery } = await ann.post('webhooks.sendTest', { id });
    const calls = (webhookId: number, deliveryId: number) =>
      [
        ['post', 'webhooks.delete', webhookId],
        ['post', 'webhooks.enable', webhookId],
        ['post', 'webhooks.rollSecret', webhookId],
        ['post', 'webhooks.sendTest', webhookId],
        ['get', 'webhooks.deliveries', webhookId],
        ['post', 'webhooks.redeliver', deliveryId],
      ] as const;
    for (const [method, procedure, of] of calls(id, delivery.id)) {
      expect([procedure, (await ben[method](procedure, { id: of })).status]).toEqual([procedure, 403]);
    }
    for (const [method, procedure, of] of calls(999_999, 999_999)) {
      expect([procedure, (await ann[method](procedure, { id: of })).status]).toEqual([procedure, 404]);
    }
  });

  it('deleting a webhook deletes its messages; actions are audited without secrets', async () => {
    const { id, secret } = await create(ann, `${receiver.answer('/deleted', 200)}?token=hidden`);
    await ann.post('webhooks.sendTest', { id });
    const { data: rolled } = await ann.post('webhooks.rollSecret', { id });
    expect((await ann.post('webhooks.delete', { id })).data).toEqual({ success: true });
    await deliver();
    expect(receiver.got('/deleted')).toEqual([]);
    const acts = await service.db.query<{ act: string; subject: string }>(
      `SELECT act, actor_id AS "actorId", subject, details FROM acts WHERE details ->> 'webhookId' = $1 ORDER BY id`,
      [String(id)],
    );
    expect(acts.map(({ act }) => act)).toEqual([
      'webhook.created',
      'webhook.secret_rolled',
      'webhook.deleted',
    ]);
    expect(acts[0]).toEqual({
      act: 'webhook.created',
      actorId: ann.userId,
      subject: receiver.host,
      details: { webhookId: id },
    });
    for (const hidden of [secret, rolled.secret, 'token=hidden'])
      expect(service.logged()).not.toContain(hidden);
  });

  it('a webhook registered by a rule is audited once', async () => {
    const eve = await service.newcomer();
    const channels = [{ type: 'webhook', target: 'https://hooks.example/by-rule?token=hidden' }];
    const { data: rule } = await eve.post('notifications.upsertRule', {
      name: 'New',
      event: 'new_ads',
      channels,
    });
    await eve.post('notifications.upsertRule', { id: rule.id, channels });
    const [{ id }] = (await eve.get('webhooks.list')).data;
    const acts = await service.db.query(
      `SELECT act, subject, details FROM acts WHERE actor_id = $1 AND act LIKE 'webhook.%'`,
      [eve.userId],
    );
    expect(acts).toEqual([{ act: 'webhook.created', subject: 'hooks.example', details: { webhookId: id } }]);
  });
});
