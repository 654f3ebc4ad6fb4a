import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advertiserId, normalizeAdvertiserName } from '../ads/identity.ts';
import type { ClickHouse, ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { createNameIndex, type NameIndex } from './nameIndex.ts';
import { wordsAt } from './nameTable.ts';

async function count(clickhouse: ClickHouse, ads: Readonly<Record<string, number>>, at: Date): Promise<void> {
  const rows = Object.entries(ads).map(([name, number]) => ({
    advertiser_id: advertiserId(name),
    name,
    name_key: normalizeAdvertiserName(name),
    ads: number,
    built_at: at,
  }));
  await clickhouse.insert('advertiser_totals', rows);
}

/** The ads of each name, in lower case. */
async function adsIn(book: NameIndex): Promise<Record<string, number>> {
  const { columns } = await book.names();
  return Object.fromEntries(
    Array.from({ length: columns.size }, (_, place) => [
      wordsAt(columns, place).trim(),
      columns.ads[place] ?? 0,
    ]),
  );
}

/** A ClickHouse client that counts reads of names. */
function counting(clickhouse: ClickHouse): ClickHouse & { reads: number } {
  const counted = {
    ...clickhouse,
    reads: 0,
    read: <Row>(...read: Parameters<ClickHouse['read']>) => {
      if (read[0].includes('advertiser_totals')) counted.reads += 1;
      return clickhouse.read<Row>(...read);
    },
  };
  return counted;
}

describe.each(clickhouseLanes)('the name index on ClickHouse, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
  });
  afterAll(() => clickhouse.close());

  it('has the newest totals of every advertiser and refreshes after a recording', async () => {
    let recording = 1;
    const engine = counting(clickhouse);
    const book = createNameIndex({ clickhouse: engine, newestRecording: () => recording });
    const longAgo = new Date('2026-01-01T00:00:00Z');
    const lately = new Date(Date.now() - 60_000);
    await count(clickhouse, { Acme: 1, Globex: 2 }, longAgo);
    await count(clickhouse, { Acme: 3 }, lately);
    expect(await adsIn(book)).toEqual({ acme: 3, globex: 2 });
    await count(clickhouse, { Globex: 5, Initech: 1 }, new Date());
    expect(await adsIn(book)).toEqual({ acme: 3, globex: 2 });
    expect(engine.reads).toBe(1);
    recording = 2;
    expect(await adsIn(book)).toEqual({ acme: 3, globex: 5, initech: 1 });
    // Older than the last read, but visible only after it.
    await count(clickhouse, { Umbrella: 7 }, lately);
    recording = 3;
    expect(await adsIn(book)).toMatchObject({ umbrella: 7 });
    expect(engine.reads).toBe(3);
  });

  it('is read once for concurrent lookups', async () => {
    const engine = counting(clickhouse);
    const book = createNameIndex({ clickhouse: engine, newestRecording: () => 1 });
    await Promise.all([book.names(), book.names(), book.names()]);
    expect(engine.reads).toBe(1);
  });

  it('reads totals again only after a recording that changed them', async () => {
    let recording = 1;
    const engine = counting(clickhouse);
    const book = createNameIndex({ clickhouse: engine, newestRecording: () => recording });
    const ids = ['Hooli', 'Stark'].map(advertiserId);
    const ads = async (): Promise<number[]> => {
      await book.names();
      return (await book.totals(ids)).map((row) => row.ads).toSorted((one, other) => one - other);
    };
    await count(clickhouse, { Hooli: 1, Stark: 2 }, new Date('2026-01-01T00:00:00Z'));
    expect(await ads()).toEqual([1, 2]);
    const { reads } = engine;
    expect(await ads()).toEqual([1, 2]);
    expect(engine.reads).toBe(reads);
    await count(clickhouse, { Stark: 9 }, new Date());
    recording = 2;
    expect(await ads()).toEqual([1, 9]);
    // The changed names, and the totals of one.
    expect(engine.reads).toBe(reads + 2);
  });

  it('lists the largest advertisers once for each recording, without the names', async () => {
    let recording = 1;
    const engine = counting(clickhouse);
    const book = createNameIndex({ clickhouse: engine, newestRecording: () => recording });
    const names = async (limit: number): Promise<string[]> =>
      (await book.largest(limit)).map(({ name }) => name);
    const [two, one] = await Promise.all([names(2), names(1)]);
    expect(two).toHaveLength(2);
    expect(one).toEqual(two.slice(0, 1));
    expect(engine.reads).toBe(1);
    recording = 2;
    await names(1);
    expect(engine.reads).toBe(2);
  });

  it('retries after a failed read', async () => {
    let isAway = true;
    const engine = {
      ...clickhouse,
      read: <Row>(...read: Parameters<ClickHouse['read']>) =>
        isAway ? Promise.reject(new Error('away')) : clickhouse.read<Row>(...read),
    };
    const book = createNameIndex({ clickhouse: engine, newestRecording: () => 1 });
    await expect(book.names()).rejects.toThrow('away');
    await expect(book.largest(1)).rejects.toThrow('away');
    isAway = false;
    expect(Object.keys(await adsIn(book))).toContain('acme');
    expect(await book.largest(1)).toHaveLength(1);
  });
});
