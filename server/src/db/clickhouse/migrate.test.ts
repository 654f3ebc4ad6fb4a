import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  everyClickHouseLane,
  emptyClickHouse,
  longerMigrations,
  silentLog,
  startClickHouseChild,
  temporaryFolder,
} from '../../testing/clickhouse.ts';
import { openClickHouse, type ClickHouse, type ClickHouseEngine } from './clickhouse.ts';
import { checksum, migrateClickHouse } from './migrate.ts';
import { createLedger, migrations, type IndexMigration } from './migrations.sql.ts';
import { createTable, type Table, type Topology } from './table.sql.ts';

const migrate = (
  clickhouse: ClickHouse,
  list?: readonly IndexMigration[],
  cluster: string | null = null,
): Promise<void> =>
  migrateClickHouse(clickhouse, { cluster, log: silentLog, ...(list && { migrations: list }) });

const ledger = (clickhouse: ClickHouse): Promise<{ version: number; name: string }[]> =>
  clickhouse.read('SELECT version, name FROM schema_migrations FINAL ORDER BY version');

const unknownReach = {
  reach: null,
  reach_upper: null,
  reach_kind: null,
  captured_reach: null,
  reach_by_gender: {},
};
const knownReach = {
  transparency: '',
  reach: 1500,
  reach_upper: 2000,
  captured_reach: 1500,
  reach_by_gender: { female: 600 },
};

const single: Topology = { kind: 'single' };
const cluster: Topology = { kind: 'cluster', name: "birds' cluster" };

