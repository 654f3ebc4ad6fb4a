import { once } from 'node:events';
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type Client, type TestService } from '../testing/service.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

const megabyte = 1024 * 1024;

describe('large bodies', () => {
  let service: TestService;
  const sending: http.ClientRequest[] = [];
  beforeAll(async () => {
    service = await startService(lane);
  });
  afterAll(async () => {
    for (const request of sending) request.destroy();
    await service.close();
  });

  /** Announces a body of this size; returns the response, or undefined once it may be sent. */
  async function announce(
    person: Client,
    procedure: string,
    megabytes: number | 'in pieces',
    headers: Record<string, string> = {},
  ): Promise<http.IncomingMessage | undefined> {
    // For less than a second, its key is cached.
    await person.get('boards.list');
    const length = megabytes === 'in pieces' ? {} : { 'content-length': Math.round(megabytes * megabyte) };
    const request = http.request(`${service.base}/${procedure}`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${person.key}`,
        'content-type': 'application/json',
        expect: '100-continue',
        ...length,
        ...headers,
      },
    });
    sending.push(request.on('error', () => undefined));
    request.flushHeaders();
    const answer = once(request, 'response') as Promise<[http.IncomingMessage]>;
    // Node sends 100 Continue before the handler runs; a rejected request has its response long before the next.
    const isLetIn = once(request, 'continue').then(async () => void (await service.owner.get('boards.list')));
    return Promise.race([answer.then(([response]) => response), isLetIn]);
  }
  const upload = 'brandImages.upload';

  it('413 with the limit', async () => {
    const { status, error } = await service.owner.post('ads.addToBoard', { x: 'x'.repeat(8 * megabyte) });
    expect([status, error.message]).toEqual([413, 'The body is too large; the limit is 8 MB.']);
    const signIn = await fetch(`${service.address}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'x'.repeat(64 * 1024) }),
    });
    expect([signIn.status, await signIn.text()]).toEqual([413, expect.stringContaining('limit is 64 KB')]);
  });

  it('503 before they are sent, beyond the limit of one person, then of all', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => service.newcomer()));
    for (const person of people.slice(0, 4)) {
      for (let count = 0; count < 6; count += 1) expect(await announce(person, upload, 21)).toBeUndefined();
    }
    const [ann, , , , eve] = people;
    if (ann === undefined || eve === undefined) throw new Error('five people were made');
    const ofOne = await announce(ann, upload, 3);
    expect([ofOne?.statusCode, ofOne?.headers['retry-after']]).toEqual([503, '5']);
    const ofAll = await announce(eve, upload, 'in pieces');
    expect([ofAll?.statusCode, ofAll?.headers['retry-after']]).toEqual([503, '5']);
    const gzip = { 'content-encoding': 'gzip' };
    expect((await announce(eve, upload, 0.1, gzip))?.statusCode).toBe(503);
    expect(await announce(eve, upload, 0.0001, gzip)).toBeUndefined();
    expect(await announce(eve, upload, 7)).toBeUndefined();
    expect((await announce(eve, 'ads.addToBoard', 7))?.statusCode).toBe(503);

    // A body of ordinary size is still accepted.
    expect((await ann.post(upload, { file: 'AAAA' })).status).toBe(400);
    sending[0]?.destroy();
    await vi.waitFor(async () => expect(await announce(ann, upload, 3)).toBeUndefined(), 60_000);
  });
});
