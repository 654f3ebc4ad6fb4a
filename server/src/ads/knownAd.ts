import type { OpenAd } from '@magpie/contract';
import type { Derived } from './enrichment.ts';

/** What sources say of an ad, apart from when they said it and what they counted. */
export type AdFacts = Pick<
  OpenAd,
  | 'sources'
  | 'externalId'
  | 'sourceUrl'
  | 'platforms'
  | 'placements'
  | 'format'
  | 'mediaType'
  | 'status'
  | 'headlines'
  | 'bodies'
  | 'description'
  | 'ctaType'
  | 'ctaText'
  | 'landingPageUrl'
  | 'landingPageDomain'
  | 'language'
  | 'countries'
  | 'isPartnership'
  | 'partnerName'
  | 'media'
  | 'cards'
  | 'startDate'
  | 'endDate'
  | 'reach'
  | 'reachText'
  | 'demographics'
>;

/** What was counted of an ad at one time. */
export interface Measurement {
  readonly capturedAt: string;
  readonly reach: number | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly shares: number | null;
  readonly rankCountry: string | null;
}

export interface Change {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

export type EventKind = OpenAd['events'][number]['kind'];

/** Something that happened to an ad while it was watched. */
export interface AdEvent {
  readonly hash: string;
  readonly advertiserId: number;
  /** Counts the ad's recordings; with `kind` it names the event, so that repeating a recording repeats no event. */
  readonly sequence: number;
  readonly kind: EventKind;
  readonly at: string;
  readonly changes: readonly Change[];
  /** The number of the recording that told of it; 0 for those from before this was noted. */
  readonly recordedIn: number;
}

/** All that the catalog holds of one ad. */
export interface KnownAd {
  readonly hash: string;
  readonly key: string;
  readonly advertiserId: number;
  /** Counts the recordings of this ad. */
  readonly version: number;
  /** The number of the recording of the index that was its first. */
  readonly addedIn: number;
  readonly facts: AdFacts;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly latest: Measurement | null;
}

/** The same with what enrichment made of it, and by which versions of its steps. */
export interface EnrichedAd extends KnownAd {
  readonly derived: Derived;
  readonly enriched: Readonly<Record<string, number>>;
}

/** Whether an ad ran on a day, as far as is known: one that nobody said has ended is taken to run. */
export function runsOn(day: string, { status, endDate }: Pick<AdFacts, 'status' | 'endDate'>): boolean {
  return status !== 'inactive' && (endDate === null || endDate >= day);
}

/** Likes, comments and shares together; null when none of them is known. */
export function engagementOf(counted: Pick<Measurement, 'likes' | 'comments' | 'shares'>): number | null {
  const known = [counted.likes, counted.comments, counted.shares].filter((value) => value !== null);
  if (known.length === 0) return null;
  return Math.min(
    known.reduce((sum, value) => sum + value, 0),
    Number.MAX_SAFE_INTEGER,
  );
}
