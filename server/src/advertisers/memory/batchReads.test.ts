import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchReads } from './batchReads.ts';

interface Engine {
  readonly statements: number[][];
  readonly read: (id: number) => Promise<string>;
}

/** Fails for a statement with any id of `failing`, and omits those of `omitted` from a batch. */
function openEngine(failing: readonly number[] = [], omitted: readonly number[] = []): Engine {
  const statements: number[][] = [];
  const execute = async (ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
    statements.push([...ids]);
    await nextTurn();
    if (ids.some((id) => failing.includes(id))) throw new Error('memory limit');
    return new Map(ids.map((id) => [id, `rows of ${id}`]));
  };
  const read = batchReads({
    readMany: async (ids) => new Map([...(await execute(ids))].filter(([id]) => !omitted.includes(id))),
    readOne: async (id) => (await execute([id])).get(id) ?? '',
  });
  return { statements, read };
}

describe('batched reads', () => {
  it('read at once what need not wait, and the rest in one statement', async () => {
    const { statements, read } = openEngine();
    const ids = Array.from({ length: 40 }, (_, index) => index);
    expect(await Promise.all(ids.map(read))).toEqual(ids.map((id) => `rows of ${id}`));
    expect(statements).toEqual([[0], [1], [2], [3], ids.slice(4)]);
    expect(await read(7)).toBe('rows of 7');
  });

  it('give every id its own rows or its own error', async () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 150 }), { maxLength: 5 });
    const input = fc.record({ count: fc.integer({ min: 0, max: 150 }), failing: numbers, omitted: numbers });
    const holds = fc.asyncProperty(input, async ({ count, failing, omitted }) => {
      const { read } = openEngine(failing, omitted);
      const ids = Array.from({ length: count }, (_, index) => index);
      const results = await Promise.allSettled(ids.map(read));
      expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual(
        ids.map((id) => (failing.includes(id) ? 'failed' : `rows of ${id}`)),
      );
    });
    await fc.assert(holds, { numRuns: 50 });
  });
});
