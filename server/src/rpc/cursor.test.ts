import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, listKey } from './cursor.ts';

const somePosition = fc.integer({ min: 1, max: 2 ** 37 - 1 });

describe('a cursor', () => {
  it('decodes to the position that was encoded', () => {
    fc.assert(
      fc.property(fc.string(), somePosition, fc.nat(), (list, position, version) => {
        const cursor = encodeCursor(list, position, version);
        expect(Number.isSafeInteger(cursor) && cursor > 0).toBe(true);
        expect(decodeCursor(list, cursor, () => version)).toBe(position);
      }),
    );
  });

  it('of 0 is the first page of every list', () => {
    expect(decodeCursor(listKey('a.b', { sortBy: 'date' }), 0)).toBe(0);
  });

  it('stays valid when filters differ only in case, spaces or order', () => {
    const key = listKey('a.b', { companyName: 'Vuge Sleep', platforms: ['tiktok', 'youtube'], limit: 2 });
    expect(listKey('a.b', { platforms: ['youtube', 'tiktok', 'tiktok'], companyName: ' VUGE  sleep' })).toBe(
      key,
    );
    expect(listKey('a.b', { companyName: 'Vuge Sleep', platforms: ['tiktok'] })).not.toBe(key);
  });

  it('is rejected for another list, version or position, except by chance', () => {
    const refuses = (list: string, cursor: number, version: number): boolean => {
      try {
        decodeCursor(list, cursor, () => version);
        return false;
      } catch {
        return true;
      }
    };
    const refused = Array.from({ length: 10_000 }, (_, number) => {
      const cursor = encodeCursor('list', number + 1, 7);
      return [
        refuses(`other ${number}`, cursor, 7),
        refuses('list', cursor, 8),
        refuses('list', cursor + 1, 7),
      ];
    }).flat();
    // 30,000 tries of one in 65,536.
    expect(refused.filter((isRefused) => !isRefused).length).toBeLessThan(20);
  });

  it('has an error that says what to do', () => {
    const message = expect.stringContaining('leave it out to get the first page') as string;
    expect(() => decodeCursor('list', 20)).toThrow(
      expect.objectContaining({
        code: 'BAD_REQUEST',
        message,
        details: expect.objectContaining({ issues: [{ path: 'cursor', message }] }),
      }) as Error,
    );
  });
});

describe('the key of a list', () => {
  const filters = { companyName: 'Acme', language: undefined, sortBy: 'adCount' };

  it('ignores cursor, limit and the order of fields', () => {
    const key = listKey('brandSpy.getAdCopies', filters);
    expect(
      listKey('brandSpy.getAdCopies', { sortBy: 'adCount', companyName: 'Acme', cursor: 7, limit: 3 }),
    ).toBe(key);
  });

  it.each([
    ['the procedure', 'brandSpy.getHeadlines', filters, null],
    ['the order', 'brandSpy.getAdCopies', { ...filters, sortBy: 'reach' }, null],
    ['a filter', 'brandSpy.getAdCopies', { ...filters, language: 'en' }, null],
    ['the company', 'brandSpy.getAdCopies', { ...filters, companyName: 'Zenith' }, null],
    ['the caller', 'brandSpy.getAdCopies', filters, 'ann'],
  ])('holds %s', (_, procedure, input, userId) => {
    expect(listKey(procedure, input, userId)).not.toBe(listKey('brandSpy.getAdCopies', filters));
  });
});
