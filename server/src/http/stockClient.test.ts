import type { MagpieRouter } from '@magpie/client';
import { createTRPCClient, httpBatchLink, httpLink, TRPCClientError } from '@trpc/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

describe.each([
  ['httpLink', httpLink],
  [
    'httpLink with POST for queries',
    (options: Parameters<typeof httpLink>[0]) => httpLink({ ...options, methodOverride: 'POST' }),
  ],
  ['httpBatchLink', httpBatchLink],
] as const)('the stock tRPC client with %s', (_name, link) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(lane);
  });
  afterAll(() => service.close());
  const clientWith = (key: string) =>
    createTRPCClient<MagpieRouter>({
      links: [link({ url: service.base, headers: { authorization: `Bearer ${key}` } })],
    });

  it('queries and mutates, with the types of the contract', async () => {
    const client = clientWith((await service.newcomer()).key);
    const board = await client.boards.create.mutate({ name: 'Typed' });
    const name: string = board.name;
    expect(name).toBe('Typed');
    const [boards, slug, keys] = await Promise.all([
      client.boards.list.query(),
      client.boards.checkSlugAvailability.query({ slug: 'free-one' }),
      client.apiKeys.list.query(),
    ]);
    expect([boards.map((one) => one.id), slug.available, keys.length]).toEqual([[board.id], true, 1]);
    // @ts-expect-error -- an unknown field does not compile, and is rejected
    await expect(client.boards.create.mutate({ nmae: 'x' })).rejects.toThrow("'nmae'");
  });

  it('throws its own error with code, status and path', async () => {
    const client = clientWith(service.owner.key);
    const refused = await client.boards.remove.mutate({ id: 999_999 }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TRPCClientError);
    expect(refused).toMatchObject({
      message: 'There is no board 999999.',
      shape: { code: -32004 },
      data: { code: 'NOT_FOUND', httpStatus: 404, path: 'boards.remove' },
    });
    await expect(clientWith('wrong').boards.list.query()).rejects.toMatchObject({
      data: { httpStatus: 401 },
    });
  });
});
