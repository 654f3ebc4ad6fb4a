import { formatDay, formatMoney, formatNumber, formatShare, joinFacts, plural } from '../../../lib/format.ts';
import type { Ad, AdDetails } from '../../../lib/api/types.ts';
import { momentumStates } from '../momentumCopy.ts';

/** Texts that are loaded with the page of an ad. */
export const pictureWordsCopy = {
  title: 'Text in the image',
  readByMachine: 'Read automatically; some words may be wrong.',
  copy: 'Copy words',
  confidence: (confidence: number) => `Read with ${formatShare(confidence)} confidence`,
};

export const commentsCopy = {
  title: 'Comments',
  about: (team: string) => `Everyone in ${team} sees them.`,
  aboutOwn: 'Only you see them.',
  empty: 'No comments yet.',
  loading: 'Loading comments',
  add: 'Add a comment',
  action: 'Comment',
  by: (name: string | null) => name ?? 'Deleted account',
  edited: (time: string) => `${time} · edited`,
  editOne: 'Edit comment',
  deleteOne: 'Delete comment',
  deleted: 'Deleted comment',
} as const;

export const breakdownCopy = {
  title: 'Breakdown',
  description: 'The structure of this ad, and a prompt to make one like it for your product.',
  loading: 'Loading breakdown',
  product: 'Product',
  addProduct: 'Add a product',
  addProductReason: ' to fill in the placeholders in square brackets.',
  structure: 'Structure',
  prompt: 'Prompt',
  copyPrompt: 'Copy prompt',
  ratios: (ratios: readonly string[]) => `Recommended aspect ratios: ${ratios.join(', ')}`,
  negativePrompt: 'Negative prompt',
  copyNegativePrompt: 'Copy negative prompt',
  doNotCopy: 'Do not copy',
} as const;

export const historyCopy = {
  title: 'History',
  about: (count: number) => `Measured ${plural(count, 'time')}, once per update from a source`,
  metric: 'Metric',
  metrics: { reach: 'Reach', likes: 'Likes', comments: 'Comments', shares: 'Shares' },
  chart: (metric: string) => `${metric} over time`,
  empty: ({ history }: AdDetails) => {
    const [first] = history;
    if (first === undefined) return 'No measurements yet.';
    return history.length === 1
      ? `Measured once, on ${formatDay(first.capturedAt)}. The chart needs two measurements.`
      : 'The source reports no numbers for this ad.';
  },
};

type Momentum = NonNullable<AdDetails['momentum']>;

const reachUnknown = {
  tooFewCounts: 'reach was measured fewer than three times, 7 to 31 days apart',
  tooLittleReach: 'too little reach',
  reachFell: 'a later count was lower',
  reachIsRange: 'its library states the reach as a range',
};

function describeReachSpan({ from, to, reachPerDay }: NonNullable<Momentum['now']>): string {
  return `${formatNumber(reachPerDay)} a day (${formatDay(from)} to ${formatDay(to)})`;
}

/** "120 a day (45 ads)" */
function describeUsual({ reachPerDay, ads }: NonNullable<Momentum['usual']>): string {
  return `${formatNumber(Math.round(reachPerDay))} a day (${plural(ads, 'ad')})`;
}

export const reachMomentumCopy = {
  /** "Rising: reach grew by 300 a day (8 Mar 2026 to 15 Mar 2026), before by 100 a day (1 Mar 2026 to 8 Mar 2026)" */
  summary: ({ state, notKnownBecause, now, before, usual }: Momentum) => {
    const name = momentumStates[state];
    if (notKnownBecause !== null) return `${name}: ${reachUnknown[notKnownBecause]}`;
    if (now === null || before === null) return name;
    const compared = `${name}: reach grew by ${describeReachSpan(now)}, before by ${describeReachSpan(before)}`;
    return usual === null ? compared : `${compared}; typical for this brand: ${describeUsual(usual)}`;
  },
  kind: ({ evidence }: Momentum) =>
    evidence.kind === 'measured'
      ? 'Exact reach, as reported by the source.'
      : 'Estimated reach, or the middle of a reported range.',
};

export const factsCopy = {
  title: 'Facts',
  brand: 'Brand',
  brandPage: 'Brand page',
  partnership: 'Partnership',
  unknownPartner: 'Yes, partner unknown',
  status: 'Status',
  started: 'Started',
  ended: 'Ended',
  firstSeen: 'First seen',
  lastSeen: 'Last seen',
  countries: 'Countries',
  language: 'Language',
  format: 'Format',
  adType: 'Ad type',
  callToAction: 'Call to action',
  landingPage: 'Landing page',
  source: 'Source',
  viewSource: 'View in Ad Library',
  id: 'Ad ID',
};

