import type { AdMeasurements } from '@magpie/contract';
import type { SavedSnapshot } from './presentSaved.ts';
import { savedSearchText } from './savedSearchText.ts';

/** What saved ads are chosen and sorted by, under the names of its columns. */
export interface SavedAdColumns {
  readonly advertiser_id: number;
  readonly company_name: string;
  readonly platforms: readonly string[];
  readonly format: string;
  readonly ad_type: string | null;
  readonly language: string | null;
  readonly cta: string | null;
  readonly cta_labels: readonly string[];
  readonly is_partnership: boolean;
  readonly start_date: string | null;
  readonly first_seen_at: string;
  readonly search_text: string;
  readonly recommended: number;
  readonly date_key: number;
  readonly views_key: number;
  readonly likes_key: number;
  readonly comments_key: number;
}

/** The columns that follow from measurements; they change with what the index says of the ad. */
type MeasuredColumns = Pick<
  SavedAdColumns,
  'start_date' | 'first_seen_at' | 'date_key' | 'views_key' | 'likes_key' | 'comments_key'
>;

/** All of them as they follow from the snapshot and the time it was saved at. */
export function savedAdColumns(ad: SavedSnapshot, savedAt: Date): SavedAdColumns {
  return {
    advertiser_id: ad.advertiser.advertiserId,
    company_name: ad.advertiser.name,
    platforms: ad.platforms,
    format: ad.format,
    ad_type: ad.adType,
    language: ad.language,
    cta: ad.ctaText ?? ad.ctaType,
    cta_labels: ctaLabels(ad),
    is_partnership: ad.isPartnership,
    search_text: savedSearchText(searchedTexts(ad)),
    recommended: highestFirst(recommendation(ad.performanceScore, savedAt)),
    ...measuredColumnsOf(ad),
  };
}

export function measuredColumnsOf(ad: AdMeasurements): MeasuredColumns {
  const { likes, comments } = ad.engagement;
  return {
    start_date: ad.startDate,
    first_seen_at: ad.firstSeenAt,
    date_key: highestFirst(ad.startDate === null ? null : daysUntil(Date.parse(ad.startDate))),
    views_key: highestFirst(ad.reach.value),
    likes_key: highestFirst(likes),
    comments_key: highestFirst(comments),
  };
}

/** The sort keys ascend; what is not known comes last. */
function highestFirst(value: number | null): number {
  return value === null ? Number.POSITIVE_INFINITY : 0 - value;
}

const dayMilliseconds = 86_400_000;

function daysUntil(instant: number): number {
  return instant / dayMilliseconds;
}

/** An ad that is saved so many days later stands level with one of twice the score. */
export const daysThatDouble = 30;

/** Today is no part of it: the order does not change from day to day, only with what the index says of the ads. */
function recommendation(performanceScore: number, savedAt: Date): number {
  return scoreWeight(performanceScore) + daysUntil(savedAt.getTime()) / daysThatDouble;
}

export function scoreWeight(performanceScore: number): number {
  return Math.log2(1 + performanceScore);
}

function ctaLabels({ ctaText, ctaType }: SavedSnapshot): string[] {
  const labels = [ctaText, ctaType].flatMap((label) => (label === null ? [] : [ctaLabel(label)]));
  return [...new Set(labels)];
}

/** As labels of buttons are compared: whatever the case. */
export function ctaLabel(label: string): string {
  return label.toLowerCase();
}

function searchedTexts(ad: SavedSnapshot): string[] {
  const { advertiser, headlines, bodies, description, landingPageUrl, cards } = ad;
  const inCards = cards.flatMap((card) => [card.headline, card.body, card.description, card.landingPageUrl]);
  // What is shown of an ad comes first: of an ad with very long texts only the beginning is searched.
  const shown = [advertiser.name, ad.headline, ad.body, description, landingPageUrl];
  const texts = [...shown, ...headlines, ...bodies, ...inCards];
  return [...new Set(texts.filter((text) => text !== null))];
}
