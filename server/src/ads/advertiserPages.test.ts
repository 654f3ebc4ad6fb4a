import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAd } from '../testing/catalog.ts';
import { resolveAdvertisers } from './advertiserPages.ts';
import { type AdvertiserRow, ownerOfName } from './ads.sql.ts';
import { advertiserId } from './identity.ts';
import { withLegalNames } from './legalNames.ts';
import { mergeAdvertisers } from './mergeAdvertisers.ts';
import { identify } from './sightings.ts';

interface Sighted {
  readonly library?: 'meta' | 'snap' | 'google' | 'apple';
  readonly legal?: string;
  readonly page: number | null;
  readonly name: string;
  readonly day: number;
  readonly hour?: number;
  readonly logo?: string | null;
  readonly pageUrl?: string | null;
  readonly ids?: readonly string[];
  readonly categories?: readonly string[];
  readonly fillOnly?: boolean;
}

const timeOf = ({ day, hour = 0 }: Sighted): string =>
  new Date(Date.UTC(2026, 0, 1 + day, hour)).toISOString();

/** Also a placeholder, which earlier versions accepted. */
function withName(name: string, ad: Parameters<typeof openAd>[0]) {
  const parsed = openAd(ad);
  return { ...parsed, advertiser: { ...parsed.advertiser, name } };
}

/** Records batches in memory, as `recordAdvertisers` does. */
function recordAll(batches: readonly (readonly Sighted[])[]) {
  const rows = new Map<number, AdvertiserRow>();
  const pages = new Map<string, number>();
  let count = 0;
  for (const batch of batches) {
    for (const fillOnly of [false, true]) {
      const own = batch.filter((each) => (each.fillOnly ?? false) === fillOnly);
      const ads = own.map((each) =>
        withName(each.name, {
          key: `${each.library ?? 'meta'}:${(count += 1)}`,
          advertiser: {
            name: 'Acme',
            externalId: each.page === null ? null : String(each.page),
            legalName: each.legal ?? null,
            logoUrl: each.logo ?? null,
            pageUrl: each.pageUrl ?? null,
            externalIds: [...(each.ids ?? [])],
            categories: [...(each.categories ?? [])],
          },
          capturedAt: timeOf(each),
        }),
      );
      const sighting = { source: 'test', seenAt: new Date(Date.UTC(2026, 0, 1)), fillOnly };
      const seen = withLegalNames(identify(ads, sighting));
      const stored = [...rows.values()];
      const resolved = resolveAdvertisers(seen, stored, pages);
      const merged = mergeAdvertisers(stored, seen, resolved, sighting);
      for (const row of [...merged.changed, ...merged.changedAliases]) rows.set(row.advertiser_id, row);
      for (const [page, id] of resolved.newPages) pages.set(page, id);
    }
  }
  const ownerOf = (name: string): AdvertiserRow | undefined => {
    const row = rows.get(advertiserId(name));
    return row && rows.get(ownerOfName(row));
  };
  return { rows, ownerOf };
}

/** The same sightings in any order, some of them twice, in batches of any size. */
function inAnyOrder(sightings: readonly Sighted[]): fc.Arbitrary<Sighted[][]> {
  const { length } = sightings;
  return fc
    .tuple(
      fc.shuffledSubarray([...sightings], { minLength: length, maxLength: length }),
      fc.subarray([...sightings]),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2 * length, maxLength: 2 * length }),
    )
    .map(([once, again, sizes]) => {
      const left = [...once, ...again];
      return sizes.flatMap((size) => (left.length === 0 ? [] : [left.splice(0, size)]));
    });
}

const twoOrders = (some: fc.Arbitrary<Sighted>) =>
  fc
    .array(some, { minLength: 1, maxLength: 10 })
    .chain((list) => fc.tuple(inAnyOrder(list), inAnyOrder(list)));

const values = {
  day: fc.nat(4),
  hour: fc.nat(2),
  logo: fc.constantFrom(null, 'https://cdn.example/1.png', 'https://cdn.example/2.png'),
  pageUrl: fc.constantFrom(null, 'https://acme.example/1', 'https://acme.example/2'),
  ids: fc.subarray(['1', '2', '3']),
  categories: fc.subarray(['Shoes', 'Toys']),
  fillOnly: fc.boolean(),
};
/** Names that no other page has, with or without the page, in any case. */
const ownNames = fc
  .record({ ...values, page: fc.nat(2), name: fc.nat(3), isUpper: fc.boolean(), isPaged: fc.boolean() })
  .map(({ page, name, isUpper, isPaged, ...each }): Sighted => {
    const text = `Page ${page} called ${name}`;
    return Object.assign(each, { page: isPaged ? page : null, name: isUpper ? text.toUpperCase() : text });
  });
