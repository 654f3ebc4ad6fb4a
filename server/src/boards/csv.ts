import type { Ad, SavedAd } from '@magpie/contract';
import { stringify } from 'csv-stringify/sync';

/** Of an ad that is not saved, `savedAt` is null. */
export type CsvAd = Ad &
  Pick<SavedAd, 'note' | 'boardIds' | 'labels' | 'stage'> & { readonly savedAt: string | null };

const columns: Readonly<Record<string, (ad: CsvAd) => string | number | boolean | null>> = {
  hash: (ad) => ad.hash,
  savedAt: (ad) => ad.savedAt,
  note: (ad) => ad.note,
  boardIds: (ad) => joinValues(ad.boardIds.map(String)),
  companyName: (ad) => ad.advertiser.name,
  platforms: (ad) => joinValues(ad.platforms),
  format: (ad) => ad.format,
  mediaType: (ad) => ad.mediaType,
  adType: (ad) => ad.adType,
  status: (ad) => ad.status,
  headline: (ad) => ad.headline,
  body: (ad) => ad.body,
  description: (ad) => ad.description,
  ctaText: (ad) => ad.ctaText,
  ctaType: (ad) => ad.ctaType,
  headlines: (ad) => joinValues(ad.headlines),
  bodies: (ad) => joinValues(ad.bodies),
  landingPageUrl: (ad) => ad.landingPageUrl,
  landingPageDomain: (ad) => ad.landingPageDomain,
  language: (ad) => ad.language,
  countries: (ad) => joinValues(ad.countries),
  isPartnership: (ad) => ad.isPartnership,
  partnerName: (ad) => ad.partnerName,
  startDate: (ad) => ad.startDate,
  endDate: (ad) => ad.endDate,
  firstSeenAt: (ad) => ad.firstSeenAt,
  lastSeenAt: (ad) => ad.lastSeenAt,
  lastConfirmedAt: (ad) => ad.lastConfirmedAt,
  daysRunning: (ad) => ad.daysRunning,
  daysRunningKind: (ad) => ad.daysRunningKind,
  reach: (ad) => ad.reach.value,
  likes: (ad) => ad.engagement.likes,
  comments: (ad) => ad.engagement.comments,
  shares: (ad) => ad.engagement.shares,
  performanceScore: (ad) => ad.performanceScore,
  confidence: (ad) => ad.confidence,
  percentile: (ad) => ad.percentile,
  tags: (ad) => joinValues(ad.tags.map(({ shortText }) => shortText)),
  mediaUrls: (ad) =>
    joinValues([...ad.media, ...ad.cards.flatMap((card) => card.media)].map(({ url }) => url)),
  sourceUrl: (ad) => ad.sourceUrl,
  externalId: (ad) => ad.externalId,
  impressionsLower: (ad) => findBounds(ad.impressions).lower,
  impressionsUpper: (ad) => findBounds(ad.impressions).upper,
  spendLower: (ad) => findBounds(ad.spend).lower,
  spendUpper: (ad) => findBounds(ad.spend).upper,
  spendCurrency: (ad) => ad.spend.currency,
  payer: (ad) => ad.payer,
  beneficiary: (ad) => ad.beneficiary,
  labels: (ad) => joinValues(ad.labels.map(({ name }) => name)),
  stage: (ad) => ad.stage,
  legalName: (ad) => ad.legalName,
};

export const csvColumns = Object.keys(columns);

/** Of a range with one bound, the other one is unknown. */
function findBounds({ value, lower, upper }: Ad['impressions']) {
  return lower === null && upper === null ? { lower: value, upper: value } : { lower, upper };
}

function joinValues(values: readonly string[]): string {
  return values.join(' | ');
}

/** A byte order mark, by which spreadsheets detect UTF-8, and the column names. */
export function csvHeader(): string {
  return `\ufeff${toCsv([csvColumns])}`;
}

export function csvLines(ads: readonly CsvAd[]): string {
  return toCsv(ads.map((ad) => Object.values(columns).map((cell) => cell(ad))));
}

function toCsv(rows: (string | number | boolean | null)[][]): string {
  return stringify(rows, {
    // Prevents formula injection: such cells get a leading apostrophe.
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { boolean: String },
  });
}
