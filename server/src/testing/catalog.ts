import { languageOfCode, OpenAd, type OpenAdInput } from '@magpie/contract';
import { createCatalog, type Catalog } from '../ads/catalog.ts';
import type { Derived, Enrichment, EnrichmentInput } from '../ads/enrichment.ts';
import { parseLandingPage } from '../ads/landingPage.ts';
import { noRank, type ScorePercentiles } from '../ads/percentiles.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';

/** An enrichment that a test can foretell. */
export const plainEnrichment: Enrichment = {
  versions: { language: 1, media: 1, landingPage: 1, adType: 1, tags: 1, creatives: 1, momentum: 1 },
  tagDefinitions: [{ tagDefinitionId: 7, category: 'Offer', shortText: 'Free shipping' }],
  derive: (facts) => Promise.resolve(facts.map(plainDerived)),
};

export function plainDerived({ bodies, language, format, mediaType }: EnrichmentInput): Derived {
  return {
    language: languageOfCode(language ?? 'en'),
    format: format ?? 'other',
    mediaType: mediaType ?? 'other',
    landingPage: null,
    landingPageDomain: null,
    adType: null,
    tags: bodies.some((body) => body.includes('free')) ? [{ tagDefinitionId: 7, confidence: 0.9 }] : [],
  };
}

export function plainCatalog(clickhouse: ClickHouse, db: Postgres): Catalog {
  return createCatalog({ clickhouse, db, enrichment: plainEnrichment, embedder: null });
}

/** An ad of the open format, as short as a test wants to write it. */
export function openAd(
  ad: Partial<OpenAdInput> & { advertiser?: Partial<OpenAdInput['advertiser']> },
): OpenAd {
  return OpenAd.parse({ ...ad, advertiser: { name: 'Acme', ...ad.advertiser } });
}

/** Landing pages as they really are; whatever else can be foretold. */
export const withLandingPages: Enrichment = {
  ...plainEnrichment,
  derive: (facts) =>
    Promise.resolve(
      facts.map((each) => {
        const found = each.landingPageUrl === null ? null : parseLandingPage(each.landingPageUrl);
        const page = { landingPage: found?.page ?? null, landingPageDomain: found?.domain ?? null };
        return Object.assign(plainDerived(each), page);
      }),
    ),
};

/** For tests that are not about percentiles. */
export const unranked: ScorePercentiles = () => Promise.resolve(() => noRank);
