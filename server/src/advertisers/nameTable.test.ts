import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advertiserId } from '../ads/identity.ts';
import { closeness, distanceFrom, matchExact, matchSameWords, matchTypos, type Match } from './matching.ts';
import { firstByAds, matchesByReach, matchLargest } from './directory.ts';
import { createNameTable, findPlace, listLargest, type NameColumns, reachAt, wordsAt } from './nameTable.ts';
import { parseName, type ParsedName, splitName } from './parsedName.ts';

/** Few letters, so that names resemble each other, in scripts with one to three bytes a letter. */
const someWord = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[abcd]{1,9}$/) },
  { weight: 2, arbitrary: fc.stringMatching(/^[Aeßéö&']{1,6}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[жпк]{1,8}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[カガ株式]{1,6}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[abc]{14,18}$/) },
);
const someName = fc.array(someWord, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const uniqueNames = (name: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(name, { minLength: 1, maxLength, selector: advertiserId });
const someNames = uniqueNames(someName, 60);

/** Many names of few words, so that places of words are long lists and names contain a word twice. */
const frequentWords = [
  'the',
  'a',
  'ab',
  'abba',
  'blue',
  'bule',
  'whale',
  'bluewhale',
  'カ',
  '株式会社カササギ',
  'カササギ',
  '&',
];
const frequentName = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...frequentWords) }, someWord), {
    minLength: 1,
    maxLength: 4,
  })
  .map((words) => words.join(' '));
const manyNames = uniqueNames(frequentName, 600);

/** The rules as plain comparisons of a query with one name. */
function plainCloseness(name: string, query: ParsedName, owners: ReadonlySet<number>): number | null {
  const words = ` ${splitName(name).join(' ')} `;
  if (advertiserId(name) === query.advertiserId) return closeness.sameName;
  if (words === query.words && query.letters !== '') return closeness.sameWords;
  if (owners.has(advertiserId(name))) return closeness.domain;
  if (query.letters === '') return null;
  if (words.replaceAll(' ', '').startsWith(query.letters)) return closeness.prefix;
  return query.wordPrefixes.every((prefix) => words.includes(prefix)) ? closeness.words : null;
}

function plainTypos(name: string, query: ParsedName): number | null {
  const words = ` ${splitName(name).join(' ')} `;
  const isSearched = query.allowsTypos && words.includes(query.requiredPrefix);
  const edits = isSearched ? distanceFrom(query)(words) : null;
  return edits === null ? null : closeness.typos + edits;
}

/** Names are indexed after each of the numbers in `compactAfter`, and at the end. */
async function columnsOf(
  names: readonly string[],
  compactAfter: readonly number[],
  sortAfter?: number,
): Promise<NameColumns> {
  const table = createNameTable(sortAfter);
  for (const [at, name] of names.entries()) {
    table.upsert({ advertiser_id: advertiserId(name), name, ads: 1, reach: 1 });
    if (compactAfter.includes(at)) await table.compact();
  }
  await table.compact();
  return table.columns();
}

/** By id, since the order of matches is not specified. */
function byId({ ids }: NameColumns, matches: readonly Match[]): Map<number, number> {
  return new Map(matches.map(({ place, closeness: close }) => [ids[place] ?? 0, close]));
}