describe('an index of an earlier version', () => {
  test.each(everyClickHouseLane)(
    '%s, keeps impressions that were stored as reach as impressions',
    async (lane) => {
      const older = await emptyClickHouse(lane);
      await migrate(older, migrations.slice(0, 21));
      const range = {
        reach: 1500,
        reach_lower: 1000,
        reach_upper: 2000,
        reach_kind: 'range',
        captured_reach: 1500,
      };
      const named = (key: string, more: object) => ({
        advertiser_id: 1,
        hash: key.padEnd(32, '0').replaceAll(':', '0'),
        key,
        version: 3,
        ...range,
        reach_by_gender: { female: 600 },
        ...more,
      });
      const ads = [
        named('meta:1', {}),
        named('linkedin:2', { reach_upper: null }),
        named('tiktok:3', {}),
        named('meta:4', { reach_kind: 'reported' }),
      ];
      await older.insert('ads', ads);
      await older.insert(
        'snapshots',
        ads.map(({ hash }) => ({
          hash,
          captured_at: '2026-01-05T08:00:00.000Z',
          reach: 1500,
          likes: 4,
          version: 3,
        })),
      );
      await older.insert('advertiser_totals', [
        { advertiser_id: 1, name: 'Acme', ads: 4, reach: 6000, built_at: new Date(1000) },
      ]);
      await migrate(older, migrations.slice(0, 27));
      expect(
        await older.read(
          'SELECT key, transparency, reach, reach_upper, reach_kind, captured_reach, reach_by_gender FROM ads FINAL ORDER BY key',
        ),
      ).toEqual([
        {
          ...unknownReach,
          key: 'linkedin:2',
          transparency: '{"impressions":{"value":1500,"lower":1000,"upper":null,"kind":"range"}}',
        },
        {
          ...unknownReach,
          key: 'meta:1',
          transparency: '{"impressions":{"value":1500,"lower":1000,"upper":2000,"kind":"range"}}',
        },
        { ...knownReach, key: 'meta:4', reach_kind: 'reported' },
        { ...knownReach, key: 'tiktok:3', reach_kind: 'range' },
      ]);
      expect(
        await older.read(
          'SELECT reach, likes, count() AS ads FROM snapshots FINAL GROUP BY reach, likes ORDER BY reach',
        ),
      ).toEqual([
        { reach: 1500, likes: 4, ads: 2 },
        { reach: null, likes: 4, ads: 2 },
      ]);
      expect(await older.read('SELECT name, ads, reach FROM advertiser_totals FINAL')).toEqual([
        { name: 'Acme', ads: 4, reach: 3000 },
      ]);
      await older.close();
    },
  );

  test.each(everyClickHouseLane)('%s, knows which launches are first sightings', async (lane) => {
    const older = await emptyClickHouse(lane);
    await migrate(older, migrations.slice(0, 33));
    const ad = { advertiser_id: 1, version: 3, platforms: ['tiktok'], tag_ids: [7] };
    const [stated, seen] = ['a'.repeat(32), 'b'.repeat(32)];
    const times = { likes: 4, first_seen_at: '2026-01-05T08:00:00.000Z' };
    await older.insert('ads', [
      { ...ad, ...times, hash: stated, start_date: '2026-01-02' },
      { ...ad, ...times, hash: seen },
    ]);
    await older.insert('trending_ads', [
      { ...ad, hash: stated, day: '2026-01-02', engagement: 4 },
      { ...ad, hash: seen, day: '2026-01-05', engagement: 4 },
    ]);
    await migrate(older);
    expect(
      await older.read('SELECT day, engagement, tag_ids, has_start FROM trending_ads FINAL ORDER BY day'),
    ).toEqual([
      { day: '2026-01-02', engagement: 4, tag_ids: [7], has_start: 1 },
      { day: '2026-01-05', engagement: 4, tag_ids: [7], has_start: 0 },
    ]);
    await older.close();
  });

  test.each(everyClickHouseLane)(
    '%s, gets the later migrations, and its parts can be merged',
    async (lane) => {
      const older = await emptyClickHouse(lane);
      await migrate(older, migrations.slice(0, 10));
      const picture = { type: 'image', url: 'https://cdn.example/1.jpg', thumbnailUrl: null };
      const row = {
        advertiser_id: 1,
        hash: 'a'.repeat(32),
        version: 1,
        start_date: '2026-01-02',
        last_seen_at: '2026-01-05T08:00:00.000Z',
        likes: 3,
        reach: 7,
        platforms: ['tiktok'],
        landing_page: 'example.com/sale',
        landing_page_domain: 'example.com',
        media: '[]',
        headlines: ['Summer SALE'],
        search_text: ' acme shoes | summer sale | one | first ',
        cards: JSON.stringify([{ headline: 'One', body: 'First', media: [picture] }]),
      };
      await older.insert('ads', [row]);
      const known = {
        advertiser_id: 1,
        name_key: 'acme shoes',
        name: 'Acme Shoes',
        brand_logo: 'https://acme.example/a.png',
      };
      await older.insert('advertisers', [
        { ...known, version: 1 },
        { advertiser_id: 2, name_key: 'globex', name: 'Globex', version: 1 },
      ]);
      const vector = { model: 'words@2', advertiser_id: 1, texts: 1 };
      await older.insert('advertiser_vectors', [{ ...vector, vector: [1, 0], built_at: new Date(1000) }]);
      await older.insert('advertiser_vectors', [{ ...vector, vector: [0, 1], built_at: new Date(2000) }]);
      await migrate(older);
      expect(await older.read('SELECT * FROM advertiser_embeddings')).toEqual([
        { ...vector, vector: [0, 1], built_at: new Date(2000).toISOString() },
      ]);
      expect(await older.read('SELECT 1 FROM advertiser_vectors')).toEqual([]);
      await older.insert('ads', [
        { ...row, hash: 'b'.repeat(32), card_bodies: ['First'], thumbnail_url: picture.url },
      ]);
      await older.write('OPTIMIZE TABLE ads FINAL');
      expect(await older.read('SELECT card_bodies, thumbnail_url, added_in FROM ads ORDER BY hash')).toEqual([
        { card_bodies: ['First'], thumbnail_url: picture.url, added_in: 0 },
        { card_bodies: ['First'], thumbnail_url: picture.url, added_in: 0 },
      ]);
      const ranking = { brand_words: ' acme shoes ', headline_words: ' summer sale one ', text_words: 10 };
      expect(await older.read(`SELECT ${Object.keys(ranking).join(', ')} FROM ads FINAL`)).toEqual([
        ranking,
        ranking,
      ]);
      expect(await older.read('SELECT uniqExact(duplicate_key) AS keys FROM ads FINAL')).toEqual([
        { keys: 1 },
      ]);
      const confirmation = {
        last_confirmed_at: row.last_seen_at,
        freshness_days: 14,
        confirmed_day: '2026-01-05',
      };
      expect(await older.read(`SELECT ${Object.keys(confirmation).join(', ')} FROM ads FINAL`)).toEqual([
        confirmation,
        confirmation,
      ]);
      expect(await older.read('SELECT day, engagement FROM trending_ads FINAL')).toEqual([
        { day: '2026-01-02', engagement: 3 },
      ]);
      expect(
        await older.read('SELECT page, hash, sequence, recorded_in, start_day FROM page_uses FINAL'),
      ).toEqual([
        { page: 'example.com/sale', hash: row.hash, sequence: 1, recorded_in: 0, start_day: '2026-01-02' },
      ]);
      const totals = 'ads, reach, platforms, domains, name, name_key, brand_logo';
      expect(
        await older.read(`SELECT ${totals} FROM advertiser_totals FINAL ORDER BY advertiser_id`),
      ).toEqual([
        {
          ads: 1,
          reach: 7,
          platforms: ['tiktok'],
          domains: ['example.com'],
          name: 'Acme Shoes',
          name_key: 'acme shoes',
          brand_logo: 'https://acme.example/a.png',
        },
        {
          ads: 0,
          reach: 0,
          platforms: [],
          domains: [],
          name: 'Globex',
          name_key: 'globex',
          brand_logo: null,
        },
      ]);
      await older.close();
    },
  );
});

