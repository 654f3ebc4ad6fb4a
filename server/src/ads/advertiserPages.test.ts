import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAd } from '../testing/catalog.ts';
import { resolveAdvertisers } from './advertiserPages.ts';
import type { AdvertiserRow } from './ads.sql.ts';
import { advertiserId } from './identity.ts';
import { identify } from './sightings.ts';
import { mergeAdvertisers } from './mergeAdvertisers.ts';

interface Sighted {
  readonly page: number | null;
  readonly name: string;
  readonly day: number;
}

/** Records batches in memory, as `recordAdvertisers` does, and returns the advertiser of each sighting. */
function recordAll(batches: readonly (readonly Sighted[])[]) {
  const rows = new Map<number, AdvertiserRow>();
  const owners = new Map<string, number>();
  const found: { readonly sighted: Sighted; readonly id: number }[] = [];
  for (const batch of batches) {
    const ads = batch.map(({ page, name, day }, at) =>
      openAd({
        key: `meta:${found.length + at}`,
        advertiser: { name, externalId: page === null ? null : String(page) },
        capturedAt: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
      }),
    );
    const sighting = { source: 'test', seenAt: new Date(Date.UTC(2026, 0, 1)) };
    const resolved = resolveAdvertisers(identify(ads, sighting), [...rows.values()], owners);
    for (const row of mergeAdvertisers([...rows.values()], resolved, sighting).changed) {
      rows.set(row.advertiser_id, row);
    }
    for (const [page, id] of resolved.newPages) owners.set(page, id);
    for (const [at, sighted] of batch.entries()) {
      found.push({ sighted, id: resolved.ads[at]?.advertiserId ?? 0 });
    }
  }
  return { rows, found };
}

/** Names that no other page has; the first one also occurs without a page. */
const ownNames = fc
  .record({ page: fc.nat(3), name: fc.nat(3), day: fc.nat(20) })
  .map(({ page, name, day }): Sighted => ({ page, name: `Page ${page} called ${name}`, day }));
/** Any page may have any name. */
const anyNames = fc.record({
  page: fc.option(fc.nat(3), { nil: null }),
  name: fc.constantFrom('Acme', 'ACME', 'Globex', 'Initech', 'Umbrella'),
  day: fc.nat(20),
});

describe('advertisers of pages', () => {
  it('are one for each page whose names no other page has, in any order and in any batches', () => {
    fc.assert(
      fc.property(fc.array(fc.array(ownNames, { maxLength: 6 }), { maxLength: 6 }), (batches) => {
        const { found } = recordAll(batches);
        const ids = new Map(found.map(({ sighted, id }) => [sighted.page, id]));
        expect(new Set(ids.values()).size).toBe(ids.size);
        for (const { sighted, id } of found) expect(id).toBe(ids.get(sighted.page));
      }),
    );
  });

  it('show a name that finds them, and have no alias of an alias', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyNames, { maxLength: 6 }), { maxLength: 6 }), (batches) => {
        const { rows, found } = recordAll(batches);
        for (const { id } of found) {
          const row = rows.get(id);
          expect(row).toMatchObject({ advertiser_id: id, alias_of: 0 });
          const named = rows.get(advertiserId(row?.name ?? ''));
          expect(named?.alias_of || named?.advertiser_id).toBe(id);
        }
        const targets = [...rows.values()].map((row) => row.alias_of).filter((target) => target !== 0);
        expect(targets.filter((target) => rows.get(target)?.alias_of !== 0)).toEqual([]);
      }),
    );
  });

  it('are not joined by an id that many names have', () => {
    const sightings = Array.from({ length: 200 }, (_, day): Sighted => ({
      page: 1,
      name: `Brand ${day}`,
      day,
    }));
    const { rows, found } = recordAll([sightings.slice(0, 50), sightings.slice(50)]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(191);
    expect([...rows.values()].filter(({ alias_of: target }) => target !== 0)).toHaveLength(9);
  });

  it('have the newest name, whichever file is first', () => {
    const sightings: Sighted[] = [
      { page: 1, name: 'Old', day: 1 },
      { page: 1, name: 'New', day: 9 },
    ];
    for (const batches of [
      [sightings],
      [sightings.toReversed()],
      sightings.map((one) => [one]),
      sightings.map((one) => [one]).toReversed(),
    ]) {
      const { rows, found } = recordAll(batches);
      expect(new Set(found.map(({ id }) => rows.get(id)?.name))).toEqual(new Set(['New']));
    }
  });
});
