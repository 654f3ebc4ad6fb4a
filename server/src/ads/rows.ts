import type { OpenAd } from '@magpie/contract';
import type { Derived } from './enrichment.ts';
import {
  sumEngagement,
  factColumns,
  type AdEvent,
  type AdFacts,
  type EnrichedAd,
  type KnownAd,
  type Measurement,
} from './knownAd.ts';
import { buildSearchText } from './searchText.ts';

const identityColumns = {
  advertiser_id: 'advertiserId',
  hash: 'hash',
  version: 'version',
  added_in: 'addedIn',
  key: 'key',
  first_seen_at: 'firstSeenAt',
  last_seen_at: 'lastSeenAt',
  enriched: 'enriched',
} as const;

const derivedColumns = {
  format: 'format',
  media_type: 'mediaType',
  language: 'language',
  landing_page: 'landingPage',
  landing_page_domain: 'landingPageDomain',
  ad_type: 'adType',
} as const;

export const reachColumns = {
  reach: 'value',
  reach_lower: 'lower',
  reach_upper: 'upper',
  reach_kind: 'kind',
} as const;

const demographicColumns = {
  reach_by_gender: 'gender',
  reach_by_age: 'age',
  reach_by_country: 'country',
} as const;

export const measurementColumns = {
  captured_at: 'capturedAt',
  captured_reach: 'reach',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  rank_country: 'rankCountry',
} as const;

type Nullable<Value> = { readonly [Name in keyof Value]: Value[Name] | null };
type Demographics = NonNullable<OpenAd['demographics']>;

const noReach: Nullable<NonNullable<OpenAd['reach']>> = { value: null, lower: null, upper: null, kind: null };
const noDemographics: Demographics = { gender: {}, age: {}, country: {} };
const noMeasurement: Nullable<Measurement> = {
  capturedAt: null,
  reach: null,
  likes: null,
  comments: null,
  shares: null,
  rankCountry: null,
};

interface ConvertedColumns {
  /** JSON. */
  readonly media: string;
  /** JSON. */
  readonly cards: string;
  readonly tag_ids: number[];
  readonly tag_confidences: number[];
}

export type AdRow = Columns<typeof identityColumns, EnrichedAd> &
  Columns<typeof factColumns, AdFacts> &
  Columns<typeof derivedColumns, Derived> &
  Columns<typeof reachColumns, typeof noReach> &
  Columns<typeof demographicColumns, Demographics> &
  Columns<typeof measurementColumns, typeof noMeasurement> &
  ConvertedColumns;

export const adColumns: readonly string[] = [
  ...Object.keys({
    ...identityColumns,
    ...factColumns,
    ...derivedColumns,
    ...reachColumns,
    ...demographicColumns,
    ...measurementColumns,
  }),
  'media',
  'cards',
  'tag_ids',
  'tag_confidences',
];

export function toRow(ad: EnrichedAd, advertiserName: string, recordedAt: string): object {
  const { facts, latest, derived } = ad;
  const row: AdRow = {
    ...writeColumns(identityColumns, ad),
    ...writeColumns(factColumns, facts),
    ...writeColumns(derivedColumns, derived),
    ...writeColumns(reachColumns, facts.reach ?? noReach),
    ...writeColumns(demographicColumns, facts.demographics ?? noDemographics),
    ...writeColumns(measurementColumns, latest ?? noMeasurement),
    media: JSON.stringify(facts.media),
    cards: JSON.stringify(facts.cards),
    tag_ids: derived.tags.map((tag) => tag.tagDefinitionId),
    tag_confidences: derived.tags.map((tag) => tag.confidence),
  };
  return {
    ...row,
    recorded_at: recordedAt,
    search_text: buildSearchText(searchedTexts(facts, advertiserName)),
    ...shownColumns(facts),
    ...runDateColumns(ad),
  };
}

const never = '2299-12-31';

/** The run dates of an ad, in columns from which queries compute the days running cheaply. */
function runDateColumns(ad: EnrichedAd) {
  const { status, endDate } = ad.facts;
  const stopped = status === 'inactive';
  return {
    first_day: getFirstDay(ad),
    last_day: endDate ?? (stopped ? ad.lastSeenAt.slice(0, 10) : never),
    stopped: stopped ? 1 : 0,
  };
}

/** Values that queries would otherwise have to extract from the JSON of media and cards. */
function shownColumns({ media, cards }: EnrichedAd['facts']) {
  return {
    card_bodies: cards.flatMap(({ body }) => body ?? []),
    card_headlines: cards.flatMap(({ headline }) => headline ?? []),
    thumbnail_url: findThumbnail([...media, ...cards.flatMap((card) => card.media)]),
  };
}

function findThumbnail(media: OpenAd['media']): string | null {
  const urls = media.map(({ type, url, thumbnailUrl }) => thumbnailUrl ?? (type === 'image' ? url : null));
  return urls.find((url) => url !== null) ?? null;
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
  const demographics = readColumns(demographicColumns, row);
  const hasDemographics = Object.values(demographics).some((part) => Object.keys(part).length > 0);
  const latest = readColumns(measurementColumns, row);
  return {
    ...readColumns(identityColumns, row),
    facts: {
      ...readColumns(factColumns, row),
      media: JSON.parse(row.media) as OpenAd['media'],
      cards: JSON.parse(row.cards) as OpenAd['cards'],
      reach: row.reach_kind === null ? null : readColumns(reachColumns, row),
      demographics: hasDemographics ? demographics : null,
    },
    latest: latest.capturedAt === null ? null : { ...latest, capturedAt: latest.capturedAt },
    derived: { ...readColumns(derivedColumns, row), tags: readTags(row) },
  };
}

/** ClickHouse stores confidences as Float32; rounding restores their two decimals. */
export function readTags({ tag_ids: ids, tag_confidences: confidences }: AdRow) {
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
  const day = getFirstDay(ad);
  const row = {
    day,
    hash,
    advertiser_id: ad.advertiserId,
    platforms: facts.platforms,
    rank_country: latest?.rankCountry ?? null,
    engagement: latest === null ? null : sumEngagement(latest),
    tag_ids: derived.tags.map((tag) => tag.tagDefinitionId),
    version,
  };
  const left = [...new Set(daysBefore)].filter((before) => before !== day);
  return [...left.map((before) => ({ day: before, hash, version, is_deleted: 1 })), row];
}

/** The start date, or the day of the first sighting. */
export function getFirstDay({ facts, firstSeenAt }: KnownAd): string {
  return facts.startDate ?? firstSeenAt.slice(0, 10);
}

type ColumnMap = Readonly<Record<string, string>>;

type Columns<Map extends ColumnMap, Value extends Record<Map[keyof Map], unknown>> = {
  readonly [Column in keyof Map]: Value[Map[Column]];
};

function writeColumns<Map extends ColumnMap, Value extends Record<Map[keyof Map], unknown>>(
  map: Map,
  value: Value,
): Columns<Map, Value>;
function writeColumns(map: ColumnMap, value: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(map).map(([column, name]) => [column, value[name]]));
}

function readColumns<Map extends ColumnMap, Row extends Record<keyof Map, unknown>>(
  map: Map,
  row: Row,
): { readonly [Column in keyof Map as Map[Column]]: Row[Column] };
function readColumns(map: ColumnMap, row: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(map).map(([column, name]) => [name, row[column]]));
}
