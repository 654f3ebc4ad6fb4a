import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCatalog, type Catalog } from '../ads/catalog.ts';
import { adHash } from '../ads/identity.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { openAd, plainEnrichment } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { newTeam, type Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';
import { savedAdUpdater, updateSavedAds } from './measurements.ts';
import { restoreSavedAds } from './restore.sql.ts';
import { savedAdColumns } from './savedAdColumns.ts';

let clickhouse: ClickHouseEngine;
beforeAll(async () => {
  clickhouse = await freshClickHouse('embedded');
});
afterAll(() => clickhouse.close());

const untilDone = new AbortController().signal;

describe.each(postgresLanes)('measurements of saved ads on $name', (lane) => {
  let service: TestService;
  let catalog: Catalog;
  let ann: Person;
  let count = 0;
  beforeAll(async () => {
    service = await startService(lane, {}, clickhouse);
    ({ catalog } = service);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    ann = await service.newcomer();
  });

  const newKey = (): string => `meta:${lane.name}-${(count += 1)}`;

  /** An ad of the index as it is first seen: running, reach 100. */
  const before = (key: string) =>
    openAd({
      key,
      status: 'active',
      lastConfirmedAt: new Date().toISOString(),
      startDate: '2026-03-01',
      headlines: ['First headline'],
      reach: { value: 100 },
      snapshots: [{ capturedAt: '2026-03-02T08:00:00Z', likes: 1, comments: 2, shares: 0 }],
    });
  /** The same later: ended, reach 900,000, with another headline. */
  const after = (key: string) =>
    openAd({
      key,
      status: 'inactive',
      startDate: '2026-02-01',
      endDate: '2026-03-20',
      headlines: ['Second headline'],
      reach: { value: 900_000 },
      snapshots: [{ capturedAt: '2026-03-21T08:00:00Z', likes: 50, comments: 20, shares: 3 }],
    });
  const first = { source: 'test', seenAt: new Date('2026-03-02T08:00:00Z') };
  const later = { source: 'test', seenAt: new Date('2026-03-21T08:00:00Z') };

  const save = async (who: Person, key: string, board: object = {}): Promise<number> => {
    const { data } = await who.post('boards.create', { name: 'Board', ...board });
    expect((await who.post('ads.addToBoard', { boardId: data.id, hash: adHash(key) })).status).toBe(200);
    return data.id;
  };
  const listed = async (who: Person, input: object = {}) => (await who.get('ads.list', input)).data.ads;
  const marks = async (key: string): Promise<number> =>
    (await service.db.query(`SELECT FROM outdated_saved_ads WHERE ad_hash = $1`, [adHash(key)])).length;
  const runJob = (): Promise<number> => updateSavedAds({ clickhouse, db: service.db, catalog }, untilDone);

  it('are the current ones of the index in lists, filters, orders, exports and published boards', async () => {
    const [key, other] = [newKey(), newKey()];
    await catalog.recordAds([before(key), before(other)], first);
    const boardId = await save(ann, key);
    await ann.post('ads.addToBoard', { boardId, hash: adHash(other) });
    const [copy] = await listed(ann);
    expect(copy).toMatchObject({ status: 'active', reach: { value: 100 }, savedAs: { status: 'active' } });

    await catalog.recordAds([after(key)], later);
    const details = (await ann.get('ads.getDetails', { hash: adHash(key) })).data;
    const [shown, ...others] = await listed(ann, { viewsMin: 500_000 });
    expect(others).toEqual([]);
    for (const field of ['status', 'startDate', 'endDate', 'lastSeenAt', 'daysRunning'])
      expect([field, shown[field]]).toEqual([field, details[field]]);
    expect(shown).toMatchObject({
      hash: adHash(key),
      status: 'inactive',
      reach: { value: 900_000 },
      engagement: { likes: 50, comments: 20, shares: 3 },
      performanceScore: details.performanceScore,
      headlines: ['First headline'],
      savedAs: {
        status: 'active',
        startDate: '2026-03-01',
        endDate: null,
        reach: { value: 100 },
        engagement: { likes: 1, comments: 2, shares: 0 },
      },
    });
    expect(details.savedAs).toEqual(shown.savedAs);
    expect(await listed(ann, { viewsMax: 1000 })).toMatchObject([{ hash: adHash(other) }]);
    expect(await listed(ann, { dateTo: '2026-02-15' })).toMatchObject([{ hash: adHash(key) }]);
    for (const [sortBy, hashes] of [
      ['views', [key, other]],
      ['likes', [key, other]],
      ['comments', [key, other]],
      ['date', [other, key]],
    ] as const) {
      const sorted = await listed(ann, { sortBy });
      expect([sortBy, sorted.map(({ hash }: { hash: string }) => hash)]).toEqual([
        sortBy,
        hashes.map(adHash),
      ]);
    }
    const csv = await fetch(`${service.address}/api/export/ads.csv?viewsMin=500000`, {
      headers: { authorization: `Bearer ${ann.key}` },
    });
    expect(await csv.text()).toMatch(/inactive.*,900000,50,20,3,/);
    await ann.post('boards.togglePublic', { id: boardId, published: true });
    const { ads } = (await (await fetch(`${service.address}/b/${boardId}.json`)).json()) as {
      ads: { hash: string; status: string; reach: { value: number } }[];
    };
    expect(ads.find(({ hash }) => hash === adHash(key))).toMatchObject({
      status: 'inactive',
      reach: { value: 900_000 },
    });
  });

  it('are updated in every scope with a copy, also after a copy moved', async () => {
    const key = newKey();
    await catalog.recordAds([before(key)], first);
    const ben = await service.newcomer();
    const teamId = await newTeam(service.db, { owner: ben });
    const boardId = await save(ben, key);
    await save(ben, key);
    await save(ann, key);
    await catalog.recordAds([after(key)], later);
    expect((await ben.post('boards.update', { id: boardId, teamId })).status).toBe(200);
    for (const who of [ann, ben]) expect(await listed(who, { viewsMin: 900_000 })).toHaveLength(1);
    expect(await listed(ben, { boardId, sortBy: 'views' })).toMatchObject([
      { reach: { value: 900_000 }, savedAs: { reach: { value: 100 } } },
    ]);
  });

  it('stay marked if a recording cannot update them, and the job updates them', async () => {
    const key = newKey();
    await catalog.recordAds([before(key)], first);
    await save(ann, key);
    expect(await runJob()).toBeGreaterThan(0);
    expect(await marks(key)).toBe(0);
    const updater = savedAdUpdater({ clickhouse, db: service.db });
    // As after an interruption: the index is written, but not the copies.
    const killed = createCatalog({
      clickhouse,
      db: service.db,
      enrichment: plainEnrichment,
      embedder: null,
      copies: { ...updater, update: () => Promise.resolve() },
    });
    await killed.recordAds([after(key)], later);
    expect(await listed(ann, { viewsMin: 900_000 })).toEqual([]);
    expect(await marks(key)).toBe(1);
    expect(await runJob()).toBe(1);
    expect(await listed(ann, { viewsMin: 900_000 })).toHaveLength(1);
    expect([await marks(key), await runJob()]).toEqual([0, 0]);
  });

  it('of a copy restored from an archive are read from the index by the job', async () => {
    const key = newKey();
    await catalog.recordAds([before(key)], first);
    await save(ann, key);
    const [{ savedAs: _savedAs, savedAt, note: _note, boardIds: _boardIds, ...ad }] = await listed(ann);
    await catalog.recordAds([after(key)], later);
    const ben = await service.newcomer();
    const restored = { hash: ad.hash, savedAt, note: null, stage: null, incomplete: false, ad };
    await restoreSavedAds(service.db, { userId: ben.userId, teamId: null }, [
      { ...restored, columns: savedAdColumns(ad, new Date(savedAt)) },
    ]);
    expect(await listed(ben, { viewsMax: 100 })).toHaveLength(1);
    await runJob();
    expect(await listed(ben, { viewsMin: 900_000 })).toMatchObject([
      { status: 'inactive', savedAs: { status: 'active', reach: { value: 100 } } },
    ]);
  });

  it('do not fail the recording if their update fails', async () => {
    const key = newKey();
    await catalog.recordAds([before(key)], first);
    await save(ann, key);
    await runJob();
    await service.db.query(
      `CREATE FUNCTION refuse_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused by a test'; END $$`,
    );
    await service.db.query(
      `CREATE TRIGGER refuse_it BEFORE UPDATE ON saved_ad_snapshots EXECUTE FUNCTION refuse_it()`,
    );
    const recorded = await catalog.recordAds([after(key)], later);
    await service.db.query('DROP FUNCTION refuse_it CASCADE');
    expect([recorded.updated, await marks(key)]).toEqual([1, 1]);
    expect(await runJob()).toBe(1);
    expect(await listed(ann)).toMatchObject([{ status: 'inactive', reach: { value: 900_000 } }]);
  });

  it('are those of the copy after the ad is removed from the index', async () => {
    const [key, other] = [newKey(), newKey()];
    await catalog.recordAds([before(key), before(other)], first);
    const boardId = await save(ann, key);
    await ann.post('ads.addToBoard', { boardId, hash: adHash(other) });
    await runJob();
    await catalog.recordAds([after(key), after(other)], later);
    expect(await listed(ann, { viewsMin: 900_000 })).toHaveLength(2);
    expect(await catalog.removeAds({ keys: `^${key}$`, source: 'none' })).toBe(1);
    expect(await listed(ann, { viewsMin: 900_000 })).toMatchObject([{ hash: adHash(other) }]);
    const [copy] = await listed(ann, { viewsMax: 100 });
    expect(copy).toMatchObject({ hash: adHash(key), startDate: '2026-03-01', reach: { value: 100 } });
    expect(copy).toMatchObject(copy.savedAs);
    expect((await ann.get('ads.getDetails', { hash: adHash(key) })).data).toMatchObject(copy);
    expect(await listed(ann, { sortBy: 'views' })).toMatchObject([
      { hash: adHash(other) },
      { hash: adHash(key) },
    ]);
    expect(await marks(key)).toBe(0);
  });

  it('keep the sort position if they equal those of the copy', async () => {
    const key = newKey();
    await catalog.recordAds([after(key)], first);
    await save(ann, key);
    await runJob();
    const [ad] = await listed(ann);
    expect(ad).toMatchObject(ad.savedAs);
    expect(await service.db.query(`SELECT FROM forgotten_ads WHERE ad_hash = $1`, [adHash(key)])).toEqual([]);
  });

  it('are those of the copy if the ad is not in the index', async () => {
    const key = newKey();
    await catalog.recordAds([before(key)], first);
    await save(ann, key);
    const unknown = adHash(newKey());
    await service.db.query(
      `WITH renamed AS (UPDATE saved_ads SET ad_hash = $2 WHERE ad_hash = $1 RETURNING id)
       UPDATE saved_ad_snapshots SET ad = jsonb_set(ad, '{hash}', to_jsonb($2::text))
       WHERE saved_ad_id IN (SELECT id FROM renamed)`,
      [adHash(key), unknown],
    );
    await service.db.query(`INSERT INTO outdated_saved_ads (ad_hash) VALUES ($1)`, [unknown]);
    await runJob();
    const [ad] = await listed(ann, { viewsMax: 100 });
    expect(ad).toMatchObject({ hash: unknown, status: 'active', reach: { value: 100 } });
    expect(ad.savedAs).toMatchObject({ status: ad.status, reach: ad.reach, daysRunning: ad.daysRunning });
    // As a copy of an earlier version.
    await service.db.query(
      `UPDATE saved_ad_snapshots SET ad = ad - 'lastConfirmedAt' - 'daysRunningKind' WHERE ad ->> 'hash' = $1`,
      [unknown],
    );
    expect(await listed(ann, { viewsMax: 100 })).toMatchObject([
      {
        status: 'inactive',
        lastConfirmedAt: first.seenAt.toISOString(),
        daysRunning: 1,
        daysRunningKind: 'atLeast',
        savedAs: { status: 'active' },
      },
    ]);
  });
});
