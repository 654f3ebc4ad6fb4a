import type { OpenAd } from '@magpie/contract';
import {
  engagementOf,
  type AdEvent,
  type AdFacts,
  type EnrichedAd,
  type KnownAd,
  type Measurement,
} from './knownAd.ts';
import { buildSearchText } from './searchText.ts';

/** A row of the table `ads`, without the columns that only queries use. */
export interface AdRow {
  readonly advertiser_id: number;
  readonly hash: string;
  readonly version: number;
  readonly added_in: number;
  readonly key: string;
  readonly sources: string[];
  readonly external_id: string | null;
  readonly source_url: string | null;
  readonly platforms: OpenAd['platforms'];
  readonly placements: string[];
  readonly status: OpenAd['status'];
  readonly headlines: string[];
  readonly bodies: string[];
  readonly description: string | null;
  readonly cta_type: string | null;
  readonly cta_text: string | null;
  readonly landing_page_url: string | null;
  readonly countries: string[];
  readonly is_partnership: boolean | null;
  readonly partner_name: string | null;
  /** JSON. */
  readonly media: string;
  /** JSON. */
  readonly cards: string;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly first_seen_at: string;
  readonly last_seen_at: string;
  readonly reach: number | null;
  readonly reach_lower: number | null;
  readonly reach_upper: number | null;
  readonly reach_kind: 'reported' | 'range' | 'estimated' | null;
  readonly reach_text: string | null;
  readonly reach_by_gender: Record<string, number>;
  readonly reach_by_age: Record<string, number>;
  readonly reach_by_country: Record<string, number>;
  readonly captured_at: string | null;
  readonly captured_reach: number | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly shares: number | null;
  readonly rank_country: string | null;
  readonly given_format: OpenAd['format'];
  readonly given_media_type: OpenAd['mediaType'];
  readonly given_language: string | null;
  readonly given_domain: string | null;
  readonly format: NonNullable<OpenAd['format']>;
  readonly media_type: NonNullable<OpenAd['mediaType']>;
  readonly language: string | null;
  readonly landing_page: string | null;
  readonly landing_page_domain: string | null;
  readonly ad_type: string | null;
  readonly tag_ids: number[];
  readonly tag_confidences: number[];
  readonly enriched: Readonly<Record<string, number>>;
}

/** The columns of an `AdRow`, for queries that read complete ads. */
export const adColumns = [
  'advertiser_id',
  'hash',
  'version',
  'added_in',
  'key',
  'sources',
  'external_id',
  'source_url',
  'platforms',
  'placements',
  'status',
  'headlines',
  'bodies',
  'description',
  'cta_type',
  'cta_text',
  'landing_page_url',
  'countries',
  'is_partnership',
  'partner_name',
  'media',
  'cards',
  'start_date',
  'end_date',
  'first_seen_at',
  'last_seen_at',
  'reach',
  'reach_lower',
  'reach_upper',
  'reach_kind',
  'reach_text',
  'reach_by_gender',
  'reach_by_age',
  'reach_by_country',
  'captured_at',
  'captured_reach',
  'likes',
  'comments',
  'shares',
  'rank_country',
  'given_format',
  'given_media_type',
  'given_language',
  'given_domain',
  'format',
  'media_type',
  'language',
  'landing_page',
  'landing_page_domain',
  'ad_type',
  'tag_ids',
  'tag_confidences',
  'enriched',
] as const satisfies readonly (keyof AdRow)[];

