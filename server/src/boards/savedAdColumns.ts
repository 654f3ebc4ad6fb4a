import type { AdMeasurements } from '@magpie/contract';
import type { SavedSnapshot } from './presentSaved.ts';
import { savedSearchText } from './savedSearchText.ts';

/** The filter and sort columns of a saved ad. */
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

/** The columns derived from measurements, which are updated from the index. */
type MeasuredColumns = Pick<
  SavedAdColumns,
  'start_date' | 'first_seen_at' | 'date_key' | 'views_key' | 'likes_key' | 'comments_key'
>;

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
    recommended: descendingKey(recommendation(ad.performanceScore, savedAt)),
    ...measuredColumnsOf(ad),
  };
}

export function measuredColumnsOf(ad: AdMeasurements): MeasuredColumns {
  const { likes, comments } = ad.engagement;
  return {
    start_date: ad.startDate,
    first_seen_at: ad.firstSeenAt,
    date_key: descendingKey(ad.startDate === null ? null : daysSinceEpoch(Date.parse(ad.startDate))),
    views_key: descendingKey(ad.reach.value),
    likes_key: descendingKey(likes),
    comments_key: descendingKey(comments),
  };
}

/** Sort keys are ascending, so values are negated; unknown values come last. */
function descendingKey(value: number | null): number {
  return value === null ? Number.POSITIVE_INFINITY : 0 - value;
}

const dayMilliseconds = 86_400_000;

function daysSinceEpoch(instant: number): number {
  return instant / dayMilliseconds;
}

/** An ad saved this many days later ranks the same as one with twice the score. */
export const scoreDoublingDays = 30;

/** Independent of the current day, so that the order changes only with measurements. */
function recommendation(performanceScore: number, savedAt: Date): number {
  return scoreWeight(performanceScore) + daysSinceEpoch(savedAt.getTime()) / scoreDoublingDays;
}

export function scoreWeight(performanceScore: number): number {
  return Math.log2(1 + performanceScore);
}

function ctaLabels({ ctaText, ctaType }: SavedSnapshot): string[] {
  const labels = [ctaText, ctaType].flatMap((label) => (label === null ? [] : [ctaLabel(label)]));
  return [...new Set(labels)];
}

/** Normalizes button labels, which are compared without case. */
export function ctaLabel(label: string): string {
  return label.toLowerCase();
}

function searchedTexts(ad: SavedSnapshot): string[] {
  const { advertiser, headlines, bodies, description, landingPageUrl, cards } = ad;
  const inCards = cards.flatMap((card) => [card.headline, card.body, card.description, card.landingPageUrl]);
  // Displayed texts come first, since only the beginning of very long texts is searched.
  const shown = [advertiser.name, ad.headline, ad.body, description, landingPageUrl];
  const texts = [...shown, ...headlines, ...bodies, ...inCards];
  return [...new Set(texts.filter((text) => text !== null))];
}