/** Any page of two libraries may have any name. */
const anyNames = fc.record({
  ...values,
  library: fc.constantFrom('meta' as const, 'snap' as const),
  page: fc.option(fc.nat(3), { nil: null }),
  name: fc.constantFrom('Acme', 'ACME', 'Globex', 'Initech', 'Umbrella', 'Unknown'),
});
const withoutPages = anyNames.map((each): Sighted => ({
  ...each,
  page: null,
  name: each.name.replace('Unknown', 'Us'),
}));

/** What does not depend on which of its names was recorded first. */
function comparable(row: AdvertiserRow | undefined) {
  if (row === undefined) return null;
  const { advertiser_id: _id, names: _names, version: _version, ...rest } = row;
  const names =
    row.names.length === 0
      ? [[row.advertiser_id, row.name, row.name_key, row.named_at, row.name_rank]]
      : row.names;
  return { ...rest, names };
}

describe('the data of advertisers', () => {
  it('does not depend on the order of sightings', () => {
    fc.assert(
      fc.property(twoOrders(withoutPages), ([one, other]) => {
        const [first, second] = [recordAll(one), recordAll(other)].map(({ rows }) =>
          [...rows.values()]
            .map(({ version: _version, ...row }) => row)
            .toSorted((a, b) => a.advertiser_id - b.advertiser_id),
        );
        expect(first).toEqual(second);
      }),
    );
  });

  it('does not depend on it if names of a page are joined, except for the id', () => {
    fc.assert(
      fc.property(twoOrders(ownNames), ([one, other]) => {
        const [first, second] = [recordAll(one), recordAll(other)];
        for (const { name } of one.flat()) {
          expect(comparable(first.ownerOf(name))).toEqual(comparable(second.ownerOf(name)));
        }
      }),
    );
  });
});

describe('advertisers of pages', () => {
  it('are one for each page whose names no other page has, whatever is recorded first', () => {
    fc.assert(
      fc.property(
        fc.array(ownNames, { maxLength: 12 }).chain((list) => fc.tuple(fc.constant(list), inAnyOrder(list))),
        ([list, batches]) => {
          const { ownerOf } = recordAll(batches);
          const paged = list.filter(({ page }) => page !== null);
          const owners = new Map(paged.map(({ page, name }) => [page, ownerOf(name)?.advertiser_id]));
          expect(new Set(owners.values()).size).toBe(owners.size);
          for (const { page, name } of paged) expect(ownerOf(name)?.advertiser_id).toBe(owners.get(page));
        },
      ),
    );
  });

  it('show a name that finds them, and have no alias of an alias', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyNames, { maxLength: 6 }), { maxLength: 6 }), (batches) => {
        const { rows, ownerOf } = recordAll(batches);
        for (const row of rows.values()) {
          const owner = rows.get(ownerOfName(row));
          expect(owner?.alias_of).toBe(0);
          expect(ownerOf(owner?.name ?? '')).toBe(owner);
          for (const [, name] of owner?.names ?? []) expect(ownerOf(name)).toBe(owner);
          const ids = owner?.names.map(([id]) => id) ?? [];
          expect([owner?.advertiser_id, ...ids]).toContain(row.advertiser_id);
        }
      }),
    );
  });

  it('are not joined with a placeholder, whatever pages have it as their name', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyNames, { maxLength: 6 }), { maxLength: 6 }), (batches) => {
        const { rows } = recordAll(batches);
        const unknown = rows.get(advertiserId('Unknown'));
        expect([unknown?.alias_of ?? 0, unknown?.names ?? []]).toEqual([0, []]);
      }),
    );
  });

  it('are not joined by an id that many names have', () => {
    const sightings = Array.from({ length: 200 }, (_, day): Sighted => ({
      page: 1,
      name: `Brand ${day}`,
      day,
    }));
    const { rows } = recordAll([sightings.slice(0, 50), sightings.slice(50)]);
    expect([...rows.values()].filter(({ alias_of: target }) => target !== 0)).toHaveLength(9);
  });

  it('are not joined if both have pages of one library', () => {
    const acme: Sighted = { page: 1, name: 'Acme', day: 1 };
    const globex: Sighted = { page: 2, name: 'Globex', day: 1 };
    const { ownerOf } = recordAll([[acme, globex], [{ ...acme, name: 'Globex', day: 2 }]]);
    expect([ownerOf('Acme')?.names, ownerOf('Globex')?.names]).toEqual([[], []]);
    const snap: Sighted = { library: 'snap', page: 7, name: 'Globex', day: 1 };
    const both = recordAll([
      [acme, { ...snap, name: 'Acme', page: 8 }, snap],
      [{ ...acme, name: 'Globex', day: 2 }],
    ]);
    expect([both.ownerOf('Acme')?.names, both.ownerOf('Globex')?.names]).toEqual([[], []]);
    const one = recordAll([[acme, snap], [{ ...acme, name: 'Globex', day: 2 }]]);
    expect(one.ownerOf('Globex')).toBe(one.ownerOf('Acme'));
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
      const { ownerOf } = recordAll(batches);
      expect([ownerOf('Old')?.name, ownerOf('New')?.name]).toEqual(['New', 'New']);
    }
  });
});

