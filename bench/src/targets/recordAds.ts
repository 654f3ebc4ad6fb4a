import { OpenAd } from '@magpie/contract';
import { createCatalog } from '@magpie/server/ads/catalog';
import type { Derived, Enrichment, EnrichmentInput } from '@magpie/server/ads/enrichment';
import { toRow } from '@magpie/server/ads/rows';
import { demoAds } from '@magpie/demo/demoAds';
import { createEnrichment } from '@magpie/server/enrichment/enrichment';
import { mergeAd } from '@magpie/server/ads/mergeAd';
import { identify, readSighting } from '@magpie/server/ads/sightings';
import { openDatabase, openIndex } from '../engines.ts';
import { timed } from '../harness.ts';

export interface Recorded {
  readonly engine: number;
  readonly recordAds: number;
}

/**
 * The same ads twice, in turns: as ready rows inserted by the engine alone, and through recordAds. What is found out
 * about an ad is ready too, so that only recording is measured.
 */
const [count = '', today = '', dataFolder = ''] = process.argv.slice(2);
const clickhouse = await openIndex(dataFolder);
await clickhouse.write('CREATE TABLE ready_ads AS ads');

const real = createEnrichment();
const ready = new WeakMap<readonly string[], Derived>();
const enrichment: Enrichment = {
  ...real,
  derive: (facts) => Promise.resolve(facts.flatMap(({ bodies }: EnrichmentInput) => ready.get(bodies) ?? [])),
};
const db = await openDatabase(dataFolder);
const catalog = createCatalog({ clickhouse, db, enrichment, embedder: null });
const sighting = { source: 'demo', seenAt: new Date(`${today}T00:00:00Z`) };

const inTurn = 10_000;
const spent = { engine: 0, recordAds: 0 };

async function takeTurn(ads: readonly OpenAd[]): Promise<void> {
  const derived = await real.derive(ads, db);
  ads.forEach((ad, index) => {
    const found = derived[index];
    if (found !== undefined) ready.set(ad.bodies, found);
  });
  const recordedAt = new Date().toISOString();
  const nothing = { ad: null, measurements: new Map(), past: null, interrupted: null };
  const rows = identify(ads, sighting).flatMap((seen, index) => {
    const { hash, key } = seen;
    const merged = mergeAd({ hash, key, recording: 1 }, nothing, [readSighting(seen, sighting)]).ad;
    const found = derived[index];
    if (found === undefined) return [];
    return [
      toRow({ ...merged, derived: found, enriched: real.versions }, seen.ad.advertiser.name, recordedAt),
    ];
  });
  for (let start = 0; start < rows.length; start += 2500) {
    const batch = rows.slice(start, start + 2500);
    spent.engine += (await timed(() => clickhouse.insert('ready_ads', batch))).milliseconds;
  }
  spent.recordAds += (await timed(() => catalog.recordAds(ads, sighting))).milliseconds;
}

let batch: OpenAd[] = [];
for (const ad of demoAds({ ads: Number(count), today })) {
  batch.push(OpenAd.parse(ad));
  if (batch.length < inTurn) continue;
  await takeTurn(batch);
  batch = [];
}
if (batch.length > 0) await takeTurn(batch);
await clickhouse.close();
await db.close();
const perSecond = (milliseconds: number): number => Number(count) / (milliseconds / 1000);
const result: Recorded = { engine: perSecond(spent.engine), recordAds: perSecond(spent.recordAds) };
process.stdout.write(JSON.stringify(result));
