import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createShownPictures } from './shownPictures.ts';

const megabyte = 1024 * 1024;
const limits = { maxPictures: 3, maxBytes: megabyte };
const addressesOf = (taken: readonly { readonly address: string }[]): string[] =>
  taken.map(({ address }) => address);

describe('shown pictures', () => {
  it('are taken once, those that were shown last first, with their ads and bytes', () => {
    const shown = createShownPictures(limits);
    shown.add('a', 'ad 1');
    shown.addBytes('a', Buffer.from('picture'));
    shown.add('b', 'ad 2');
    shown.add('a', 'ad 3');
    shown.add('a', 'ad 1');
    expect(shown.take(5)).toEqual([
      { address: 'a', hashes: ['ad 1', 'ad 3'], bytes: Buffer.from('picture') },
      { address: 'b', hashes: ['ad 2'], bytes: null },
    ]);
    expect(shown.take(5)).toEqual([]);
  });

  it('of an ad that was taken wait again after a day, or when they are put back', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    // The cache treats a start at 0 as none.
    vi.advanceTimersByTime(1000);
    try {
      const shown = createShownPictures(limits);
      shown.add('a', 'ad 1');
      const [taken] = shown.take(1);
      shown.add('a', 'ad 1');
      expect(shown.take(1)).toEqual([]);
      if (taken !== undefined) shown.putBack(taken);
      expect(addressesOf(shown.take(1))).toEqual(['a']);
      vi.advanceTimersByTime(86_400_001);
      shown.add('a', 'ad 1');
      expect(addressesOf(shown.take(1))).toEqual(['a']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('keep no bytes of pictures that do not wait', () => {
    const shown = createShownPictures(limits);
    shown.addBytes('logo', Buffer.alloc(10));
    shown.add('a', 'ad 1');
    shown.remove('a');
    shown.addBytes('a', Buffer.alloc(10));
    expect(shown.take(5)).toEqual([]);
  });

  it('are never more than the limits, whatever is shown: the last ones remain', () => {
    const sizes = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 700_000 })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(sizes, (all) => {
        const shown = createShownPictures(limits);
        for (const [name, size] of all) {
          shown.add(`picture ${name}`, `ad ${name}`);
          shown.addBytes(`picture ${name}`, Buffer.alloc(size));
        }
        const taken = shown.take(100);
        const bytes = taken.reduce((sum, picture) => sum + (picture.bytes?.length ?? 0), 0);
        expect(taken.length).toBeLessThanOrEqual(limits.maxPictures);
        expect(bytes).toBeLessThanOrEqual(limits.maxBytes);
        const order = [...new Set(all.map(([name]) => `picture ${name}`).toReversed())];
        expect(addressesOf(taken)).toEqual(order.slice(0, taken.length));
      }),
    );
  });
});