describe('advertisers of one company', () => {
  const verified = fc
    .record({
      library: fc.constantFrom('google' as const, 'apple' as const),
      page: fc.nat(3),
      name: fc.nat(1),
      isUpper: fc.boolean(),
      day: fc.nat(4),
    })
    .map(({ library, page, name, isUpper, day }): Sighted => {
      const company = `Company ${page % 2} GmbH`;
      return {
        library,
        page,
        name: `Brand ${page % 2} ${name} of ${page > 1 ? 'one' : 'another'} page`,
        legal: isUpper ? company.toUpperCase() : company,
        day,
      };
    });

  it('are one, whatever is recorded first, and are found by the name of the company', () => {
    fc.assert(
      fc.property(
        fc
          .array(verified, { minLength: 1, maxLength: 12 })
          .chain((list) => fc.tuple(fc.constant(list), inAnyOrder(list))),
        ([list, batches]) => {
          const { ownerOf } = recordAll(batches);
          for (const { name, legal = '' } of list) {
            expect(ownerOf(name)).toBeDefined();
            expect(ownerOf(name)?.advertiser_id).toBe(ownerOf(legal)?.advertiser_id);
          }
          const companies = new Set(list.map(({ legal = '' }) => legal.toLowerCase()));
          expect(new Set(list.map(({ name }) => ownerOf(name)?.advertiser_id)).size).toBe(companies.size);
          // The name in the ad is shown, not that of the company.
          for (const { name } of list) expect(ownerOf(name)?.name).toMatch(/^Brand/);
        },
      ),
    );
  });

  it.each<[string, Sighted['library'], string]>([
    ['people have one name', 'google', 'Maria Garcia'],
    ['the library verifies no names', 'meta', 'Snowboots Holding GmbH'],
    ['the name is a placeholder', 'apple', 'Unknown'],
  ])('are not joined if %s', (_, library, legal) => {
    const one: Sighted = { ...(library && { library }), page: 1, name: 'Acme', legal, day: 1 };
    const { ownerOf } = recordAll([[one, { ...one, page: 2, name: 'Globex' }]]);
    expect(ownerOf('Acme')?.advertiser_id).not.toBe(ownerOf('Globex')?.advertiser_id);
  });

  it.each([
    ['Warmboots K.K.', 'WARMBOOTS KK'],
    ['Snowboots Sp. z o.o.', 'Snowboots Sp. z o. o.'],
    ['Snowboots, S.L.', 'Snowboots S.L'],
    ['株式会社スノー', '株式会社スノー'],
    ['주식회사 눈신발', '주식회사 눈신발'],
    ['Snowboots Co., Ltd.', 'SNOWBOOTS CO LTD'],
  ])('have its name in any spelling: %s', (legal, other) => {
    const one: Sighted = { library: 'google', page: 1, name: 'Acme', legal, day: 1 };
    const { ownerOf } = recordAll([
      [one],
      [{ ...one, library: 'apple', page: 2, name: 'Globex', legal: other, day: 2 }],
    ]);
    expect(ownerOf('Acme')?.advertiser_id).toBe(ownerOf('Globex')?.advertiser_id);
  });

  it('keep a new name of a page without that of the company', () => {
    const [one, two]: Sighted[] = [1, 2].map((page) => ({
      library: 'google',
      page,
      name: `Acme ${page}`,
      legal: 'Acme GmbH',
      day: 1,
    }));
    if (one === undefined || two === undefined) throw new Error('both are defined');
    const { ownerOf } = recordAll([[one, two], [{ library: 'google', page: 1, name: 'Ajax', day: 3 }]]);
    expect(ownerOf('Ajax')?.advertiser_id).toBe(ownerOf('Acme 2')?.advertiser_id);
  });
});
