import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../config/log.ts';
import { listen, type Listening } from '../db/postgres/listen.ts';
import { notifyInbox } from '../alerts/inbox.sql.ts';
import { browserAt } from '../testing/browser.ts';
import type { Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type Client, type TestService } from '../testing/service.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

const listenTo = ({ db, inbox }: TestService): Promise<Listening> =>
  listen(db.connection, { magpie_inbox: (userId) => inbox.changed(userId) }, createLog('silent'));

/** An event stream, read by the client. */
class Stream {
  text = '';
  isOver = false;
  readonly response: IncomingMessage;

  constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8').on('data', (chunk: string) => (this.text += chunk));
    response.on('close', () => (this.isOver = true));
  }

  get status(): number | undefined {
    return this.response.statusCode;
  }

  get counts(): number[] {
    const events = this.text.matchAll(/event: unread\ndata: {"count":(\d+)}\n\n/g);
    return Array.from(events, ([, count]) => Number(count));
  }

  leave(): void {
    this.response.destroy();
  }
}

describe('the live inbox', () => {
  let service: TestService;
  let listening: Listening;
  const opened: Stream[] = [];
  beforeAll(async () => {
    service = await startService(lane, { signUp: 'open' });
    listening = await listenTo(service);
  });
  afterEach(() => {
    for (const stream of opened.splice(0)) stream.leave();
    vi.useRealTimers();
  });
  afterAll(() => listening.close());

  const open = ({ key }: Client): Promise<Stream> => openWith({ authorization: `Bearer ${key}` });
  const openWith = async (headers: Record<string, string>): Promise<Stream> => {
    // Fetch reconnects after an abort, and such an idle connection delays the shutdown.
    const request = get(`${service.address}/api/inbox/events`, {
      headers,
      agent: false,
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const stream = new Stream(response);
    opened.push(stream);
    return stream;
  };
  const notify = ({ userId }: Person): Promise<void> =>
    service.db.transaction((tx) =>
      notifyInbox(tx, { userId, type: 'test', title: 'Hello', body: '', data: {} }),
    );

  it('sends the unread count, and every change', async () => {
    const ann = await service.newcomer();
    await notify(ann);
    const stream = await open(ann);
    expect(stream.response.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream/) as string,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    await vi.waitFor(() => expect(stream.counts).toEqual([1]), 60_000);
    await notify(ann);
    await vi.waitFor(() => expect(stream.counts).toEqual([1, 2]), 60_000);
    await ann.post('notifications.markRead', { all: true });
    await vi.waitFor(() => expect(stream.counts).toEqual([1, 2, 0]), 60_000);
    expect(stream.text).toMatch(/^retry: 3000\n\nid: 1\nevent: unread\n/);
  });

  it('sends changes of another node, and only to the person they belong to', async () => {
    const [ann, ben] = [await service.newcomer(), await service.newcomer()];
    const [anns, bens] = [await open(ann), await open(ben)];
    await vi.waitFor(() => expect([anns.counts, bens.counts]).toEqual([[0], [0]]), 60_000);
    // Another node writes to the same database without these streams.
    await notify(ann);
    await vi.waitFor(() => expect(anns.counts).toEqual([0, 1]), 60_000);
    expect(bens.counts).toEqual([0]);
  });

  it('counts again after notifications may have been missed', async () => {
    const ann = await service.newcomer();
    const stream = await open(ann);
    await vi.waitFor(() => expect(stream.counts).toEqual([0]), 60_000);
    await service.db.query(
      `INSERT INTO notifications (user_id, type, title, body, ad_hashes, data, in_inbox)
       VALUES ($1, 'test', '', '', '{}', '{}', true)`,
      [ann.userId],
    );
    service.inbox.changed('');
    await vi.waitFor(() => expect(stream.counts).toEqual([0, 1]), 60_000);
  });

  it('401 without a key, 405 by POST, 429 for the eleventh stream of a person', async () => {
    const address = `${service.address}/api/inbox/events`;
    expect((await fetch(address)).status).toBe(401);
    const ann = await service.newcomer();
    const headers = { authorization: `Bearer ${ann.key}` };
    const posted = await fetch(address, { method: 'POST', headers });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
    for (let count = 0; count < 10; count += 1) await open(ann);
    expect((await open(ann)).status).toBe(429);
    expect((await open(await service.newcomer())).status).toBe(200);
    opened[0]?.leave();
    await vi.waitFor(async () => expect((await open(ann)).status).toBe(200), 60_000);
  });

  it('keeps a silent connection alive, and ends when the key is revoked', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const ann = await service.newcomer();
    const stream = await open(ann);
    await vi.waitFor(() => expect(stream.counts).toEqual([0]), 60_000);
    vi.advanceTimersByTime(25_000);
    await vi.waitFor(() => expect(stream.text).toMatch(/\n: \n\n$/), 60_000);
    const { data: keys } = await ann.get('apiKeys.list');
    await ann.post('apiKeys.revoke', { id: keys[0].id });
    // Not sent, because the key is revoked.
    await notify(ann);
    await vi.waitFor(() => expect(stream.isOver).toBe(true), 60_000);
    expect(stream.counts).toEqual([0]);
  });

  it('accepts a session from our own pages, and ends with it', async () => {
    const browser = browserAt(service.address);
    const person = { email: 'ann@example.com', password: 'correct horse battery' };
    await browser.submit('sign-up/email', person);
    await browser.submit('sign-in/email', person);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const cookie = browser.cookies();
    const stream = await openWith({ cookie, 'sec-fetch-site': 'same-origin' });
    await vi.waitFor(() => expect(stream.counts).toEqual([0]), 60_000);
    expect((await openWith({ cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    await browser.submit('sign-out');
    vi.advanceTimersByTime(25_000);
    await vi.waitFor(() => expect(stream.isOver).toBe(true), 60_000);
  });

  it('counts again if something changes during a count', async () => {
    const { userId } = await service.newcomer();
    const query = vi.spyOn(service.db, 'query');
    const stop = service.inbox.subscribe(userId, () => queueMicrotask(() => service.inbox.changed(userId)));
    await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(2), 60_000);
    stop();
    query.mockRestore();
  });

  it('without changes, checks the caller once per heartbeat and counts nothing', async () => {
    // Also the lifetime of the authentication cache.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    // The cache takes the time 0 for none.
    vi.advanceTimersByTime(1);
    const ann = await service.newcomer();
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(ann)));
    await vi.waitFor(
      () => expect(streams.map(({ counts }) => counts)).toEqual(streams.map(() => [0])),
      60_000,
    );
    const query = vi.spyOn(service.db, 'query');
    vi.advanceTimersByTime(25_000);
    await vi.waitFor(() => {
      for (const { text } of streams) expect(text).toMatch(/\n: \n\n$/);
    });
    expect(query.mock.calls.map(([statement]) => statement)).toEqual([expect.stringContaining('api_keys')]);
    query.mockRestore();
  });

  // The last test, because it stops the service.
  it('ends with the service, without delaying the shutdown', async () => {
    const stream = await open(await service.newcomer());
    await vi.waitFor(() => expect(stream.counts).toEqual([0]), 60_000);
    await listening.close();
    await service.close();
    expect(stream.isOver).toBe(true);
  });
});