/** As published: a range is not replaced by its middle. */
function describeRange(
  { value, lower, upper, kind }: Ad['impressions'],
  format: (value: number) => string,
): string | null {
  if (kind === 'reported' && value !== null) return format(value);
  if (lower !== null && upper !== null) return `${format(lower)} – ${format(upper)}`;
  if (lower !== null) return `At least ${format(lower)}`;
  if (upper !== null) return `Up to ${format(upper)}`;
  return value === null ? null : `≈ ${format(value)}`;
}

export const transparencyCopy = {
  title: 'Published by the ad library',
  legalName: 'Company',
  payer: 'Paid by',
  beneficiary: 'On behalf of',
  impressions: 'Impressions',
  cost: 'Spend',
  ages: 'Ages',
  genders: 'Genders',
  genderNames: { female: 'Women', male: 'Men', unknown: 'Unknown gender' },
  places: 'Targeted places',
  parameters: 'Targeted by',
  excluded: 'Excluded',
  group: 'Creative group',
  amount: (amount: Ad['impressions']) => describeRange(amount, formatNumber),
  spend: (spend: Ad['spend']) => describeRange(spend, (value) => formatMoney(value, spend.currency)),
};

interface SameCreative {
  readonly kind: string;
  readonly similarity: number | null;
  readonly pictureDistance: number | null;
}

type FamilyCounts = Readonly<Record<'total' | 'totalAdvertisers' | 'totalVariants', number>>;
interface FamilyEvidence {
  readonly ads: number;
  readonly publishedStarts: number;
  readonly sources: readonly string[];
}

export const mediaCopy = {
  list: 'Media',
  previous: 'Previous',
  next: 'Next',
  item: (number: number) => `Item ${number}`,
  position: (number: number, count: number) => `${formatNumber(number)} of ${formatNumber(count)}`,
  itemPrefix: 'Item ',
  video: 'Ad video',
  enlarge: 'View full screen',
  lightbox: (number: number, count: number) =>
    count === 1 ? 'Ad creative' : `Ad creative ${formatNumber(number)} of ${formatNumber(count)}`,
};

export const survivalCopy = {
  title: 'How long it may run',
  about: 'Estimated from ended and running ads',
  ofBrand: (name: string) => `ads of ${name}`,
  ofCategory: 'ads of brands in the same category',
  outlived: (share: number, whose: string) => `Has run longer than ${formatShare(share)} of ${whose}.`,
  longerThan: (days: number) => `Longer than ${days} days`,
  chance: ({ share, lower, upper }: Readonly<Record<'share' | 'lower' | 'upper', number>>) =>
    `${formatShare(share)} (${formatShare(lower)} to ${formatShare(upper)})`,
  evidence: ({ ads, ended }: Readonly<Record<'ads' | 'ended', number>>, whose: string) =>
    `Based on ${formatNumber(ads)} ${whose}; ${formatNumber(ended)} ended.`,
  interval: 'In parentheses: the likely range (95% confidence).',
  notKnown: (whose: string) => `Not enough data: too few ${whose} ran this long.`,
};

export const familyCopy = {
  title: 'Same creative',
  about: 'Ads of all brands with the same text, picture or video, or grouped by the library',
  summary: ({ total, totalAdvertisers, totalVariants }: FamilyCounts) =>
    joinFacts([
      plural(total, 'ad'),
      plural(totalAdvertisers, 'brand'),
      totalVariants > 1 ? plural(totalVariants, 'text') : null,
    ]),
  firstRunner: 'First run by',
  since: (day: string, isPublished: boolean) => (isPublished ? `on ${day}` : `(first seen on ${day})`),
  copycat: 'Later run by',
  later: (days: number | null) => (days === null ? '(launch date unknown)' : `${plural(days, 'day')} later`),
  sameAs: (same: SameCreative | null) => {
    if (same === null) return 'linked through other ads';
    if (same.pictureDistance !== null)
      return same.pictureDistance === 0
        ? 'same picture'
        : `similar picture (distance ${same.pictureDistance})`;
    if (same.kind === 'video') return 'same video';
    return same.similarity === null ? 'same group' : `${formatShare(same.similarity)} same text`;
  },
  evidence: ({ ads, publishedStarts, sources }: FamilyEvidence) =>
    `Based on ${plural(ads, 'ad')} from ${sources.join(', ')}; ${formatNumber(publishedStarts)} with a launch date.`,
};
