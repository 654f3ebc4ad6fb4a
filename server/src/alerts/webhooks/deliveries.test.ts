import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../config/log.ts';
import type { Postgres, PostgresEngine } from '../../db/postgres/postgres.ts';
import { createSafePost, type SafePost } from '../../integrations/safeFetch/safePost.ts';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { startReceiver, type Answer, type Received, type Receiver } from '../../testing/receiver.ts';
import { deleteOldDeliveries, queueDeliveries } from './deliveries.sql.ts';
import { deliverDue } from './deliveries.ts';
import { ensureWebhooks } from './webhooks.ts';
import {
  enableWebhook,
  findWebhook,
  listAttempts,
  listDeliveries,
  type OwnedWebhook,
} from './webhooks.sql.ts';

const minute = 60_000;

describe.each(postgresLanes)('deliveries on $name', (lane) => {
  let db: PostgresEngine;
  let receiver: Receiver;
  /** Waits far longer than any answer here takes, however slow the machine. */
  let post: SafePost;
  /** For addresses that never answer. */
  let hasty: SafePost;
  let ahead = 0;
  const now = (): Date => new Date(Date.now() + ahead);
  const deliver = ({
    stopping = new AbortController().signal,
    ...changes
  }: { db?: Postgres; post?: SafePost; stopping?: AbortSignal } = {}): Promise<void> =>
    deliverDue(
      {
        db,
        post,
        version: '1.2.3',
        site: () => 'https://magpie.example',
        now,
        log: createLog('silent'),
        ...changes,
      },
      stopping,
    );

  beforeAll(async () => {
    db = await freshDatabase(lane);
    receiver = await startReceiver();
    const real = createSafePost({ allow: [receiver.host] });
    post = (address, posting) => real(address, { ...posting, milliseconds: 60_000 });
    hasty = (address, posting) => real(address, { ...posting, milliseconds: 250 });
  });
  /** What waits for an address that never answers would be tried again in the next test. */
  afterEach(() => db.query('DELETE FROM webhooks'));
  afterAll(async () => {
    receiver.close();
    await db.close();
  });

  let count = 0;
  /** Somebody who has registered this address. */
  async function registered(url: string): Promise<{ webhookId: number; userId: string; url: string }> {
    const userId = `person-${++count}`;
    await db.query(`INSERT INTO users (id, email) VALUES ($1, $1 || '@example.com')`, [userId]);
    await db.transaction((tx) => ensureWebhooks(tx, userId, [url, url]));
    const [row] = await db.query<{ id: number }>('SELECT id FROM webhooks WHERE user_id = $1', [userId]);
    return { webhookId: row?.id ?? 0, userId, url };
  }
  const queue = (to: { userId: string; url: string }, ...texts: string[]): Promise<void> =>
    db.transaction((tx) =>
      queueDeliveries(
        tx,
        texts.map((note) => ({
          userId: to.userId,
          url: to.url,
          notificationId: null,
          type: 'test',
          payload: { type: 'test', note },
        })),
      ),
    );
  const notes = (messages: readonly Received[]): string[] =>
    messages.map(({ body }) => (JSON.parse(body) as { note: string }).note);
  const webhook = async (id: number): Promise<OwnedWebhook> => {
    const row = await findWebhook(db, id);
    if (row === undefined) throw new Error('there is no such webhook');
    return row;
  };
  /** The oldest first, with what became of each attempt. */
  async function log(webhookId: number) {
    const rows = (await listDeliveries(db, webhookId, { cursor: 0, limit: 100 })).toReversed();
    const attempts = await listAttempts(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      status: row.status,
      waitMinutes: row.nextAttemptAt && (row.nextAttemptAt.getTime() - now().getTime()) / minute,
      attempts: attempts
        .filter(({ deliveryId }) => deliveryId === row.id)
        .map(({ httpStatus, error }) => error ?? httpStatus),
    }));
  }

  it('a message has a valid Standard Webhooks signature', async () => {
    const to = await registered(receiver.answer('/signed', 204));
    await queue(to, 'ñandú 🐦');
    await deliver();
    const [message] = receiver.got('/signed');
    const [{ secret } = { secret: '' }] = await db.query<{ secret: string }>(
      'SELECT secret FROM webhooks WHERE id = $1',
      [to.webhookId],
    );
    const verify = (body: string): unknown =>
      new Verifier(secret).verify(body, message?.headers as Record<string, string>);
    expect(verify(message?.body ?? '')).toEqual({ type: 'test', note: 'ñandú 🐦' });
    expect(() => verify('{}')).toThrow('No matching signature found');
    expect(message?.headers).toMatchObject({
      'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      'content-type': 'application/json',
      'user-agent': 'Magpie/1.2.3',
    });
    expect(await log(to.webhookId)).toEqual([{ status: 'delivered', waitMinutes: null, attempts: [204] }]);
    expect((await webhook(to.webhookId)).lastDeliveredAt).toBeInstanceOf(Date);
  });

  it('a message for Slack is text, signed as it is sent', async () => {
    const to = await registered('https://hooks.slack.com/services/T0/B0/x');
    const local = receiver.answer('/slack', 200);
    const payload = { type: 'test', data: { webhookId: to.webhookId, message: 'It works.' } };
    await db.transaction((tx) =>
      queueDeliveries(tx, [{ ...to, notificationId: null, type: 'test', payload }]),
    );
    await deliver({ post: (_address, posting) => post(local, posting) });
    const [message] = receiver.got('/slack');
    const [{ secret } = { secret: '' }] = await db.query<{ secret: string }>(
      'SELECT secret FROM webhooks WHERE id = $1',
      [to.webhookId],
    );
    const headers = message?.headers as Record<string, string>;
    expect(new Verifier(secret).verify(message?.body ?? '', headers)).toEqual({
      text: '*Magpie*\nIt works.\n<https://magpie.example/alerts|Open Magpie>',
      unfurl_links: false,
    });
  });

  it('queues nothing for a URL that is not registered', async () => {
    const to = await registered(receiver.answer('/known', 200));
    await queue({ ...to, url: receiver.answer('/unknown', 200) }, 'lost');
    await queue({ ...to, userId: 'person-1' }, 'of somebody else');
    await deliver();
    expect([receiver.got('/known'), receiver.got('/unknown')]).toEqual([[], []]);
  });

  it('a failed message is retried with the same id', async () => {
    const to = await registered(receiver.answer('/recovers', 500));
    await queue(to, 'once');
    await deliver();
    await deliver();
    expect(receiver.got('/recovers')).toHaveLength(1);
    expect((await webhook(to.webhookId)).failingSince).toBeInstanceOf(Date);
    receiver.answer('/recovers', 200);
    ahead += 2 * minute;
    await deliver();
    const [first, second] = receiver.got('/recovers');
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(Number(second?.headers['webhook-timestamp'])).toBeGreaterThan(
      Number(first?.headers['webhook-timestamp']),
    );
    expect(await log(to.webhookId)).toMatchObject([
      {
        status: 'delivered',
        attempts: ['The webhook responded with status 500; expected 200 to 299.', 200],
      },
    ]);
    expect((await webhook(to.webhookId)).failingSince).toBeNull();
  });

  const failures: Record<string, [answer: Answer, error: string]> = {
    'a redirect, which is not followed': [
      (response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
      'The webhook responded with status 307. Redirects are not followed; register the target URL instead.',
    ],
    'a connection that is closed': [
      (_response, _received, request) => void request.socket.destroy(),
      'The host HOST returned no valid response (UND_ERR_SOCKET).',
    ],
    'no answer': [() => {}, 'The host HOST did not complete its response within 250 ms.'],
    'an answer without an end': [
      (response) => void response.writeHead(200).write('a'),
      'The host HOST did not complete its response within 250 ms.',
    ],
  };
  it('a failure is reported and retried after a minute', async () => {
    const receivers = await Promise.all(
      Object.values(failures).map(([answer], at) => registered(receiver.answer(`/fails/${at}`, answer))),
    );
    for (const to of receivers) await queue(to, 'in vain');
    const [, , ...silent] = receivers.map(({ url }) => url);
    await deliver({
      post: (address, posting) => (silent.includes(address) ? hasty : post)(address, posting),
    });
    for (const [at, [, error]] of Object.values(failures).entries()) {
      const [delivery] = await log(receivers[at]?.webhookId ?? 0);
      expect(delivery?.attempts).toEqual([error.replace('HOST', receiver.host)]);
      expect(delivery?.waitMinutes).toBeGreaterThan(0.8);
      expect(delivery?.waitMinutes).toBeLessThan(1.2);
    }
    expect(receiver.got('/elsewhere')).toEqual([]);
  });

  it('a private address is not called, even if it was public at registration', async () => {
    const to = await registered(receiver.answer('/inside', 200));
    await queue(to, 'secret');
    await deliver({ post: createSafePost({ allow: [] }) });
    expect(receiver.got('/inside')).toEqual([]);
    expect(await log(to.webhookId)).toMatchObject([
      {
        status: 'waiting',
        attempts: ['The address is not on the public internet; use one of a public host.'],
      },
    ]);
  });

  it('Retry-After is respected, up to an hour', async () => {
    const busy =
      (retryAfter: string): Answer =>
      (response) =>
        void response.writeHead(429, { 'retry-after': retryAfter }).end();
    const soon = await registered(receiver.answer('/busy', busy('600')));
    const late = await registered(
      receiver.answer('/busier', busy(new Date(Date.now() + ahead + 9e7).toUTCString())),
    );
    await queue(soon, 'one', 'other');
    await queue(late, 'one');
    await deliver();
    expect((await log(soon.webhookId))[0]?.waitMinutes).toBeCloseTo(10, 0);
    expect((await log(late.webhookId))[0]?.waitMinutes).toBeCloseTo(60, 0);
    expect(notes(receiver.got('/busy'))).toEqual(['one']);
  });

  it('a webhook that responds with 410 is disabled at once, and its owner is notified', async () => {
    const to = await registered(receiver.answer('/gone', 410));
    await queue(to, 'one', 'other');
    await deliver();
    expect(await webhook(to.webhookId)).toMatchObject({
      enabled: false,
      disabledReason: 'The webhook responded with status 410 Gone.',
    });
    const inbox = await db.query('SELECT type, title, data, in_inbox FROM notifications WHERE user_id = $1', [
      to.userId,
    ]);
    expect(inbox).toMatchObject([
      {
        type: 'webhook_disabled',
        title: `Webhook to ${receiver.host} disabled`,
        data: { webhookId: to.webhookId, url: to.url },
        in_inbox: true,
      },
    ]);
    ahead += 24 * 60 * minute;
    await queue(to, 'later');
    await deliver();
    expect(receiver.got('/gone')).toHaveLength(1);
    expect(await log(to.webhookId)).toMatchObject([
      { status: 'waiting', waitMinutes: null },
      { status: 'waiting', waitMinutes: null, attempts: [] },
      { status: 'waiting', waitMinutes: null, attempts: [] },
    ]);
    receiver.answer('/gone', 200);
    await db.transaction((tx) => enableWebhook(tx, to.webhookId));
    await deliver();
    expect(notes(receiver.got('/gone'))).toEqual(['one', 'one', 'other', 'later']);
  });

  it('a message fails after a day of retries, and the webhook is disabled if nothing was delivered', async () => {
    const to = await registered(receiver.answer('/dead', 503));
    await queue(to, 'tried');
    const waits: number[] = [];
    for (;;) {
      await deliver();
      const [delivery] = await log(to.webhookId);
      if (delivery?.status !== 'waiting') break;
      waits.push(Math.round((delivery.waitMinutes ?? 0) * 10) / 10);
      ahead += ((delivery.waitMinutes ?? 0) + 0.01) * minute;
    }
    const hours = waits.reduce((sum, wait) => sum + wait, 0) / 60;
    expect(waits).toHaveLength(8);
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(27);
    expect((await log(to.webhookId))[0]).toMatchObject({ status: 'failed', waitMinutes: null });
    const { enabled, disabledReason } = await webhook(to.webhookId);
    expect(enabled).toBe(false);
    expect(disabledReason).toMatch(
      /^No delivery has succeeded since \d{4}-.*Z\. The webhook responded with status 503;/,
    );
  });

  it('one message that always fails does not disable the webhook if others are delivered', async () => {
    const to = await registered(
      receiver.answer(
        '/picky',
        (response, { body }) => void response.writeHead(body.includes('bad') ? 422 : 200).end(),
      ),
    );
    await queue(to, 'bad', 'good');
    await db.query(`UPDATE webhook_deliveries SET tries = 8 WHERE webhook_id = $1 AND payload LIKE '%bad%'`, [
      to.webhookId,
    ]);
    await db.query(
      `UPDATE webhook_deliveries SET first_tried_at = now() - interval '1 day' WHERE webhook_id = $1 AND tries = 8`,
      [to.webhookId],
    );
    await db.query('UPDATE webhooks SET last_delivered_at = now() WHERE id = $1', [to.webhookId]);
    await deliver();
    expect(await log(to.webhookId)).toMatchObject([{ status: 'failed' }, { status: 'delivered' }]);
    expect((await webhook(to.webhookId)).enabled).toBe(true);
  });

  it('a webhook that keeps failing is paused for all messages', async () => {
    const to = await registered(receiver.answer('/down', 500));
    await queue(to, ...Array.from({ length: 30 }, (_, number) => String(number)));
    await deliver();
    await deliver();
    expect(notes(receiver.got('/down'))).toEqual(['0', '1']);
    ahead += 1.5 * minute;
    await deliver();
    expect(receiver.got('/down')).toHaveLength(3);
  });

  /** Lets what hangs be answered, and answers at once from then on. */
  const answerAll = (path: string, held: readonly ServerResponse[]): void => {
    receiver.answer(path, 200);
    for (const each of held) each.end();
  };

  it('hanging webhooks of several users do not delay others, called before or not', async () => {
    const proven = await registered(receiver.answer('/proven', 200));
    await queue(proven, 'before');
    await deliver();
    const fresh = await registered(receiver.answer('/fresh', 200));
    const held: ServerResponse[] = [];
    const others: string[] = [];
    let heldBefore = 0;
    const other: Answer = (response, { path }) => {
      response.end();
      if (others.push(path) < 2) return;
      heldBefore = held.length;
      answerAll('/hangs', held);
    };
    receiver.answer('/proven', other);
    receiver.answer('/fresh', other);
    const hangs = receiver.answer('/hangs', (response) => {
      // All places are taken.
      if (held.push(response) === 32) void queue(fresh, 'meanwhile').then(() => queue(proven, 'meanwhile'));
    });
    const urls = Array.from({ length: 6 }, (_, number) => `${hangs}?${number}`);
    for (const { userId } of await Promise.all(Array.from({ length: 7 }, () => registered(hangs)))) {
      await db.transaction((tx) => ensureWebhooks(tx, userId, urls));
      for (const url of urls) await queue({ userId, url }, 'first');
    }
    await deliver();
    expect(others.toSorted()).toEqual(['/fresh', '/proven']);
    // Five of each person.
    expect(heldBefore).toBeGreaterThanOrEqual(32);
    expect(heldBefore).toBeLessThanOrEqual(35);
    expect(receiver.got('/hangs')).toHaveLength(42);
  });

  it("a user's hanging webhooks do not delay quick ones; a failed one waits behind them", async () => {
    const proven = await registered(receiver.answer('/own', 200));
    const own = (url: string, note: string): Promise<void> => queue({ ...proven, url }, note);
    const failed = receiver.answer('/failed', 500);
    const hangs = receiver.answer('/hang', (response) => {
      if (held.push(response) === 5) void own(proven.url, 'meanwhile');
    });
    const many = Array.from({ length: 20 }, (_, number) => `${hangs}?${number}`);
    await db.transaction((tx) => ensureWebhooks(tx, proven.userId, [failed, ...many]));
    await own(proven.url, 'before');
    await own(failed, 'tried again');
    await deliver();
    ahead += 2 * minute;
    const held: ServerResponse[] = [];
    let heldBefore = 0;
    let calledBefore = 0;
    receiver.answer('/own', (response) => {
      response.end();
      heldBefore = held.length;
      answerAll('/hang', held);
    });
    receiver.answer('/failed', (response) => {
      response.end();
      calledBefore = receiver.got('/hang').length;
    });
    for (const url of many) await own(url, 'first');
    await deliver();
    expect(heldBefore).toBe(5);
    // It is called at once with the last four of them.
    expect(calledBefore).toBeGreaterThanOrEqual(16);
    expect(receiver.got('/hang')).toHaveLength(20);
  });

  it('a message waiting for a slot is sent even if all slots become free during the claim', async () => {
    const held: ServerResponse[] = [];
    const url = receiver.answer('/six', (response) => void held.push(response));
    const { userId } = await registered(url);
    const urls = Array.from({ length: 6 }, (_, number) => `${url}?${number}`);
    await db.transaction((tx) => ensureWebhooks(tx, userId, urls));
    for (const each of urls) await queue({ userId, url: each }, 'one');
    const ends = new EventEmitter();
    let ended = 0;
    let isLooking = false;
    const transaction: Postgres['transaction'] = async (work) => {
      const result = await db.transaction(work);
      if (++ended === 5) setImmediate(() => ends.emit('all'));
      return result;
    };
    const query: Postgres['query'] = async <Row>(statement: string, values?: readonly unknown[]) => {
      const rows = await db.query<Row>(statement, values);
      if (rows.length > 0 || held.length < 5 || isLooking) return rows;
      isLooking = true;
      answerAll('/six', held);
      await once(ends, 'all');
      return rows;
    };
    await deliver({ db: { query, transaction } });
    expect(receiver.got('/six')).toHaveLength(6);
  });

  it('200 messages to a quick webhook arrive in order while another one hangs', async () => {
    // The loop is the same on each engine.
    const total = lane === postgresLanes[0] ? 200 : 50;
    let arrived = 0;
    let letGo: (() => void) | undefined;
    const quick = await registered(
      receiver.answer('/many', (response) => {
        response.end();
        if (++arrived === total) letGo?.();
      }),
    );
    const slow = await registered(
      receiver.answer('/slow', (response) => void (letGo = () => void response.end())),
    );
    const numbers = Array.from({ length: total }, (_, number) => String(number));
    await queue(slow, 'held');
    await queue(quick, ...numbers);
    await deliver();
    expect(notes(receiver.got('/many'))).toEqual(numbers);
    expect(await log(slow.webhookId)).toMatchObject([{ status: 'delivered' }]);
  });

  it('two nodes send each message once, and one at a time per webhook', async () => {
    let open = 0;
    let most = 0;
    const to = await registered(
      receiver.answer('/nodes', (response) => {
        most = Math.max(most, ++open);
        setImmediate(() => response.end(() => open--));
      }),
    );
    const texts = Array.from({ length: 50 }, (_, number) => String(number));
    await queue(to, ...texts);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(notes(receiver.got('/nodes'))).toEqual(texts);
    expect(most).toBe(1);
  });

  it('after a kill before the result is stored, a message is resent with the same id when the claim expires', async () => {
    const to = await registered(receiver.answer('/killed', 200));
    await queue(to, 'twice');
    const dying: SafePost = async (address, posting) => {
      await post(address, posting);
      throw new Error('killed');
    };
    await expect(deliver({ post: dying })).rejects.toThrow('killed');
    await deliver();
    expect(receiver.got('/killed')).toHaveLength(1);
    ahead += 1.1 * minute;
    await deliver();
    const ids = receiver.got('/killed').map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(await log(to.webhookId)).toMatchObject([{ status: 'delivered', attempts: [200] }]);
  });

  it('an attempt aborted by shutdown does not count and is repeated at once', async () => {
    const stopping = new AbortController();
    const to = await registered(receiver.answer('/stopped', () => stopping.abort()));
    await queue(to, 'again');
    await deliver({ stopping: stopping.signal });
    expect(await log(to.webhookId)).toMatchObject([{ status: 'waiting', attempts: [] }]);
    receiver.answer('/stopped', 200);
    await deliver();
    expect(receiver.got('/stopped')).toHaveLength(2);
  });

  it('deletes messages older than 30 days with their attempts, unless a retry is due', async () => {
    const to = await registered(receiver.answer('/old', 200));
    await queue(to, 'old', 'young');
    await deliver();
    await db.query(
      `UPDATE webhook_deliveries SET created_at = now() - interval '31 days'
       WHERE webhook_id = $1 AND payload LIKE '%old%'`,
      [to.webhookId],
    );
    const setNext = (next: string | null): Promise<unknown> =>
      db.query(`UPDATE webhook_deliveries SET status = $2, next_attempt_at = $3 WHERE webhook_id = $1`, [
        to.webhookId,
        next === null ? 'delivered' : 'waiting',
        next,
      ]);
    await setNext('2100-01-01');
    expect(await deleteOldDeliveries(db)).toBe(0);
    await setNext(null);
    expect(await deleteOldDeliveries(db)).toBe(1);
    expect(await log(to.webhookId)).toHaveLength(1);
  });
});