describe('a table of names', () => {
  it('finds what plain comparisons with each name find', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          { weight: 9, arbitrary: fc.tuple(someNames, someName) },
          { weight: 1, arbitrary: fc.tuple(manyNames, fc.oneof(frequentName, someName)) },
        ),
        fc.boolean(),
        fc.array(fc.nat(59), { maxLength: 2 }),
        fc.array(fc.nat(599), { maxLength: 6 }),
        fc.nat(80),
        async ([names, typed], insideWords, owned, compactAfter, sortAfter) => {
          const query = parseName(typed, { insideWords });
          const owners = new Set(owned.flatMap((at) => names[at] ?? []).map(advertiserId));
          const columns = await columnsOf(names, compactAfter, sortAfter);
          const exact = await matchExact(columns, query, owners);
          const expected = new Map(
            names.flatMap((name): [number, number][] => {
              const close = plainCloseness(name, query, owners);
              return close === null ? [] : [[advertiserId(name), close]];
            }),
          );
          expect(byId(columns, exact)).toEqual(expected);
          const found = new Set(exact.map(({ place }) => place));
          const typos = names.flatMap((name): [number, number][] => {
            const id = advertiserId(name);
            const close = expected.has(id) ? null : plainTypos(name, query);
            return close === null ? [] : [[id, close]];
          });
          expect(byId(columns, await matchTypos(columns, query, found))).toEqual(new Map(typos));
          const sameWords = names.filter(
            (name) => query.letters !== '' && ` ${splitName(name).join(' ')} ` === query.words,
          );
          expect(byId(columns, await matchSameWords(columns, query))).toEqual(
            new Map(sameWords.map((name) => [advertiserId(name), closeness.sameWords])),
          );
        },
      ),
      { numRuns: 2000 },
    ));

  it('finds new names after they are indexed, and earlier columns stay as they were', async () => {
    const table = createNameTable();
    const upsert = (name: string): void =>
      table.upsert({ advertiser_id: advertiserId(name), name, ads: 1, reach: 1 });
    const search = async (columns: NameColumns): Promise<Set<number>> =>
      new Set(byId(columns, await matchExact(columns, parseName('blue whale'), [])).keys());
    upsert('Blue Whale');
    await table.compact();
    const earlier = table.columns();
    upsert('Blue Whale Watching');
    upsert('Red Whale');
    expect(await search(table.columns())).toEqual(new Set([advertiserId('Blue Whale')]));
    await table.compact();
    expect(await search(table.columns())).toEqual(
      new Set(['Blue Whale', 'Blue Whale Watching'].map(advertiserId)),
    );
    expect(await search(earlier)).toEqual(new Set([advertiserId('Blue Whale')]));
    expect(findPlace(earlier, advertiserId('Red Whale'))).toBeUndefined();
  });

  it('has few indexes after many additions', async () => {
    const table = createNameTable();
    for (let id = 1; id <= 1000; id += 1) {
      table.upsert({ advertiser_id: id, name: `Name ${id}`, ads: 1, reach: 1 });
      await table.compact();
    }
    // Each has at least twice the names of all after it: 1, 2, 6, 18, …
    expect(table.columns().segments.length).toBeLessThanOrEqual(7);
  });

  it('answers frequent queries from the largest names as from all', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(someName, fc.nat(6), fc.nat(6)), { minLength: 1, maxLength: 60 }),
        fc.oneof(fc.stringMatching(/^[abcé]{1,3}$/), fc.stringMatching(/^[abcd]{1,4}( [abcd]{1,2})?$/)),
        fc.integer({ min: 1, max: 5 }),
        fc.nat(60),
        async (rows, typed, limit, most) => {
          const table = createNameTable();
          for (const [name, ads, reach] of rows)
            table.upsert({ advertiser_id: advertiserId(name), name, ads, reach });
          await table.compact();
          const columns = table.columns();
          const names = {
            columns,
            largestBy: {
              ads: () => listLargest(columns, (place) => columns.ads[place] ?? 0, most),
              reach: () => listLargest(columns, (place) => reachAt(columns, place), most),
            },
          };
          const owners = new Set<number>();
          const query = parseName(typed);
          const isListed = ({ place }: { readonly place: number }): boolean => columns.ads[place] !== 0;
          const all = (await matchExact(columns, query, owners)).filter(isListed);
          // Null: the first are not certainly among the largest.
          const some = (await matchLargest(names, query, owners, limit)) ?? all;
          expect(byId(columns, firstByAds(columns, some, limit))).toEqual(
            byId(columns, firstByAds(columns, all, limit)),
          );
          const inside = parseName(typed, { insideWords: true });
          const running = (await matchExact(columns, inside, owners)).filter(isListed);
          const byReach = matchesByReach(names, inside, owners, limit) ?? running;
          const least = byReach === running ? 0 : reachAt(columns, byReach[limit - 1]?.place ?? 0);
          const expected = running.filter(({ place }) => reachAt(columns, place) >= least);
          expect(byId(columns, byReach)).toEqual(byId(columns, expected));
        },
      ),
      { numRuns: 2000 },
    ));

  it('finds names and totals by id after any additions, changes and sorting', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.nat(9), fc.nat(2 ** 33)), { maxLength: 400 }),
        fc.nat(50),
        async (rows, sortAfter) => {
          const table = createNameTable(sortAfter);
          const expected = new Map<number, object>();
          for (const [at, [id, ads, reach]] of rows.entries()) {
            table.upsert({ advertiser_id: id, name: `Name ${id} é`, ads, reach });
            expected.set(id, { words: ` name ${id} e `, ads, reach });
            if (at % 97 === 0) await table.compact();
          }
          await table.compact();
          const columns = table.columns();
          expect(columns.size).toBe(expected.size);
          for (const [id, totals] of expected) {
            const place = findPlace(columns, id) ?? -1;
            const [ads, reach] = [columns.ads[place], reachAt(columns, place)];
            expect({ words: wordsAt(columns, place), ads, reach }).toEqual(totals);
          }
          expect(findPlace(columns, 1000)).toBeUndefined();
        },
      ),
      { numRuns: 300 },
    ));

  it('lists the largest names completely down to its least value', async () => {
    const table = createNameTable();
    const ads = (id: number): number => (id * 7919) % 1000;
    for (let id = 1; id <= 120_000; id += 1)
      table.upsert({ advertiser_id: id, name: 'A', ads: ads(id), reach: 0 });
    await table.compact();
    const columns = table.columns();
    const { places, least } = listLargest(columns, (place) => columns.ads[place] ?? 0);
    const values = places.map((place) => columns.ads[place] ?? 0);
    expect(values).toEqual(values.toSorted((one, other) => other - one));
    expect(values).toHaveLength(
      columns.ads.subarray(0, columns.size).filter((value) => value > least).length,
    );
    expect(values.length).toBeGreaterThan(40_000);
    expect(values.length).toBeLessThan(60_000);
  });
});
