import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { statementsWaitingForLocks } from '../testing/activity.sql.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';
import { wireTo } from '../testing/http.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

interface Line {
  readonly msg: string;
  readonly level: string;
  readonly procedure?: string;
  readonly status?: number;
  readonly aborted?: boolean;
}

describe('a request whose client disconnects', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(lane);
  });
  afterAll(() => service.close());

  const linesOf = (procedure: string): Line[] =>
    service
      .logged()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
      .filter((line) => line.msg === 'request' && line.procedure === procedure);
  const aborted = async (procedure: string): Promise<number> => {
    const text = await (await fetch(`${service.address}/metrics`)).text();
    const line = text
      .split('\n')
      .find(
        (one) => one.startsWith('magpie_requests_aborted_total{') && one.includes(`procedure="${procedure}"`),
      );
    return Number(line?.split(' ')[1] ?? 0);
  };

  it('is logged at debug and counted, while its response is still computed', async () => {
    const counted = await aborted('boards.list');
    const hangUp = new AbortController();
    await service.db.transaction(async (tx) => {
      await tx.query('LOCK TABLE boards IN ACCESS EXCLUSIVE MODE');
      const request = fetch(`${service.base}/boards.list`, {
        headers: { authorization: `Bearer ${service.owner.key}` },
        signal: hangUp.signal,
      });
      await vi.waitFor(async () => expect(await statementsWaitingForLocks(service.db)).toBe(1), 60_000);
      hangUp.abort();
      await expect(request).rejects.toThrow('abort');
      await vi.waitFor(() => expect(linesOf('boards.list')).toHaveLength(1), 60_000);
    });
    const [line] = linesOf('boards.list');
    expect(line).toMatchObject({ level: 'debug', aborted: true });
    expect(line).not.toHaveProperty('status');
    expect(await aborted('boards.list')).toBe(counted + 1);
  });

  it('is logged and counted once if only part of its body arrived', async () => {
    const counted = await aborted('boards.create');
    const wire = wireTo(service.address);
    const head = [
      'POST /api/v1/trpc/boards.create HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${service.owner.key}`,
      'Content-Type: application/json',
      'Content-Length: 100',
      'Expect: 100-continue',
    ];
    await wire.abandon(`${head.join('\r\n')}\r\n\r\n`, '{"name":');
    await vi.waitFor(() => expect(linesOf('boards.create')).toMatchObject([{ aborted: true }]), 60_000);
    expect(await aborted('boards.create')).toBe(counted + 1);
    wire.close();
  });

  it('is not counted after a complete response', async () => {
    await service.owner.get('teams.list');
    await vi.waitFor(() => expect(linesOf('teams.list')).toMatchObject([{ status: 200 }]), 60_000);
    expect(linesOf('teams.list')[0]).not.toHaveProperty('aborted');
    expect(await aborted('teams.list')).toBe(0);
  });
});