describe.each(everyClickHouseLane)('migrations, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  beforeAll(async () => {
    clickhouse = await emptyClickHouse(lane);
  });
  afterAll(() => clickhouse.close());

  test('run by several nodes at once create one schema', async () => {
    await Promise.all([migrate(clickhouse), migrate(clickhouse), migrate(clickhouse)]);
    expect(await ledger(clickhouse)).toEqual(migrations.map(({ version, name }) => ({ version, name })));
    expect(await clickhouse.read('SELECT * FROM advertisers')).toEqual([]);
  });

  test('create the schema once, and a second start changes nothing', async () => {
    await migrate(clickhouse);
    const applied = await clickhouse.read('SELECT * FROM schema_migrations FINAL ORDER BY version');
    await migrate(clickhouse);
    expect(await clickhouse.read('SELECT * FROM schema_migrations FINAL ORDER BY version')).toEqual(applied);
    expect(applied).toHaveLength(migrations.length);
  });

  test('give an advertiser one row, the one of its highest version', async () => {
    const seen = {
      advertiser_id: 4503599627370495,
      name_key: 'acme',
      first_seen_at: new Date(1_700_000_000_123),
    };
    await clickhouse.insert('advertisers', [{ ...seen, name: 'ACME', version: 2 }]);
    await clickhouse.insert('advertisers', [{ ...seen, name: 'Acme', version: 1 }]);
    expect(await clickhouse.read('SELECT * FROM advertisers FINAL')).toEqual([
      {
        ...seen,
        name: 'ACME',
        brand_logo: null,
        page_url: null,
        first_seen_at: '2023-11-14T22:13:20.123Z',
        version: 2,
        external_ids: [],
        categories: [],
        last_seen_at: '1970-01-01T00:00:00.000Z',
        alias_of: 0,
        names: [],
        named_at: '2023-11-14T22:13:20.123Z',
        name_rank: 1,
        logo_day: '1970-01-01',
        page_url_day: '1970-01-01',
        pages: [],
      },
    ]);
  });

  test('sync every insert to disk', async () => {
    const rows = await clickhouse.read<{ name: string; create: string }>(
      'SELECT name, create_table_query AS create FROM system.tables WHERE database = currentDatabase() ORDER BY name',
    );
    expect(rows.length).toBeGreaterThan(migrations.length / 2);
    for (const { create } of rows) {
      expect(create).toContain('fsync_after_insert = 1, fsync_part_directory = 1');
    }
  });

  test('store a batch of ads in few files, because an insert syncs each of them', async () => {
    const words = 'word '.repeat(200_000);
    const rows = Array.from({ length: 14 }, (_, number) => ({
      advertiser_id: 1,
      hash: String(number).padStart(32, '0'),
      search_text: words,
    }));
    await clickhouse.insert('ads', rows);
    const parts = await clickhouse.read<{ type: string }>(
      `SELECT toString(part_type) AS type FROM system.parts
       WHERE database = currentDatabase() AND table = 'ads' AND active`,
    );
    expect(parts).toEqual([{ type: 'Compact' }]);
    await clickhouse.write('TRUNCATE TABLE ads');
  });

  test('that are new run alone', async () => {
    await migrate(clickhouse, longerMigrations);
    const last = longerMigrations.at(-1);
    expect((await ledger(clickhouse)).at(-1)).toEqual({ version: last?.version, name: last?.name });
  });

  test('of a newer version stop an older Magpie with one sentence', async () => {
    await expect(migrate(clickhouse)).rejects.toThrow(
      `The ClickHouse data has schema version 1000001, and this Magpie supports versions up to ${migrations.length}: start the newer Magpie that wrote it.`,
    );
  });

  test('that were changed after they ran are rejected with one sentence', async () => {
    const changed = longerMigrations.map((migration) =>
      migration.version === 1 ? { ...migration, statements: () => ['SELECT 1'] } : migration,
    );
    await expect(migrate(clickhouse, changed)).rejects.toThrow(
      'ClickHouse migration 1 (add advertisers) differs from the one applied to this database: start the Magpie that applied it.',
    );
  });

  test('for a cluster are rejected on a database of a single server, before any statement', async () => {
    const written: string[] = [];
    const watched: ClickHouse = {
      ...clickhouse,
      write: (statement) => {
        written.push(statement);
        return Promise.resolve();
      },
    };
    await expect(migrate(watched, longerMigrations, 'birds')).rejects.toThrow(
      'The ClickHouse database was set up for a single server, not for the cluster birds: set CLICKHOUSE_CLUSTER as it was, or use another database.',
    );
    expect(written).toEqual([]);
  });
});

