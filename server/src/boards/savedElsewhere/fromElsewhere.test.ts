import type { SavedAd } from '@magpie/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAdIndex } from '../../app.ts';
import type { Catalog } from '../../ads/catalog.ts';
import { adHash } from '../../ads/identity.ts';
import type { ClickHouseEngine } from '../../db/clickhouse/clickhouse.ts';
import { readConfig } from '../../config/config.ts';
import { openAd, plainCatalog } from '../../testing/catalog.ts';
import { clickhouseLanes, freshClickHouse } from '../../testing/clickhouse.ts';
import { postgresLanes } from '../../testing/postgres.ts';
import { startService, type Client, type TestService } from '../../testing/service.ts';
import {
  completePlaceholders,
  saveImportedAds,
  type ImportedAd,
  type SavingParts,
} from './saveFromElsewhere.ts';

/** Each engine variant once instead of all combinations. */
const lanes = clickhouseLanes.flatMap((index, at) => {
  const postgres = postgresLanes[at % postgresLanes.length];
  return postgres === undefined ? [] : [{ index, postgres }];
});

type Person = Client & { readonly userId: string; readonly email: string };

describe.each(lanes)('imported saved ads on $postgres.name and ClickHouse, $index', ({ index, postgres }) => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  let catalog: Catalog;
  let parts: SavingParts;
  let ann: Person;
  let ben: Person;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(index);
    service = await startService(postgres, {}, clickhouse);
    catalog = plainCatalog(clickhouse, service.db);
    const ads = createAdIndex(clickhouse, service.db, readConfig({}));
    parts = { db: service.db, clickhouse, presentAds: ads.presentation(() => '') };
    await record('meta:10001', { bodies: ['Known to the index'] });
  });
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
  });
  beforeEach(async () => {
    [ann, ben] = [await meet(), await meet()];
  });

  const meet = async (): Promise<Person> => {
    const person = await service.newcomer();
    const [row] = await service.db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [
      person.userId,
    ]);
    return { ...person, email: row?.email ?? '' };
  };
  const record = (key: string, ad: Parameters<typeof openAd>[0]) =>
    catalog.recordAds([openAd({ ...ad, key })], {
      source: 'test',
      seenAt: new Date('2026-03-01T08:00:00Z'),
    });
  const fromElsewhere = (key: string, changes: Partial<ImportedAd> = {}): ImportedAd => {
    const externalId = key.slice(key.indexOf(':') + 1);
    return {
      key,
      libraryAd: {
        externalId,
        sourceUrl: `https://www.facebook.com/ads/library/?id=${externalId}`,
        platform: 'facebook',
      },
      boards: [['Hooks']],
      note: null,
      savedAt: null,
      ...changes,
    };
  };
  const save = (who: Person, ...ads: ImportedAd[]) =>
    saveImportedAds(parts, { email: who.email.toUpperCase(), ads });
  const saved = async (who: Client): Promise<SavedAd[]> => (await who.get('ads.list')).data.ads;
  const boards = async (who: Client): Promise<[string, number, string | null, number][]> => {
    const all: { id: number; name: string; order: number; parentBoardId: number | null; adCount: number }[] =
      (await who.get('boards.list')).data;
    const nameOf = new Map(all.map(({ id, name }) => [id, name]));
    return all.map(({ name, order, parentBoardId, adCount }) => [
      name,
      order,
      parentBoardId === null ? null : (nameOf.get(parentBoardId) ?? ''),
      adCount,
    ]);
  };

  it('an indexed ad is saved from the index, any other as a placeholder', async () => {
    const savedAt = '2025-02-06T07:08:09.000Z';
    expect(
      await save(ann, fromElsewhere('meta:10001', { savedAt, note: 'Mine' }), fromElsewhere('meta:99001')),
    ).toEqual({ saved: 2, there: 0, unknown: 0, waiting: 1, completed: 0, madeBoards: [['Hooks']] });
    const [first, second] = (await saved(ann)).toSorted((one, other) =>
      one.savedAt < other.savedAt ? -1 : 1,
    );
    expect(first).toMatchObject({
      hash: adHash('meta:10001'),
      body: 'Known to the index',
      savedAt,
      note: 'Mine',
    });
    expect(second).toMatchObject({
      hash: adHash('meta:99001'),
      externalId: '99001',
      sourceUrl: 'https://www.facebook.com/ads/library/?id=99001',
      platforms: ['facebook'],
      advertiser: { name: 'Unknown advertiser', brandLogo: expect.stringContaining('/logos/') },
      body: null,
    });
    expect((await ann.get('ads.getDetails', { hash: adHash('meta:99001') })).status).toBe(200);
    expect((await ben.get('ads.getDetails', { hash: adHash('meta:99001') })).status).toBe(404);
  });

  it('saving again changes neither snapshot, time, boards nor a new note', async () => {
    const ads = [
      fromElsewhere('meta:10001', { boards: [['Hooks'], ['Clients', 'Acme']], note: 'From the file' }),
      fromElsewhere('meta:99002', { boards: [['Clients']] }),
    ];
    await save(ann, ...ads);
    await ann.post('ads.setNote', { hash: adHash('meta:10001'), note: 'Rewritten' });
    const before = [await saved(ann), await boards(ann)];
    expect(before[1]).toEqual([
      ['Hooks', 0, null, 1],
      ['Clients', 1, null, 1],
      ['Acme', 2, 'Clients', 1],
    ]);
    expect(await save(ann, ...ads)).toEqual({
      saved: 0,
      there: 2,
      unknown: 0,
      waiting: 1,
      completed: 0,
      madeBoards: [],
    });
    expect([await saved(ann), await boards(ann)]).toEqual(before);
  });

  it('uses the first personal board of a name at its level, and no boards of others or teams', async () => {
    await ben.post('boards.create', { name: 'Hooks' });
    const [team] = await service.db.query<{ id: number }>(
      `INSERT INTO teams (name, slug) VALUES ('Team', 'team-' || gen_random_uuid()) RETURNING id`,
    );
    await service.db.query(
      `INSERT INTO team_members (team_id, user_id, email, role, joined_at) VALUES ($1, $2, $3, 'admin', now())`,
      [team?.id, ann.userId, ann.email],
    );
    await ann.post('boards.create', { name: 'Hooks', teamId: team?.id });
    const other = (await ann.post('boards.create', { name: 'Other' })).data;
    await ann.post('boards.create', { name: 'Hooks', parentBoardId: other.id });
    for (let copy = 0; copy < 2; copy += 1) await ann.post('boards.create', { name: 'Hooks' });
    await save(ann, fromElsewhere('meta:10001'));
    const own = (await boards(ann)).filter(([name]) => name === 'Hooks');
    expect(own.map(([, order, parent, adCount]) => [order, parent, adCount])).toEqual(
      expect.arrayContaining([
        [0, null, 0],
        [1, 'Other', 0],
        [2, null, 1],
        [3, null, 0],
      ]),
    );
    expect(await boards(ben)).toEqual([['Hooks', 0, null, 0]]);
    expect(await saved(ben)).toEqual([]);
  });

  it('a complete ad stays complete if the index loses it; a placeholder is completed from the index', async () => {
    const key = `meta:66${postgres.name.length}${index.length}`;
    const lost = fromElsewhere('meta:99005');
    await save(ann, lost, fromElsewhere(key), fromElsewhere('meta:99006'));
    await service.db.query(`UPDATE saved_ads SET incomplete = false WHERE ad_hash = $1`, [adHash(lost.key)]);
    await record(key, { bodies: ['Learnt of since'] });
    const again = [lost, fromElsewhere(key), fromElsewhere(key), fromElsewhere('meta:99006')];
    expect(await save(ann, ...again)).toMatchObject({ there: 4, waiting: 1, completed: 1 });
    expect(await save(ann, ...again)).toMatchObject({ there: 4, waiting: 1, completed: 0 });
  });

  it('several rows of an ad for different boards give one saved ad on all of them', async () => {
    const rows = ['A', 'B', 'A'].map((name) => fromElsewhere('meta:99003', { boards: [[name]], note: name }));
    expect(await save(ann, ...rows)).toMatchObject({ saved: 2, there: 1 });
    const [ad, ...others] = await saved(ann);
    expect([ad?.boardIds.length, ad?.note, others]).toEqual([2, 'A', []]);
  });

  it('an ad with neither URL nor index entry is counted as unknown and not saved', async () => {
    expect(await save(ann, fromElsewhere('row:none', { libraryAd: null }))).toMatchObject({
      saved: 0,
      unknown: 1,
      madeBoards: [],
    });
    expect(await boards(ann)).toEqual([]);
  });

  it('a time in the future is clamped to now', async () => {
    await save(ann, fromElsewhere('meta:10001', { savedAt: '2099-01-01T00:00:00.000Z' }));
    const [ad] = await saved(ann);
    expect(Date.parse(ad?.savedAt ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('NOT_FOUND for an unknown user', async () => {
    await expect(saveImportedAds(parts, { email: 'nobody@example.com', ads: [] })).rejects.toThrow(
      'No user has the email address nobody@example.com; add them with: users add nobody@example.com.',
    );
  });

  it('a placeholder is completed once its ad is indexed, and keeps time, boards and note', async () => {
    const savedAt = '2025-02-06T07:08:09.000Z';
    const key = `meta:55${postgres.name.length}${index.length}`;
    await save(ann, fromElsewhere(key, { savedAt, note: 'Look', boards: [['A'], ['B']] }));
    await save(ben, fromElsewhere(key, { savedAt }), fromElsewhere('meta:99004'));
    const [before] = await saved(ann);
    const never = new AbortController().signal;
    expect(await completePlaceholders(parts, never)).toBe(0);
    await record(key, {
      advertiser: { name: 'Acme' },
      bodies: ['Anvils fall fast'],
      media: [{ type: 'image', url: 'https://cdn.example/a.jpg' }],
    });
    expect(await completePlaceholders(parts, AbortSignal.abort())).toBe(0);
    const turns = await Promise.all([completePlaceholders(parts, never), completePlaceholders(parts, never)]);
    expect(turns.reduce((sum, count) => sum + count, 0)).toBe(2);
    const [after] = await saved(ann);
    expect(after).toMatchObject({
      body: 'Anvils fall fast',
      advertiser: { name: 'Acme' },
      savedAt,
      note: 'Look',
    });
    expect(after?.boardIds).toEqual(before?.boardIds);
    expect((await ann.get('ads.list', { searchQuery: 'anvils' })).data.total).toBe(1);
    expect((await ben.get('ads.list', { searchQuery: 'anvils' })).data.total).toBe(1);
    expect(await completePlaceholders(parts, never)).toBe(0);
  });

  it('concurrent imports create each ad and each board once', async () => {
    const ads = Array.from({ length: 20 }, (_, at) =>
      fromElsewhere(`meta:7700${at}`, { boards: [['Shared', `Part ${at % 4}`]] }),
    );
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => save(ann, ...ads)));
    expect(outcomes.reduce((sum, outcome) => sum + outcome.saved, 0)).toBe(20);
    expect((await saved(ann)).length).toBe(20);
    expect((await boards(ann)).map(([name, order, parent]) => [name, order, parent])).toEqual([
      ['Shared', 0, null],
      ...[0, 1, 2, 3].map((part) => [`Part ${part}`, part + 1, 'Shared']),
    ]);
  });
});
