import type { SavedAd } from '@magpie/contract';
import { stringify } from 'csv-stringify/sync';

/** What each column of an export says of a saved ad; null leaves its cell empty. */
const columns: Readonly<Record<string, (ad: SavedAd) => string | number | boolean | null>> = {
  hash: (ad) => ad.hash,
  savedAt: (ad) => ad.savedAt,
  note: (ad) => ad.note,
  boardIds: (ad) => listed(ad.boardIds.map(String)),
  companyName: (ad) => ad.advertiser.name,
  platforms: (ad) => listed(ad.platforms),
  format: (ad) => ad.format,
  mediaType: (ad) => ad.mediaType,
  adType: (ad) => ad.adType,
  status: (ad) => ad.status,
  headline: (ad) => ad.headline,
  body: (ad) => ad.body,
  description: (ad) => ad.description,
  ctaText: (ad) => ad.ctaText,
  ctaType: (ad) => ad.ctaType,
  headlines: (ad) => listed(ad.headlines),
  bodies: (ad) => listed(ad.bodies),
  landingPageUrl: (ad) => ad.landingPageUrl,
  landingPageDomain: (ad) => ad.landingPageDomain,
  language: (ad) => ad.language,
  countries: (ad) => listed(ad.countries),
  isPartnership: (ad) => ad.isPartnership,
  partnerName: (ad) => ad.partnerName,
  startDate: (ad) => ad.startDate,
  endDate: (ad) => ad.endDate,
  firstSeenAt: (ad) => ad.firstSeenAt,
  lastSeenAt: (ad) => ad.lastSeenAt,
  daysRunning: (ad) => ad.daysRunning,
  reach: (ad) => ad.reach.value,
  likes: (ad) => ad.engagement.likes,
  comments: (ad) => ad.engagement.comments,
  shares: (ad) => ad.engagement.shares,
  performanceScore: (ad) => ad.performanceScore,
  tags: (ad) => listed(ad.tags.map(({ shortText }) => shortText)),
  mediaUrls: (ad) => listed([...ad.media, ...ad.cards.flatMap((card) => card.media)].map(({ url }) => url)),
  sourceUrl: (ad) => ad.sourceUrl,
  externalId: (ad) => ad.externalId,
};

export const csvColumns: readonly string[] = Object.keys(columns);

/** Several values in one cell. */
function listed(values: readonly string[]): string {
  return values.join(' | ');
}

const utf8Mark = '\ufeff';

/** The first lines: the mark by which spreadsheets know the encoding, and the names of the columns. */
export function csvHeader(): string {
  return `${utf8Mark}${written([csvColumns])}`;
}

/** One line for each saved ad. */
export function csvLines(ads: readonly SavedAd[]): string {
  return written(ads.map((ad) => Object.values(columns).map((cell) => cell(ad))));
}

function written(rows: readonly (readonly (string | number | boolean | null)[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    {
      // What a spreadsheet would take for a formula is written as text: with an apostrophe before it.
      escape_formulas: true,
      record_delimiter: 'windows',
      cast: { boolean: String },
    },
  );
}