test('after a SIGKILL at any statement the next start completes the migration', async () => {
  const expected = longerMigrations.map(({ version, name }) => ({ version, name }));
  const statements = longerMigrations.flatMap((migration) => migration.statements(single));
  // The statements, the ledger's creation and an entry for each migration.
  const writes = statements.length + 1 + longerMigrations.length;
  // Each needs two starts of the engine, so one run tries every twentieth, and another run others.
  const every = 20;
  for (let write = 1 + Math.floor(Math.random() * every); write <= writes; write += every) {
    const dataFolder = await temporaryFolder();
    const victim = startClickHouseChild('migrate', dataFolder, write);
    const complaints = text(victim.stderr);
    const [, signal] = await once(victim, 'exit');
    expect([write, signal, await complaints]).toEqual([write, 'SIGKILL', '']);
    const clickhouse = await openClickHouse({ url: null, cluster: null, dataFolder, log: silentLog });
    await migrate(clickhouse, longerMigrations);
    expect([write, await ledger(clickhouse)]).toEqual([write, expected]);
    expect(await clickhouse.read('SELECT id, place, seen_at FROM visits')).toEqual([]);
    expect(await clickhouse.read('SELECT day FROM visits_by_day')).toEqual([]);
    await clickhouse.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
}, 600_000);

describe('statements', () => {
  let clickhouse: ClickHouseEngine;
  beforeAll(async () => {
    clickhouse = await emptyClickHouse('embedded');
  });
  afterAll(() => clickhouse.close());

  const everything: Table = {
    name: 'everything',
    columns: { id: 'UInt64', body: "String DEFAULT ''", day: 'Date CODEC(Delta, ZSTD)', version: 'UInt64' },
    orderBy: '(id, day)',
    indexes: { words: "body TYPE text(tokenizer = 'unicodeWord')" },
    settings: { index_granularity: 1024 },
    shardBy: 'cityHash64(id)',
  };

  test.each([
    ['a single server', single],
    ['a cluster', cluster],
  ])('of every migration are accepted by the parser of the engine, for %s', async (_, topology) => {
    const statements = [
      createLedger(topology),
      ...migrations.flatMap((migration) => migration.statements(topology)),
      ...createTable(everything)(topology),
    ];
    for (const statement of statements) {
      const [row] = await clickhouse.read<{ parsed: string }>(
        'SELECT formatQuery({statement:String}) AS parsed',
        {
          statement,
        },
      );
      // Can be repeated, because rows of these tables replace themselves.
      expect(row?.parsed).toMatch(
        /(CREATE TABLE|ADD COLUMN|ADD INDEX) IF NOT EXISTS|DROP COLUMN IF EXISTS|INSERT INTO (snapshots|trending_ads|advertiser_totals|page_uses|advertiser_embeddings|advertiser_bases|picture_hashes)|UPDATE|TRUNCATE TABLE|MATERIALIZE COLUMN|MODIFY SETTING/,
      );
    }
  });

  test('of a table are executed on a single server as declared', async () => {
    for (const statement of createTable(everything)(single)) await clickhouse.write(statement);
    await clickhouse.insert('everything', [{ id: 1, day: '2024-02-29', version: 1 }]);
    expect(await clickhouse.read('SELECT * FROM everything FINAL')).toEqual([
      { id: 1, body: '', day: '2024-02-29', version: 1 },
    ]);
  });

  test('of a table on a cluster create a replicated and a distributed table', () => {
    expect(createTable(everything)(cluster)).toEqual([
      `CREATE TABLE IF NOT EXISTS everything_local ON CLUSTER 'birds\\' cluster'
(
  id UInt64,
  body String DEFAULT '',
  day Date CODEC(Delta, ZSTD),
  version UInt64,
  INDEX words body TYPE text(tokenizer = 'unicodeWord')
)
ENGINE = ReplicatedReplacingMergeTree(version)
ORDER BY (id, day)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 1024`,
      `CREATE TABLE IF NOT EXISTS everything ON CLUSTER 'birds\\' cluster' AS everything_local
ENGINE = Distributed('birds\\' cluster', currentDatabase(), 'everything_local', cityHash64(id))`,
    ]);
  });

  test('of a released migration never change', () => {
    const sums = migrations.map((migration) => [migration.version, checksum(migration, single)]);
    expect(sums).toEqual([
      [1, 'a920818ff0ec8203e14f0cfc6705c797'],
      [2, '4b80cc166e6116ffd066d0d80845cf65'],
      [3, '5e802905bb3bed4d34a9381ff6a55391'],
      [4, '3f098641ff31cd5bcd1845c212e80709'],
      [5, '22fd685cb96feb07b9959d3ccf1673ee'],
      [6, 'f4990c4c2cb8dff1572ca464da3f9284'],
      [7, 'fe64f23242cb55df7b91669f72e273a2'],
      [8, '13eb75dba308206eca12f068aeb07cf7'],
      [9, 'c68938d31019dd051ab6fec138b2c253'],
      [10, 'ba66c0fb484b3253b79182e144e8dffe'],
      [11, '524a153230fd1169be65b61d15153301'],
      [12, '9a5c39001de2fc41dc55f057bd8c48ae'],
      [13, '1401609786371ec74046662b4dfcfd33'],
      [14, '3fc5426a0f8c72a00d7663c34a9ecc0e'],
      [15, '7795e7d9249e43db97b842f7ff82634c'],
      [16, '91a104b29c10d2f21ac7d1dff82ab2a9'],
      [17, 'bb0843f53e7d58aadb7819bc654cafdc'],
      [18, '51838decdbaa14784e8fcc28f9de7978'],
      [19, 'fb6600d53bc3ef41ab1ac6115f11fc87'],
      [20, '4db27895218fe8210664e85dcb11503f'],
      [21, '7f8d3abe3084567e5408006aa45ec164'],
      [22, '256d827c7396f133ab77a5657a7094dc'],
      [23, '84bac2ca837b9e5215e524770f1a0e95'],
      [24, 'b7060f7b9db16c034937beac5779f49a'],
      [25, '39947cd55fda004d12f7cdb082859958'],
      [26, '62400f89fe884af17525fbf6eddd184b'],
      [27, 'e790c35ad9367cbba9ef2f7284b2fa70'],
      [28, 'a32147b998e91e997dcb5836f045658f'],
      [29, '5c39bbff9f770d5c29cf90daf4b71a5f'],
      [30, '1c545fa2215c256ccb09bbbf6a110a1d'],
      [31, '989a460b1581a61339cc3b7e3bcb33f7'],
      [32, '33150f710a4edb89996092cfaa528d0c'],
      [33, '42da1fc6a0a742ee8588bd8a19ef2a0b'],
      [34, '502844d195ba607dcc247cfbca1dbc78'],
      [35, 'd263970283f06be6f2a684ca51b37a48'],
    ]);
  });

  test('have ascending versions, from 1 without a gap', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
  });
});
