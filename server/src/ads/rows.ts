import type { OpenAd } from '@magpie/contract';
import type { Derived } from './enrichment.ts';
import { indexTexts, type IndexedTexts } from './indexedTexts.ts';
import {
  sumEngagement,
  factColumns,
  type AdEvent,
  type AdFacts,
  type EnrichedAd,
  type KnownAd,
  type Measurement,
} from './knownAd.ts';
import { getConfirmedDate, getStartDate } from './run.ts';
import { readTransparency, writeTransparency } from './transparency.ts';

const identityColumns = {
  advertiser_id: 'advertiserId',
  name_id: 'nameId',
  hash: 'hash',
  version: 'version',
  added_in: 'addedIn',
  key: 'key',
  first_seen_at: 'firstSeenAt',
  last_seen_at: 'lastSeenAt',
  last_confirmed_at: 'lastConfirmedAt',
  freshness_days: 'freshnessDays',
  sighting_digest: 'digest',
  is_logged: 'isLogged',
  creatives: 'creatives',
  picture_texts: 'pictureTexts',
  reach_growth: 'reachGrowth',
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
  /** JSON, or empty. */
  readonly transparency: string;
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
  'transparency',
  'tag_ids',
  'tag_confidences',
];

/** Values that queries would otherwise have to compute, some from the JSON of media and cards. */
interface ComputedColumns extends Partial<IndexedTexts>, Partial<QueryColumns> {
  recorded_at?: string;
}

export function toRow(ad: EnrichedAd, advertiserName: string, recordedAt: string): object {
  const row: AdRow & ComputedColumns = writeColumns(ad);
  row.recorded_at = recordedAt;
  const texts = indexTexts(ad, advertiserName);
  row.search_text = texts.search_text;
  row.brand_words = texts.brand_words;
  row.headline_words = texts.headline_words;
  row.page_words = texts.page_words;
  row.text_words = texts.text_words;
  row.duplicate_key = texts.duplicate_key;
  addQueryColumns(row, ad);
  return row;
}

export interface QueryColumns {
  card_bodies: string[];
  card_headlines: string[];
  thumbnail_url: string | null;
  first_day: string;
  last_day: string;
  confirmed_day: string;
  stopped: 0 | 1;
}

/** Adds to a row what queries read in place of media, cards and dates. */
export function addQueryColumns(row: Partial<QueryColumns>, ad: KnownAd): void {
  const { facts, firstSeenAt, lastConfirmedAt, freshnessDays } = ad;
  const { startDate } = facts;
  const isStopped = facts.status === 'inactive';
  const confirmedDay = getConfirmedDate({ startDate, firstSeenAt, lastConfirmedAt, freshnessDays });
  row.card_bodies = facts.cards.flatMap(({ body }) => body ?? []);
  row.card_headlines = facts.cards.flatMap(({ headline }) => headline ?? []);
  row.thumbnail_url = findThumbnail([...facts.media, ...facts.cards.flatMap((card) => card.media)]);
  row.first_day = getFirstDay(ad);
  row.last_day = facts.endDate ?? (isStopped ? confirmedDay : never);
  row.confirmed_day = confirmedDay;
  row.stopped = isStopped ? 1 : 0;
}

