import * as fc from 'fast-check';
import type { Catalog } from '../ads/catalog.ts';
import type { SightedAd } from './memoryIndex.ts';
import { someSighting } from './someSightings.ts';

const oneSource = { source: 'meta-web', seenAt: new Date('2026-02-01T00:00:00Z') };

/** As one recording. */
export async function recordSighted(catalog: Catalog, batch: readonly SightedAd[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  await catalog.recordAds(
    batch.map(({ ad }) => ad),
    first.sighting,
  );
}

const optional = <Value>(...values: readonly Value[]): fc.Arbitrary<Value | null> =>
  fc.option(fc.constantFrom(...values), { nil: null });

/** A sighting of one of three ads, of advertisers that share pages, change names and have logos and categories. */
export const someSeenAd: fc.Arbitrary<SightedAd> = fc
  .record({
    seen: someSighting,
    key: fc.constantFrom('meta:0', 'meta:1', 'meta:2'),
    page: optional('1', '2'),
    renamed: fc.boolean(),
    logo: optional('https://cdn.example/a.png', 'https://cdn.example/b.png'),
    categories: fc.subarray(['Shoes', 'Sport']),
  })
  .map(({ seen: { ad, sighting }, key, page, renamed, logo, categories }) => {
    const isAcme = ad.advertiser.name === 'Acme';
    const advertiser = {
      ...ad.advertiser,
      name: isAcme && renamed ? 'Acme Europe' : ad.advertiser.name,
      externalId: isAcme ? page : null,
      logoUrl: logo,
      categories,
    };
    // One recording for each day, as the order of recordings of one time decides which name a page has first.
    return { ad: { ...ad, key, advertiser, sources: [sighting.source] }, sighting: oneSource };
  });

export const timeOf = ({ ad: { capturedAt, lastSeenAt } }: SightedAd): string =>
  capturedAt ?? lastSeenAt ?? '';
