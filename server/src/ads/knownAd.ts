import type { OpenAd } from '@magpie/contract';
import type { Derived } from './enrichment.ts';
import { transparencyNames, type Transparency } from './transparency.ts';

/** The columns of the table `ads` that hold one fact each. Enrichment may complete those with `given_`. */
export const factColumns = {
  sources: 'sources',
  external_id: 'externalId',
  source_url: 'sourceUrl',
  platforms: 'platforms',
  placements: 'placements',
  status: 'status',
  headlines: 'headlines',
  bodies: 'bodies',
  description: 'description',
  cta_type: 'ctaType',
  cta_text: 'ctaText',
  landing_page_url: 'landingPageUrl',
  countries: 'countries',
  is_partnership: 'isPartnership',
  partner_name: 'partnerName',
  start_date: 'startDate',
  end_date: 'endDate',
  reach_text: 'reachText',
  given_format: 'format',
  given_media_type: 'mediaType',
  given_language: 'language',
  given_domain: 'landingPageDomain',
} as const satisfies Readonly<Record<string, keyof OpenAd>>;

export const factNames = [
  ...Object.values(factColumns),
  'media' as const,
  'cards' as const,
  'reach' as const,
  'demographics' as const,
  ...transparencyNames,
];

export type AdFacts = Pick<OpenAd & Transparency, (typeof factNames)[number]>;

export type Measurement = Readonly<Omit<OpenAd['snapshots'][number], 'views'>>;
export type Change = Readonly<OpenAd['events'][number]['changes'][number]>;
export type EventKind = OpenAd['events'][number]['kind'];

export interface AdEvent {
  readonly hash: string;
  readonly advertiserId: number;
  /** In the order of the events. With `kind` it identifies the event, so a repeated recording creates no duplicates. */
  readonly sequence: number;
  readonly kind: EventKind;
  readonly at: string;
  readonly changes: readonly Change[];
  /** The number of the recording; 0 for events older than this column. */
  readonly recordedIn: number;
}

export interface KnownAd {
  readonly hash: string;
  readonly key: string;
  readonly advertiserId: number;
  /** The id of the name under which it was seen; differs if that name belongs to another advertiser. */
  readonly nameId: number;
  readonly version: number;
  readonly addedIn: number;
  readonly facts: AdFacts;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  /** Null if no source ever showed it as running. */
  readonly lastConfirmedAt: string | null;
  readonly freshnessDays: number;
  readonly latest: Measurement | null;
  /** How its reach grows now compared with before; null if it is not known. */
  readonly reachGrowth: number | null;
  /** What all its sightings have in common with ads of the same family; sorted. */
  readonly creatives: readonly number[];
  /** Lines that were read in its picture. */
  readonly pictureTexts: readonly string[];
  /** Of the last sighting; empty for an ad that was recorded before sightings were logged. */
  readonly digest: string;
  /** Whether the table `sightings` has all sightings; if not, the ad is its only one. */
  readonly isLogged: boolean;
}

export interface EnrichedAd extends KnownAd {
  readonly derived: Derived;
  readonly enriched: Readonly<Record<string, number>>;
}

/** The sum of likes, comments and shares; null if all are unknown. */
export function sumEngagement(counted: Pick<Measurement, 'likes' | 'comments' | 'shares'>): number | null {
  const known = [counted.likes, counted.comments, counted.shares].filter((value) => value !== null);
  if (known.length === 0) return null;
  return Math.min(
    known.reduce((sum, value) => sum + value, 0),
    Number.MAX_SAFE_INTEGER,
  );
}