/** The row to insert. The advertiser's name is part of the search text. */
export function toRow(ad: EnrichedAd, advertiserName: string, recordedAt: string): object {
  const { hash, key, version, facts, latest, derived } = ad;
  const { reach, demographics } = facts;
  const row: AdRow = {
    advertiser_id: ad.advertiserId,
    hash,
    version,
    added_in: ad.addedIn,
    key,
    sources: facts.sources,
    external_id: facts.externalId,
    source_url: facts.sourceUrl,
    platforms: facts.platforms,
    placements: facts.placements,
    status: facts.status,
    headlines: facts.headlines,
    bodies: facts.bodies,
    description: facts.description,
    cta_type: facts.ctaType,
    cta_text: facts.ctaText,
    landing_page_url: facts.landingPageUrl,
    countries: facts.countries,
    is_partnership: facts.isPartnership,
    partner_name: facts.partnerName,
    media: JSON.stringify(facts.media),
    cards: JSON.stringify(facts.cards),
    start_date: facts.startDate,
    end_date: facts.endDate,
    first_seen_at: ad.firstSeenAt,
    last_seen_at: ad.lastSeenAt,
    reach: reach?.value ?? null,
    reach_lower: reach?.lower ?? null,
    reach_upper: reach?.upper ?? null,
    reach_kind: reach?.kind ?? null,
    reach_text: facts.reachText,
    reach_by_gender: demographics?.gender ?? {},
    reach_by_age: demographics?.age ?? {},
    reach_by_country: demographics?.country ?? {},
    captured_at: latest?.capturedAt ?? null,
    captured_reach: latest?.reach ?? null,
    likes: latest?.likes ?? null,
    comments: latest?.comments ?? null,
    shares: latest?.shares ?? null,
    rank_country: latest?.rankCountry ?? null,
    given_format: facts.format,
    given_media_type: facts.mediaType,
    given_language: facts.language,
    given_domain: facts.landingPageDomain,
    ...derivedColumns(derived),
    enriched: ad.enriched,
  };
  const searchText = buildSearchText(searchedTexts(facts, advertiserName));
  return Object.assign(
    row,
    { recorded_at: recordedAt, search_text: searchText },
    shownColumns(facts),
    runDateColumns(ad),
  );
}

/** The last day of an ad without a known end. */
const never = '2299-12-31';

/** The run dates of an ad, in columns from which queries compute the days running cheaply. */
function runDateColumns(ad: EnrichedAd) {
  const { status, endDate } = ad.facts;
  const stopped = status === 'inactive';
  return {
    first_day: firstDay(ad),
    last_day: endDate ?? (stopped ? ad.lastSeenAt.slice(0, 10) : never),
    stopped: stopped ? 1 : 0,
  };
}

/** Values that queries would otherwise have to extract from the JSON of media and cards. */
function shownColumns({ media, cards }: EnrichedAd['facts']) {
  return {
    card_bodies: cards.flatMap(({ body }) => body ?? []),
    card_headlines: cards.flatMap(({ headline }) => headline ?? []),
    thumbnail_url: thumbnailOf([...media, ...cards.flatMap((card) => card.media)]),
  };
}

/** The first available thumbnail; an image is its own thumbnail. */
function thumbnailOf(media: OpenAd['media']): string | null {
  const pictures = media.map(
    ({ type, url, thumbnailUrl }) => thumbnailUrl ?? (type === 'image' ? url : null),
  );
  return pictures.find((picture) => picture !== null) ?? null;
}

function derivedColumns(derived: EnrichedAd['derived']) {
  return {
    format: derived.format,
    media_type: derived.mediaType,
    language: derived.language,
    landing_page: derived.landingPage,
    landing_page_domain: derived.landingPageDomain,
    ad_type: derived.adType,
    tag_ids: derived.tags.map((tag) => tag.tagDefinitionId),
    tag_confidences: derived.tags.map((tag) => tag.confidence),
  };
}

export type SearchedFacts = Pick<
  AdFacts,
  'headlines' | 'bodies' | 'description' | 'landingPageUrl' | 'cards'
>;

export function searchedTexts(facts: SearchedFacts, advertiserName: string): string[] {
  const { headlines, bodies, description, landingPageUrl, cards } = facts;
  const inCards = cards.flatMap((card) => [card.headline, card.body, card.description, card.landingPageUrl]);
  const texts = [advertiserName, ...headlines, ...bodies, description, landingPageUrl, ...inCards];
  return [...new Set(texts.filter((text) => text !== null))];
}

