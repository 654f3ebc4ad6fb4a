import { describe, expect, it } from 'vitest';
import { createLog } from '../config/log.ts';
import { deleteExpired, type Deletion } from './schedule.ts';

const silent = createLog('silent');
const always = (): boolean => true;

/** Deletes parts of this size, and notes its turns. */
function deletionOf(turns: string[], kind: string, ...parts: number[]): Deletion {
  return () => {
    turns.push(kind);
    return Promise.resolve(parts.shift() ?? 0);
  };
}

describe('housekeeping', () => {
  it('deletes in batches, one kind after the other, until nothing is left', async () => {
    const turns: string[] = [];
    const deletions = {
      many: deletionOf(turns, 'many', 10_000, 10_000, 5),
      none: deletionOf(turns, 'none'),
      few: deletionOf(turns, 'few', 3),
    };
    await deleteExpired(deletions, always, silent);
    expect(turns).toEqual(['many', 'none', 'few', 'many', 'few', 'many', 'many']);
  });

  it('deletes other kinds if one fails, and throws at the end', async () => {
    const turns: string[] = [];
    const deletions = {
      broken: () => Promise.reject(new Error('no such table')),
      whole: deletionOf(turns, 'whole', 3),
    };
    await expect(deleteExpired(deletions, always, silent)).rejects.toThrow('were not deleted');
    expect(turns).toEqual(['whole', 'whole']);
  });

  it('stops when the time is up', async () => {
    const turns: string[] = [];
    const endless = { one: deletionOf(turns, 'one', 1, 1, 1), other: deletionOf(turns, 'other', 1, 1, 1) };
    await deleteExpired(endless, () => turns.length < 3, silent);
    expect(turns).toEqual(['one', 'other', 'one']);
  });
});
