import type { OpenAdInput, OutputOf, Procedure } from '@magpie/contract';
import { expect } from 'vitest';
import { createAdMemory, type AdMemory } from '../advertisers/memory/adMemory.ts';
import { createNameIndex } from '../advertisers/nameIndex.ts';
import type { ResearchParts } from '../advertisers/research.ts';
import { createCatalog, type Catalog } from '../ads/catalog.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { openAd, withLandingPages } from './catalog.ts';
import type { Handler } from '../rpc/procedure.ts';
import { callHandler, rounded } from './reference/callHandlers.ts';
import { freshClickHouse, type ClickHouseLane } from './clickhouse.ts';

/** Ads by name, which is the id in their key; by default of Acme. */
export type NamedAds = Readonly<Record<string, Parameters<typeof openAd>[0]>>;

type PartsWithMemory = ResearchParts & { readonly memory: AdMemory };

/** An index of a test's own, and what research on it is done with. */
export interface ResearchIndex {
  readonly parts: PartsWithMemory;
  record(ads: NamedAds): Promise<void>;
  /** With keys of their own. */
  recordAll(ads: readonly Parameters<typeof openAd>[0][]): Promise<void>;
  addPictures(pictures: Parameters<Catalog['addPictures']>[0]): Promise<void>;
  close(): Promise<void>;
}

/** Every ad is seen at one time, unless it says itself when it was. */
export async function openResearch(
  lane: ClickHouseLane,
  db: Postgres,
  { today, seenAt }: { readonly today: string; readonly seenAt: string },
): Promise<ResearchIndex> {
  const clickhouse = await freshClickHouse(lane);
  const catalog = createCatalog({ clickhouse, db, enrichment: withLandingPages, embedder: null });
  const newestRecording = () => catalog.recordings.newest();
  const sighting = { source: 'test', seenAt: new Date(seenAt) };
  // Ads that did not stop are confirmed today.
  const keyed = ([name, ad]: [string, Partial<OpenAdInput>]) => {
    const lastConfirmedAt = ad.status === 'inactive' ? (ad.lastSeenAt ?? null) : today;
    return openAd({ lastConfirmedAt, ...ad, key: `meta:${name}` });
  };
  return {
    parts: {
      clickhouse,
      names: createNameIndex({ clickhouse, newestRecording }),
      newestRecording,
      today: () => today,
      siteAddress: () => 'https://magpie.example',
      tagDefinitions: withLandingPages.tagDefinitions,
      memory: researchMemory(clickhouse, catalog),
    },
    record: async (ads) => {
      await catalog.recordAds(Object.entries(ads).map(keyed), sighting);
    },
    recordAll: async (ads) => {
      await catalog.recordAds(
        ads.map((ad) => openAd(ad)),
        sighting,
      );
    },
    addPictures: (pictures) => catalog.addPictures(pictures),
    close: () => clickhouse.close(),
  };
}

/** Memory that learns of the recordings of this catalog. */
export function researchMemory(
  clickhouse: ClickHouse,
  { recordings: { changedBetween } }: Pick<Catalog, 'recordings'>,
): AdMemory {
  return createAdMemory({ clickhouse, maxBytes: 64 * 1024 * 1024, changedBetween });
}

/** Calls a handler with and without memory, and expects the same result. */
export async function callBothWays<P extends Procedure>(
  procedure: P,
  create: (parts: ResearchParts) => Handler<P>,
  { memory, ...parts }: PartsWithMemory,
  input: object,
): Promise<OutputOf<P>> {
  const [inClickHouse] = await Promise.allSettled([callHandler(procedure, create(parts), input)]);
  const [inMemory] = await Promise.allSettled([callHandler(procedure, create({ ...parts, memory }), input)]);
  if (inClickHouse.status === 'rejected') {
    expect(inMemory).toEqual(inClickHouse);
    throw inClickHouse.reason;
  }
  expect(inMemory).toEqual({ status: 'fulfilled', value: rounded(inClickHouse.value) });
  return inClickHouse.value;
}
