import type { OpenAdInput } from '@magpie/contract';
import { createNameIndex } from '../advertisers/nameIndex.ts';
import type { ResearchParts } from '../advertisers/research.ts';
import { createCatalog } from '../ads/catalog.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { openAd, withLandingPages } from './catalog.ts';
import { freshClickHouse, type ClickHouseLane } from './clickhouse.ts';

/** Ads by name, which is the id in their key; by default of Acme. */
export type NamedAds = Readonly<Record<string, Parameters<typeof openAd>[0]>>;

/** An index of a test's own, and what research on it is done with. */
export interface ResearchIndex {
  readonly parts: ResearchParts;
  record(ads: NamedAds): Promise<void>;
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
  const keyed = ([name, ad]: [string, Partial<OpenAdInput>]) => openAd({ ...ad, key: `meta:${name}` });
  return {
    parts: {
      clickhouse,
      names: createNameIndex({ clickhouse, newestRecording }),
      newestRecording,
      today: () => today,
      siteAddress: () => 'https://magpie.example',
      tagDefinitions: withLandingPages.tagDefinitions,
    },
    record: async (ads) => {
      const sighting = { source: 'test', seenAt: new Date(seenAt) };
      await catalog.recordAds(Object.entries(ads).map(keyed), sighting);
    },
    close: () => clickhouse.close(),
  };
}
