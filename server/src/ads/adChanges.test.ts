import { randomUUID } from 'node:crypto';
import type { OpenAd } from '@magpie/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import type { Catalog } from './catalog.ts';
import { advertisersOfImport } from './adChanges.sql.ts';
import { adChangesBetween, adChangesOfImport, type AdChange } from './adChanges.ts';
import { adHash, advertiserId } from './identity.ts';
import { endedImports } from './pendingImports.sql.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

let db: PostgresEngine;
let clickhouse: ClickHouseEngine;
let catalog: Catalog;
beforeAll(async () => {
  [db, clickhouse] = await Promise.all([freshDatabase(postgres), freshClickHouse('embedded')]);
  catalog = plainCatalog(clickhouse, db);
});
beforeEach(() => empty());
afterAll(() => Promise.all([db.close(), clickhouse.close()]));

async function empty(): Promise<void> {
  const tables = [
    'ads',
    'sightings',
    'events',
    'ad_places',
    'page_uses',
    'snapshots',
    'advertisers',
    'trending_ads',
  ];
  for (const table of tables) await clickhouse.write(`TRUNCATE TABLE ${table}`);
  await db.query('DELETE FROM untold_imports');
}

type AdProperties = Parameters<typeof openAd>[0];
const ad = (id: string, more: AdProperties = {}): OpenAd =>
  openAd({ key: `meta:${id}`, status: 'active', bodies: ['Run further'], ...more });
const dayOf = (day: number): string => `2026-03-0${day}`;
const page = (name: string): AdProperties => ({
  landingPageUrl: `https://www.acme.example/${name}/?utm_source=x`,
});

/** Records the ads of a day as one import and returns its changes. */
async function importDay(day: number, ...batches: readonly OpenAd[][]): Promise<AdChange[]> {
  const importId = randomUUID();
  const sighting = { source: 'test', seenAt: new Date(`${dayOf(day)}T08:00:00Z`), importId };
  for (const batch of batches) await catalog.recordAds(batch, sighting);
  await catalog.endImport(importId);
  const ended = await endedImports(db, new Date(0), 100);
  const recordings = ended.find(({ id }) => id === importId)?.recordings ?? [];
  return all(adChangesOfImport(clickhouse, { recordings, advertiserIds: null }));
}

const kinds = ['launched', 'changed', 'stopped', 'revived'] as const;
const wholeHistory = (): Promise<AdChange[]> =>
  all(adChangesBetween(clickhouse, { from: dayOf(1), to: dayOf(9), advertiserIds: null, kinds }));

async function all(parts: AsyncIterable<AdChange[]>): Promise<AdChange[]> {
  const happenings: AdChange[] = [];
  for await (const part of parts) happenings.push(...part);
  return happenings;
}

/** One line per change, sorted. */
const shortly = (happenings: readonly AdChange[]): Set<string> =>
  new Set(happenings.map((each) => `${each.hash} ${each.kind}${each.pageFirstDay !== null ? ' first' : ''}`));
const hash = (id: string): string => adHash(`meta:${id}`);

