import type { OpenAd } from '@magpie/contract';
import { createCatalog, type Catalog, type Sighting } from '../../ads/catalog.ts';
import type { Derived, Enrichment, EnrichmentInput } from '../../ads/enrichment.ts';
import { mergeAd } from '../../ads/mergeAd.ts';
import { identify, readSighting, type ReadSighting } from '../../ads/sightings.ts';
import { parseLandingPage } from '../../ads/landingPage.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { IndexedAd, StoredAdvertiser, World } from './ads.ts';
import { seenAt } from './someAds.ts';

/** Tags are words here. Two of them have no definition, as after a change of the taxonomy. */
const words = ['free', 'sale', 'now', 'gratis', 'save', 'new'];
export const tagDefinitions = words.slice(0, 4).map((shortText, index) => ({
  tagDefinitionId: 40 - index * 3,
  category: index % 2 === 0 ? 'Offer' : 'Emotion',
  shortText,
}));

const enrichment: Enrichment = {
  versions: { language: 1, media: 1, landingPage: 1, adType: 1, tags: 1, creatives: 1, momentum: 1 },
  tagDefinitions,
  derive: (facts) => Promise.resolve(facts.map(derived)),
};

function derived({ bodies, language, format, mediaType, landingPageUrl, cards }: EnrichmentInput): Derived {
  const addresses = [landingPageUrl, ...cards.map((card) => card.landingPageUrl)];
  const [page] = addresses.flatMap((address) => (address === null ? [] : (parseLandingPage(address) ?? [])));
  const said = bodies.join(' ').toLowerCase();
  return {
    language,
    format: format ?? 'other',
    mediaType: mediaType ?? 'other',
    landingPage: page?.page ?? null,
    landingPageDomain: page?.domain ?? null,
    adType: null,
    tags: words.flatMap((word, index) =>
      said.includes(word) ? [{ tagDefinitionId: 40 - index * 3, confidence: 0.5 }] : [],
    ),
  };
}

export function currentDay(): string {
  return new Date().toISOString().slice(0, 10);
}

export interface RecordedWorld {
  readonly catalog: Catalog;
  /** What is known now. */
  now(): World;
  /** Both in the real catalog and in the arrays that the reference reads. */
  record(ads: readonly OpenAd[]): Promise<void>;
}

type NamedAdvertiser = StoredAdvertiser & { readonly at: string };

/** The spelling of the first sighting counts; of one time, `Acme` rather than `ACME`. */
function isSpeltBefore(
  one: Pick<NamedAdvertiser, 'name' | 'at'>,
  other: Pick<NamedAdvertiser, 'name' | 'at'>,
): boolean {
  return one.at === other.at ? one.name > other.name : one.at < other.at;
}

const sighting: Sighting = { source: 'reference', seenAt: new Date(seenAt) };

/** An empty one. How two sightings become one ad is the catalog's own matter, so that the arrays take it from there. */
export function createWorld(clickhouse: ClickHouse, db: Postgres): RecordedWorld {
  const catalog = createCatalog({ clickhouse, db, enrichment, embedder: null });
  const ads = new Map<string, IndexedAd>();
  const sightings = new Map<string, ReadSighting[]>();
  const advertisers = new Map<number, NamedAdvertiser>();

  const note = (imported: readonly OpenAd[]): void => {
    for (const seen of identify(imported, sighting)) {
      const all = [...(sightings.get(seen.hash) ?? []), readSighting(seen, sighting)];
      sightings.set(seen.hash, all);
      const nothing = { ad: null, measurements: new Map(), past: null, interrupted: null };
      const { ad } = mergeAd({ hash: seen.hash, key: seen.key, recording: 1 }, nothing, all);
      ads.set(ad.hash, { ...ad, derived: derived(ad.facts) });
      const { name, logoUrl, categories } = seen.ad.advertiser;
      const advertiser = { advertiserId: seen.advertiserId, name, logoUrl, categories, at: seen.at };
      const known = advertisers.get(seen.advertiserId) ?? advertiser;
      const spelling = isSpeltBefore(advertiser, known) ? advertiser : known;
      advertisers.set(seen.advertiserId, { ...known, name: spelling.name, at: spelling.at });
    }
  };

  return {
    catalog,
    now: () => ({ ads: [...ads.values()], advertisers: [...advertisers.values()], today: currentDay() }),
    record: async (imported) => {
      await catalog.recordAds(imported, sighting);
      note(imported);
    },
  };
}
