import type { Ad, AdMeasurements, ScoreRank } from '@magpie/contract';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { advertisersById, type AdvertiserRow } from './ads.sql.ts';
import type { TagDefinition } from './enrichment.ts';
import { sumEngagement } from './knownAd.ts';
import { readTags, type AdRow } from './rows.ts';
import { presentTransparency } from './transparency.ts';
import { describeRun, type RunFacts } from './run.ts';
import { noRank, type RankScore, type ScorePercentiles } from './percentiles.ts';
import { scoreOfAd } from './score.ts';

/** As of an earlier moment. */
interface PastContext {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly advertisers: readonly AdvertiserRow[];
  /** Among the ads of then; not compared by default. */
  readonly rank?: RankScore;
}

export type PresentAds = (rows: readonly AdRow[], past?: PastContext) => Promise<Ad[]>;

export interface PresentationDeps {
  readonly clickhouse: ClickHouse;
  readonly tagDefinitions: readonly TagDefinition[];
  /** The base URL of this service, for generated logos. */
  readonly siteAddress: () => string;
  readonly readRanking: ScorePercentiles;
}

export function createPresentation({
  clickhouse,
  tagDefinitions,
  siteAddress,
  readRanking,
}: PresentationDeps): PresentAds {
  const definitions = new Map(tagDefinitions.map((each) => [each.tagDefinitionId, each]));
  return async (rows, past) => {
    const ids = [...new Set(rows.map((row) => row.advertiser_id))];
    const [advertisers, rank] = await Promise.all([
      past?.advertisers ?? advertisersById(clickhouse, ids),
      past === undefined ? readRanking() : (past.rank ?? (() => noRank)),
    ]);
    const known = new Map(advertisers.map((each) => [each.advertiser_id, each]));
    const today = past?.today ?? new Date().toISOString().slice(0, 10);
    return rows.map((row) => {
      const content = presentContent(row);
      const measurements = presentMeasurements(row, today);
      return {
        ...content,
        ...measurements,
        ...rank({ ...measurements, platform: content.platform }, today),
        advertiser: presentAdvertiser(row.advertiser_id, known.get(row.advertiser_id), siteAddress()),
        tags: presentTags(row, definitions),
      };
    });
  };
}

function presentAdvertiser(id: number, row: AdvertiserRow | undefined, site: string): Ad['advertiser'] {
  return {
    advertiserId: id,
    name: row?.name ?? '',
    brandLogo: row?.brand_logo ?? monogramUrl(id, site),
    pageUrl: row?.page_url ?? null,
  };
}

export function monogramUrl(advertiserId: number, site: string): string {
  return `${site}/logos/${advertiserId}.svg`;
}

function presentContent(row: AdRow) {
  const { headlines, bodies, description } = row;
  const cards = (JSON.parse(row.cards) as Ad['cards']).map(withoutTemplatesOfCard);
  return {
    hash: row.hash,
    platform: row.platforms[0] ?? null,
    platforms: row.platforms,
    externalId: row.external_id ?? row.key.slice(row.key.indexOf(':') + 1),
    sourceUrl: row.source_url,
    format: row.format,
    mediaType: row.media_type,
    adType: row.ad_type,
    ...shownTexts({ headlines, bodies, description, cards }),
    ctaType: row.cta_type,
    ctaText: row.cta_text,
    landingPageUrl: row.landing_page_url,
    landingPageDomain: row.landing_page_domain,
    language: row.language,
    countries: row.countries,
    isPartnership: row.is_partnership ?? false,
    partnerName: row.partner_name,
    media: JSON.parse(row.media) as Ad['media'],
    cards,
    ...presentTransparency(row.transparency),
  };
}

export const measuredColumns = [
  'status',
  'start_date',
  'end_date',
  'first_seen_at',
  'last_seen_at',
  'last_confirmed_at',
  'freshness_days',
  'reach',
  'reach_lower',
  'reach_upper',
  'reach_kind',
  'captured_reach',
  'captured_at',
  'likes',
  'comments',
  'shares',
  'rank_country',
] as const satisfies readonly (keyof AdRow)[];

export type MeasuredRow = Pick<AdRow, (typeof measuredColumns)[number]>;

/** The measurements of an ad alone, not compared with others. */
type OwnMeasurements = Omit<AdMeasurements, keyof ScoreRank>;

export function presentMeasurements(row: MeasuredRow, today: string): OwnMeasurements {
  const run = describeRun(toRunFacts(row), today);
  const engagement = presentEngagement(row);
  return {
    ...run,
    startDate: row.start_date,
    endDate: row.end_date,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    lastConfirmedAt: row.last_confirmed_at,
    reach: { value: row.reach, lower: row.reach_lower, upper: row.reach_upper, kind: row.reach_kind },
    engagement,
    ...scoreOfAd(run.daysRunning, row.reach, engagement.total),
  };
}

export type RunRow = Pick<
  AdRow,
  'status' | 'start_date' | 'end_date' | 'first_seen_at' | 'last_confirmed_at' | 'freshness_days'
>;

export function toRunFacts(row: RunRow): RunFacts {
  return {
    status: row.status,
    startDate: row.start_date,
    endDate: row.end_date,
    firstSeenAt: row.first_seen_at,
    lastConfirmedAt: row.last_confirmed_at,
    freshnessDays: row.freshness_days,
  };
}

function presentEngagement(row: MeasuredRow): Ad['engagement'] {
  const { likes, comments, shares } = row;
  return {
    views: row.captured_reach,
    likes,
    comments,
    shares,
    total: sumEngagement(row),
    capturedAt: row.captured_at,
    rankCountry: row.rank_country,
  };
}

function presentTags(row: AdRow, definitions: ReadonlyMap<number, TagDefinition>): Ad['tags'] {
  return readTags(row).flatMap(({ tagDefinitionId, confidence }) => {
    const definition = definitions.get(tagDefinitionId);
    return definition === undefined ? [] : [{ ...definition, confidence }];
  });
}

type Texts = Pick<Ad, 'headlines' | 'bodies' | 'description' | 'cards'>;
type ShownTexts = Pick<Ad, 'headline' | 'headlines' | 'body' | 'bodies' | 'description'>;

/** The texts of an ad and its cards. Templates, which are filled in for each viewer, are shown only if there is no other text. */
export function shownTexts({ headlines, bodies, description, cards }: Texts): ShownTexts {
  const shownHeadlines = withoutTemplates([...headlines, ...cards.map((card) => card.headline)]);
  const shownBodies = withoutTemplates([...bodies, ...cards.map((card) => card.body)]);
  const [shownDescription = null] = withoutTemplates([description, ...cards.map((card) => card.description)]);
  return {
    headline: shownHeadlines[0] ?? null,
    headlines: shownHeadlines,
    body: shownBodies[0] ?? null,
    bodies: shownBodies,
    description: shownDescription,
  };
}

/** Earlier versions recorded templates, which are filled for each viewer. */
function withoutTemplatesOfCard(card: Ad['cards'][number]): Ad['cards'][number] {
  const { headline, body, description } = card;
  return {
    ...card,
    headline: withoutTemplate(headline),
    body: withoutTemplate(body),
    description: withoutTemplate(description),
  };
}

function withoutTemplate(text: string | null): string | null {
  return text === null || isTemplate(text) ? null : text;
}

function isTemplate(text: string): boolean {
  return text.includes('{{');
}

function withoutTemplates(texts: readonly (string | null)[]): string[] {
  const distinct = new Set(texts.filter((text) => text !== null));
  return [...distinct].filter((text) => text !== '' && !isTemplate(text));
}