/** A literal: an object made of others or of a list of columns takes ten times as long to create and serialize. */
// oxlint-disable-next-line eslint/max-lines-per-function -- one line per column
export function writeColumns(ad: EnrichedAd): AdRow {
  const { facts, derived } = ad;
  const [reach, latest] = [facts.reach ?? noReach, ad.latest ?? noMeasurement];
  return {
    advertiser_id: ad.advertiserId,
    name_id: ad.nameId,
    hash: ad.hash,
    version: ad.version,
    added_in: ad.addedIn,
    key: ad.key,
    first_seen_at: ad.firstSeenAt,
    last_seen_at: ad.lastSeenAt,
    last_confirmed_at: ad.lastConfirmedAt,
    freshness_days: ad.freshnessDays,
    sighting_digest: ad.digest,
    is_logged: ad.isLogged,
    creatives: ad.creatives,
    picture_texts: ad.pictureTexts,
    reach_growth: ad.reachGrowth,
    enriched: ad.enriched,
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
    start_date: facts.startDate,
    end_date: facts.endDate,
    reach_text: facts.reachText,
    given_format: facts.format,
    given_media_type: facts.mediaType,
    given_language: facts.language,
    given_domain: facts.landingPageDomain,
    format: derived.format,
    media_type: derived.mediaType,
    language: derived.language,
    landing_page: derived.landingPage,
    landing_page_domain: derived.landingPageDomain,
    ad_type: derived.adType,
    reach: reach.value,
    reach_lower: reach.lower,
    reach_upper: reach.upper,
    reach_kind: reach.kind,
    reach_by_gender: facts.demographics?.gender ?? {},
    reach_by_age: facts.demographics?.age ?? {},
    reach_by_country: facts.demographics?.country ?? {},
    captured_at: latest.capturedAt,
    captured_reach: latest.reach,
    likes: latest.likes,
    comments: latest.comments,
    shares: latest.shares,
    rank_country: latest.rankCountry,
    media: JSON.stringify(facts.media),
    cards: JSON.stringify(facts.cards),
    transparency: writeTransparency(facts),
    tag_ids: derived.tags.map((tag) => tag.tagDefinitionId),
    tag_confidences: derived.tags.map((tag) => tag.confidence),
  };
}

const never = '2299-12-31';

function findThumbnail(media: OpenAd['media']): string | null {
  const urls = media.map(({ type, url, thumbnailUrl }) => thumbnailUrl ?? (type === 'image' ? url : null));
  return urls.find((url) => url !== null) ?? null;
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
      ...readTransparency(row.transparency),
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

export function eventRow(event: AdEvent, version: number, isRemoved: boolean): object {
  const { hash, advertiserId, sequence, kind, at, changes, recordedIn } = event;
  return {
    advertiser_id: advertiserId,
    hash,
    sequence,
    kind,
    at,
    changes: JSON.stringify(changes),
    recorded_in: recordedIn,
    removed: isRemoved ? 1 : 0,
    version,
  };
}

/** The row of `trending_ads` for an ad. */
export function trendingRow(ad: EnrichedAd) {
  const { hash, version, facts, latest, derived } = ad;
  return {
    day: getFirstDay(ad),
    hash,
    advertiser_id: ad.advertiserId,
    platforms: facts.platforms,
    rank_country: latest?.rankCountry ?? null,
    engagement: latest === null ? null : sumEngagement(latest),
    tag_ids: derived.tags.map((tag) => tag.tagDefinitionId),
    has_start: facts.startDate === null ? 0 : 1,
    version,
  };
}

/** With deletions on other days that may still have a row. */
export function trendingRows(daysBefore: Iterable<string>, ad: EnrichedAd): object[] {
  const row = trendingRow(ad);
  const { day, hash, version } = row;
  const left = [...new Set(daysBefore)].filter((before) => before !== day);
  return [...left.map((before) => ({ day: before, hash, version, is_deleted: 1 })), row];
}

export function getFirstDay({ facts: { startDate }, firstSeenAt }: KnownAd): string {
  return getStartDate({ startDate, firstSeenAt });
}

type ColumnMap = Readonly<Record<string, string>>;

type Columns<Map extends ColumnMap, Value extends Record<Map[keyof Map], unknown>> = {
  readonly [Column in keyof Map]: Value[Map[Column]];
};

function readColumns<Map extends ColumnMap, Row extends Record<keyof Map, unknown>>(
  map: Map,
  row: Row,
): { readonly [Column in keyof Map as Map[Column]]: Row[Column] };
function readColumns(map: ColumnMap, row: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(map).map(([column, name]) => [name, row[column]]));
}
