import { describe, expect, it } from 'vitest';
import { MagpieError } from '@magpie/contract/errors';
import { createConcurrencyLimit, type ConcurrencyLimitOptions } from './concurrencyLimit.ts';

const queue = { maxQueued: 1, busy: () => new MagpieError('SERVICE_UNAVAILABLE', 'Come again.') };

/** Work that the test ends by its number. */
function workOf(turns: ConcurrencyLimitOptions): {
  begin: (signal?: AbortSignal) => Promise<void>;
  ends: { done: () => void; fail: () => void }[];
  takeTurn: ReturnType<typeof createConcurrencyLimit>;
} {
  const takeTurn = createConcurrencyLimit(turns);
  const ends: { done: () => void; fail: () => void }[] = [];
  const work = (): Promise<void> =>
    new Promise((done, fail) => void ends.push({ done, fail: () => fail(new Error('broken')) }));
  return { begin: (signal) => takeTurn(work, signal), ends, takeTurn };
}

describe('taking turns', () => {
  it('does two at once, lets one wait and sends the fourth away until one has ended, also by failing', async () => {
    const { begin, ends, takeTurn } = workOf({ maxConcurrent: 2, queue });
    const begun = [begin(), begin(), begin()];
    await expect(begin()).rejects.toThrow('Come again.');
    expect(ends).toHaveLength(2);
    ends[0]?.fail();
    await expect(begun[0]).rejects.toThrow('broken');
    await new Promise(setImmediate);
    expect(ends).toHaveLength(3);
    ends[1]?.done();
    ends[2]?.done();
    await Promise.all(begun.slice(1));
    expect(await takeTurn(() => Promise.resolve(4))).toBe(4);
  });

  it('lets nobody wait who is not waited for, and gives their place to the next', async () => {
    const { begin, ends, takeTurn } = workOf({ maxConcurrent: 1 });
    const [first, gone] = [begin(), new AbortController()];
    const left = begin(gone.signal);
    const next = takeTurn(() => Promise.resolve('next'));
    gone.abort(new Error('Gone.'));
    await expect(left).rejects.toThrow('Gone.');
    await expect(begin(gone.signal)).rejects.toThrow('Gone.');
    ends[0]?.done();
    await first;
    expect([await next, ends.length]).toEqual(['next', 1]);
  });
});