export function fromRow(row: AdRow): EnrichedAd {
  return {
    hash: row.hash,
    key: row.key,
    advertiserId: row.advertiser_id,
    version: row.version,
    addedIn: row.added_in,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    facts: factsOf(row),
    latest: latestOf(row),
    derived: {
      language: row.language,
      format: row.format,
      mediaType: row.media_type,
      landingPage: row.landing_page,
      landingPageDomain: row.landing_page_domain,
      adType: row.ad_type,
      tags: tagsOf(row),
    },
    enriched: row.enriched,
  };
}

function factsOf(row: AdRow): EnrichedAd['facts'] {
  return {
    sources: row.sources,
    externalId: row.external_id,
    sourceUrl: row.source_url,
    platforms: row.platforms,
    placements: row.placements,
    format: row.given_format,
    mediaType: row.given_media_type,
    status: row.status,
    headlines: row.headlines,
    bodies: row.bodies,
    description: row.description,
    ctaType: row.cta_type,
    ctaText: row.cta_text,
    landingPageUrl: row.landing_page_url,
    landingPageDomain: row.given_domain,
    language: row.given_language,
    countries: row.countries,
    isPartnership: row.is_partnership,
    partnerName: row.partner_name,
    media: JSON.parse(row.media) as OpenAd['media'],
    cards: JSON.parse(row.cards) as OpenAd['cards'],
    startDate: row.start_date,
    endDate: row.end_date,
    reach: reachOf(row),
    reachText: row.reach_text,
    demographics: demographicsOf(row),
  };
}

function reachOf({
  reach,
  reach_lower: lower,
  reach_upper: upper,
  reach_kind: kind,
}: AdRow): OpenAd['reach'] {
  return kind === null ? null : { value: reach, lower, upper, kind };
}

function demographicsOf(row: AdRow): OpenAd['demographics'] {
  const { reach_by_gender: gender, reach_by_age: age, reach_by_country: country } = row;
  const known = [gender, age, country].some((part) => Object.keys(part).length > 0);
  return known ? { gender, age, country } : null;
}

function latestOf(row: AdRow): Measurement | null {
  if (row.captured_at === null) return null;
  return {
    capturedAt: row.captured_at,
    reach: row.captured_reach,
    likes: row.likes,
    comments: row.comments,
    shares: row.shares,
    rankCountry: row.rank_country,
  };
}

/** ClickHouse stores confidences as Float32; rounding restores their two decimals. */
function tagsOf({ tag_ids: ids, tag_confidences: confidences }: AdRow): EnrichedAd['derived']['tags'] {
  return ids.map((tagDefinitionId, index) => ({
    tagDefinitionId,
    confidence: Math.round((confidences[index] ?? 0) * 100) / 100,
  }));
}

export function snapshotRow(hash: string, measurement: Measurement, version: number): object {
  const { capturedAt, rankCountry, ...counted } = measurement;
  return { hash, captured_at: capturedAt, rank_country: rankCountry, ...counted, version };
}

export function eventRow(event: AdEvent, version: number): object {
  const { advertiserId, changes, recordedIn, ...rest } = event;
  return {
    advertiser_id: advertiserId,
    ...rest,
    changes: JSON.stringify(changes),
    recorded_in: recordedIn,
    version,
  };
}

/** The rows of `trending_ads`: one for the ad, and deletions on other days that may still have one. */
export function trendingRows(daysBefore: Iterable<string>, ad: EnrichedAd): object[] {
  const { hash, version, facts, latest, derived } = ad;
  const day = firstDay(ad);
  const row = {
    day,
    hash,
    advertiser_id: ad.advertiserId,
    platforms: facts.platforms,
    rank_country: latest?.rankCountry ?? null,
    engagement: latest === null ? null : engagementOf(latest),
    tag_ids: derived.tags.map((tag) => tag.tagDefinitionId),
    version,
  };
  const left = [...new Set(daysBefore)].filter((before) => before !== day);
  return [...left.map((before) => ({ day: before, hash, version, is_deleted: 1 })), row];
}

/** The start date, or the day of the first sighting. */
export function firstDay({ facts, firstSeenAt }: KnownAd): string {
  return facts.startDate ?? firstSeenAt.slice(0, 10);
}