describe('changes of an import', () => {
  it('have the state of each ad before and after, with the search text of the index', async () => {
    const [launched] = await importDay(1, [
      ad('1', { ...page('a'), platforms: ['facebook'], reach: { value: 5 } }),
    ]);
    expect(launched).toMatchObject({
      kind: 'launched',
      advertiserId: advertiserId('Acme'),
      advertiserName: 'Acme',
      before: null,
      after: {
        platforms: ['facebook'],
        searchText: expect.stringContaining(' acme | run further | '),
        startDay: dayOf(1),
        reach: 5,
        landingPage: 'acme.example/a',
      },
      pageFirstDay: dayOf(1),
    });
    const [changed] = await importDay(2, [
      ad('1', { ...page('b'), bodies: ['Faster'], startDate: '2026-02-20' }),
    ]);
    expect(changed).toMatchObject({
      kind: 'changed',
      before: { landingPage: 'acme.example/a', reach: 5, startDay: dayOf(1) },
      after: { landingPage: 'acme.example/b', reach: 5, startDay: '2026-02-20' },
    });
    expect(changed?.before?.searchText).not.toContain(' faster ');
    expect(changed?.after.searchText).toContain(' faster ');
  });

  it('state whether a source states the start of an ad or showed it as running', async () => {
    const undated = { freshnessDays: 0 };
    const launched = await importDay(1, [
      ad('1'),
      ad('2', undated),
      ad('3', { ...undated, startDate: dayOf(1) }),
      ad('4', { ...undated, lastConfirmedAt: `${dayOf(1)}T00:00:00.000Z` }),
      ad('5', { status: 'inactive' }),
    ]);
    const isDated = new Map(launched.map((each) => [each.hash, each.isDated]));
    expect(['1', '2', '3', '4', '5'].map((id) => isDated.get(hash(id)))).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it('have landing pages that no ad used before, with the first day of use', async () => {
    await importDay(1, [ad('1', page('a'))]);
    const old = { ...page('b'), startDate: '2025-06-01' };
    expect(shortly(await importDay(2, [ad('2', page('a')), ad('3', page('b'))], [ad('4', old)]))).toEqual(
      new Set([`${hash('2')} launched`, `${hash('3')} launched first`, `${hash('4')} launched first`]),
    );
    const third = (await wholeHistory()).find((each) => each.hash === hash('3'));
    expect(third).toMatchObject({ pageFirstDay: '2025-06-01' });
    const elsewhere = { ...page('b'), advertiser: { name: 'Globex' } };
    expect(shortly(await importDay(3, [ad('5', elsewhere), ad('1', page('c'))]))).toEqual(
      new Set([`${hash('5')} launched first`, `${hash('1')} changed first`]),
    );
  });

  it('can be listed by advertiser and filtered by advertiser', async () => {
    const importId = 'one';
    const globex = { advertiser: { name: 'Globex' } };
    await catalog.recordAds([ad('1'), ad('2'), ad('3', globex)], {
      source: 'test',
      seenAt: new Date(),
      importId,
    });
    await catalog.endImport(importId);
    const [untold] = await endedImports(db, new Date(0), 1);
    const recordings = untold?.recordings ?? [];
    expect(await advertisersOfImport(clickhouse, recordings)).toEqual(
      [advertiserId('Acme'), advertiserId('Globex')].toSorted((a, b) => a - b),
    );
    const query = { recordings, advertiserIds: [advertiserId('Globex')] };
    expect((await all(adChangesOfImport(clickhouse, query))).map((each) => each.hash)).toEqual([hash('3')]);
  });

  it('contain no changes for an ad that moves to another advertiser, and its history is preserved', async () => {
    await importDay(1, [ad('1', page('a'))]);
    expect(await importDay(2, [ad('1', { ...page('a'), advertiser: { name: 'Globex' } })])).toEqual([]);
    expect(await wholeHistory()).toMatchObject([{ kind: 'launched', advertiserName: 'Globex' }]);
    const next = { ...page('a'), advertiser: { name: 'Globex' } };
    expect(await importDay(3, [ad('2', next)])).toMatchObject([{ kind: 'launched', pageFirstDay: null }]);
  });

  it('skip events of interrupted recordings and invalid stored changes', async () => {
    await importDay(1, [ad('1')]);
    const lost = {
      advertiser_id: advertiserId('Acme'),
      sequence: 9,
      kind: 'stopped',
      at: `${dayOf(2)}T00:00:00Z`,
    };
    await clickhouse.insert('events', [
      { ...lost, hash: hash('1'), changes: '[]', recorded_in: 999 },
      { ...lost, hash: hash('none'), changes: '[]', recorded_in: 999 },
    ]);
    expect(await all(adChangesOfImport(clickhouse, { recordings: [999], advertiserIds: null }))).toEqual([]);
    const strange = [
      'bodies',
      'platforms',
      'startDate',
      'reach',
      '__proto__',
      'landingPageUrl',
      'description',
    ];
    const changes = strange.map((field) => ({ field, from: { toString: 7 }, to: 5 }));
    const events = [
      { at: dayOf(2), kind: 'launched' as const, changes: [] },
      { at: dayOf(3), kind: 'changed' as const, changes },
    ];
    const result = await importDay(3, [ad('2', { ...page('a'), events })]);
    expect(result).toMatchObject([
      { kind: 'launched', after: { landingPage: 'acme.example/a', startDay: dayOf(2), reach: null } },
      { kind: 'changed', before: { landingPage: 'acme.example/a' } },
    ]);
  });
});

describe('history that is imported day by day', () => {
  const sighting = fc.record({
    id: fc.constantFrom('1', '2', '3', '4', '5'),
    body: fc.constantFrom('Run further', 'Free shipping', 'Half the price'),
    page: fc.option(fc.constantFrom('a', 'b', 'c')),
    reach: fc.option(fc.constantFrom(10, 200, 3000)),
    platform: fc.constantFrom('facebook' as const, 'tiktok' as const),
    status: fc.constantFrom('active' as const, 'active' as const, 'inactive' as const),
    startDate: fc.option(fc.constantFrom('2026-02-27', '2026-02-28')),
  });
  type Sighted = typeof sighting extends fc.Arbitrary<infer Value> ? Value : never;
  const toOpenAd = ({ id, body, page: name, reach, platform, status, startDate }: Sighted) =>
    ad(id, {
      advertiser: { name: Number(id) % 2 === 0 ? 'Acme' : 'Globex' },
      bodies: [body],
      ...(name === null ? {} : page(name)),
      reach: reach === null ? null : { value: reach },
      platforms: [platform],
      status,
      startDate,
    });
  const days = fc.array(fc.array(fc.array(sighting, { maxLength: 3 }), { minLength: 1, maxLength: 2 }), {
    minLength: 3,
    maxLength: 6,
  });

  // A dozen recordings per run exceed the default timeout on a busy machine.
  it('gives the same changes as the imports', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(days, async (history) => {
        await empty();
        const live: AdChange[] = [];
        for (const [index, batches] of history.entries()) {
          const seen = batches.filter((batch) => batch.length > 0).map((batch) => batch.map(toOpenAd));
          live.push(...(await importDay(index + 1, ...seen)));
        }
        expect(withoutConfirmations(await wholeHistory())).toEqual(withoutConfirmations(live));
      }),
      { numRuns: 4 },
    );
  });
});

/** An ad may be confirmed by a later import. */
const withoutConfirmations = (changes: readonly AdChange[]) =>
  changes.toSorted(byName).map(({ isDated: _isDated, ...change }) => change);

const nameOf = (each: AdChange): string =>
  JSON.stringify([each.hash, each.at, each.kind, each.before, each.after]);
const byName = (one: AdChange, other: AdChange): number => (nameOf(one) < nameOf(other) ? -1 : 1);
