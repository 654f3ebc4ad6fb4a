import { TRPCClientError } from '@trpc/client';
import { describe, expect, it } from 'vitest';
import { type BulkProgress, runBulk } from './bulk.ts';

function refusal(httpStatus: number, headers: Record<string, string> = {}): Error {
  return new TRPCClientError('No', {
    meta: { response: new Response(null, { headers }) },
    result: { error: { message: 'No', code: -32_000, data: { httpStatus } } } as never,
  });
}

const many = Array.from({ length: 25 }, (_, number) => number);
const atOnce = async (): Promise<void> => undefined;

describe('work on many ads', () => {
  it('processes each item once, four at a time, and reports progress', async () => {
    let running = 0;
    let maxRunning = 0;
    const reports: BulkProgress[] = [];
    const act = async (): Promise<void> => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await Promise.resolve();
      running -= 1;
    };
    const { done, failed, left } = await runBulk(many, act, {
      onProgress: (progress) => reports.push(progress),
    });
    expect([done.toSorted((a, b) => a - b), failed, left]).toEqual([many, [], []]);
    expect(maxRunning).toBe(4);
    expect(reports[0]?.done).toBe(0);
    expect(reports.at(-1)).toEqual({ done: 25, failed: 0, total: 25, waitingSeconds: 0 });
  });

  it('honors retry-after once for all items, every time, and then retries the rejected ones', async () => {
    const waits: number[] = [];
    const reports: number[] = [];
    let room = 10;
    const act = async (): Promise<void> => {
      await Promise.resolve();
      if (room === 0) throw refusal(429, { 'retry-after': '7' });
      room -= 1;
    };
    const { done, failed } = await runBulk(many, act, {
      onProgress: ({ waitingSeconds }) => reports.push(waitingSeconds),
      pause: async (milliseconds) => {
        waits.push(milliseconds);
        await Promise.resolve();
        room = 10;
      },
    });
    expect([done.length, failed]).toEqual([25, []]);
    expect(waits).toEqual([7000, 7000]);
    expect(reports).toContain(7);
    expect(reports.at(-1)).toBe(0);
  });

  it('reports the wait until it ends, also while running items finish', async () => {
    const reports: BulkProgress[] = [];
    let mayPass = false;
    let finish: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (finish = resolve));
    const act = async (item: number): Promise<void> => {
      if (item === 0) await slow;
      else if (!mayPass) throw refusal(429, { 'retry-after': '7' });
    };
    await runBulk([0, 1], act, {
      onProgress: (progress) => reports.push(progress),
      pause: async () => {
        finish();
        await slow;
        await Promise.resolve();
        mayPass = true;
      },
    });
    expect(reports.map(({ done, waitingSeconds }) => [done, waitingSeconds])).toEqual([
      [0, 0],
      [0, 7],
      [1, 7],
      [1, 0],
      [2, 0],
    ]);
  });

  it('collects permanent failures and exhausted retries, and processes the rest', async () => {
    const tries = new Map<number, number>();
    const act = async (item: number): Promise<void> => {
      tries.set(item, (tries.get(item) ?? 0) + 1);
      if (item === 3) throw refusal(403);
      if (item === 4) throw refusal(503);
    };
    const { done, failed } = await runBulk(many, act, { pause: atOnce });
    expect(done).toHaveLength(23);
    expect(failed.map(({ item }) => item).toSorted((a, b) => a - b)).toEqual([3, 4]);
    expect([tries.get(3), tries.get(4)]).toEqual([1, 4]);
  });

  it('starts nothing after cancellation, also while waiting, and returns what is left', async () => {
    const stop = new AbortController();
    const begun: number[] = [];
    const act = async (item: number): Promise<void> => {
      begun.push(item);
      if (item >= 5) throw refusal(429);
    };
    const pause = async (): Promise<void> => stop.abort();
    const { done, failed, left } = await runBulk(many, act, { signal: stop.signal, pause });
    expect([done, failed]).toEqual([[0, 1, 2, 3, 4], []]);
    expect(left).toHaveLength(20);
    expect(begun.length).toBeLessThan(12);
  });
});
