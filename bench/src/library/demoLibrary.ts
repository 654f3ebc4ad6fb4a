import { OpenAd, type Ad, type OpenAdInput } from '@magpie/contract';
import { adHash, advertiserId, buildAdKey } from '@magpie/server/ads/identity';
import { scoreOfAd } from '@magpie/server/ads/score';
import { demoAds } from '@magpie/demo/demoAds';
import { savedAdColumns } from '@magpie/server/boards/savedAdColumns';
import type { SavedSnapshot } from '@magpie/server/boards/presentSaved';

/** A saved ad as it is written, less its place. */
export interface DemoSavedAd {
  readonly ad: SavedSnapshot;
  readonly row: object;
}

/** Days over which somebody saved them all. */
const days = 730;
const dayMilliseconds = 86_400_000;

/** Demo ads as one person would have saved them over two years, the first one first. */
export function* demoLibrary(ads: number, today: string): Generator<DemoSavedAd> {
  const end = Date.parse(today);
  let number = 0;
  for (const invented of demoAds({ ads, today })) {
    number += 1;
    const savedAt = new Date(end - Math.floor((1 - number / ads) * days * dayMilliseconds));
    const ad = snapshotOf(invented);
    const columns = savedAdColumns(ad, savedAt);
    yield { ad, row: { ...columns, ...writtenKeys(columns), ad_hash: ad.hash, saved_at: savedAt } };
  }
}

/** JSON has no Infinity; as a text the engine reads it. */
function writtenKeys(columns: ReturnType<typeof savedAdColumns>): object {
  const { date_key, views_key, likes_key, comments_key } = columns;
  return {
    date_key: String(date_key),
    views_key: String(views_key),
    likes_key: String(likes_key),
    comments_key: String(comments_key),
  };
}

function snapshotOf(invented: OpenAdInput): SavedSnapshot {
  const ad = OpenAd.parse(invented);
  const id = advertiserId(ad.advertiser.name);
  return {
    ...whatItSays(ad),
    ...howItRuns(ad),
    advertiser: {
      advertiserId: id,
      name: ad.advertiser.name,
      brandLogo: ad.advertiser.logoUrl,
      pageUrl: ad.advertiser.pageUrl,
    },
    tags: [],
  };
}

function whatItSays(ad: OpenAd) {
  const { headlines, bodies, platforms } = ad;
  return {
    hash: adHash(buildAdKey(ad)),
    platform: platforms[0] ?? null,
    platforms,
    externalId: ad.externalId ?? '',
    sourceUrl: ad.sourceUrl,
    format: ad.format ?? 'other',
    mediaType: ad.mediaType ?? 'other',
    adType: ad.advertiser.categories[0] ?? null,
    headline: headlines[0] ?? null,
    body: bodies[0] ?? null,
    description: ad.description,
    ctaType: ad.ctaType,
    ctaText: ad.ctaText,
    headlines,
    bodies,
    landingPageUrl: ad.landingPageUrl,
    landingPageDomain: ad.landingPageDomain,
    language: ad.language,
    countries: ad.countries,
    isPartnership: ad.isPartnership ?? false,
    partnerName: ad.partnerName,
    media: ad.media,
    cards: ad.cards,
  };
}

function howItRuns(ad: OpenAd) {
  const { views = null, likes = null, comments = null, shares = null } = ad.engagement ?? {};
  const known = [likes, comments, shares].filter((count) => count !== null);
  const total = known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
  const [start, end] = [ad.startDate ?? '2026-01-01', ad.endDate ?? ad.lastSeenAt ?? '2026-01-01'];
  const daysRunning = Math.max(1, Math.floor((Date.parse(end) - Date.parse(start)) / dayMilliseconds));
  return {
    status: ad.status ?? ('active' as const),
    startDate: ad.startDate,
    endDate: ad.endDate,
    firstSeenAt: ad.firstSeenAt ?? `${start}T00:00:00.000Z`,
    lastSeenAt: ad.lastSeenAt ?? `${start}T00:00:00.000Z`,
    daysRunning,
    reach: ad.reach ?? { value: null, lower: null, upper: null, kind: null },
    engagement: {
      views,
      likes,
      comments,
      shares,
      total,
      capturedAt: ad.capturedAt,
      rankCountry: ad.engagement?.rankCountry ?? null,
    } satisfies Ad['engagement'],
    ...scoreOfAd(daysRunning, ad.reach?.value ?? null, total),
  };
}
