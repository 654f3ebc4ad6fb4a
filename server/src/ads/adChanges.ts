import type { OpenAd } from '@magpie/contract';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { groupBy } from '../db/postgres/batches.sql.ts';
import { advertisersById } from './ads.sql.ts';
import * as sql from './adChanges.sql.ts';
import type { Change, EventKind } from './knownAd.ts';
import { landingPageKey, revertChanges, type TrackedFacts } from './adHistory.ts';
import { searchedTexts } from './indexedTexts.ts';
import { buildSearchText } from './searchText.ts';
import { readTransparency } from './transparency.ts';

export interface AdVersion {
  readonly platforms: readonly string[];
  /** Same format as the index column `search_text`. */
  readonly searchText: string;
  /** The start date, or the day of the first sighting. */
  readonly startDay: string;
  readonly reach: number | null;
  /** Normalized host and path. */
  readonly landingPage: string | null;
}

export interface AdChange {
  readonly hash: string;
  readonly advertiserId: number;
  readonly advertiserName: string;
  readonly kind: EventKind;
  readonly at: string;
  readonly before: AdVersion | null;
  readonly after: AdVersion;
  /**
   * Whether a source states the start of the ad, or showed it as running by now. Otherwise it may be of any age. Events
   * do not store confirmations, so history includes later ones.
   */
  readonly isDated: boolean;
  /**
   * Set if this change made the ad the first of its advertiser to use its landing page, before this import or before
   * this day: the first day the page was used. That day may be long ago if old ads are imported late.
   */
  readonly pageFirstDay: string | null;
}

/** Events per query. Each query scans all events, so it reads many at once, in few columns. */
const eventsPerQuery = 50_000;
/** Events whose ads are read at once; their hashes fit into one query parameter. */
const eventsPerBatch = 2000;

export async function* adChangesOfImport(
  clickhouse: ClickHouse,
  query: sql.ImportChangesQuery,
): AsyncGenerator<AdChange[]> {
  const { recordings, advertiserIds } = query;
  if (recordings.length === 0) return;
  const [recorded, wanted] = [new Set(recordings), advertiserIds === null ? null : new Set(advertiserIds)];
  const range = sql.recordingRange(recordings);
  const next = (after: sql.LastEvent) => sql.eventsInRecordings(clickhouse, query, after, eventsPerQuery);
  for await (const events of eventBatches(next)) {
    const these = events.filter(({ recorded_in: recording }) => recorded.has(recording));
    yield toAdChanges(clickhouse, these.filter(isFromAdvertisers(wanted)), {
      pages: (keys) => sql.pagesSince(clickhouse, keys, range),
      isFirst: ({ first_in: first }) => recorded.has(first),
    });
  }
}

export async function* adChangesBetween(
  clickhouse: ClickHouse,
  query: sql.DateRangeChangesQuery,
): AsyncGenerator<AdChange[]> {
  const wanted = query.advertiserIds === null ? null : new Set(query.advertiserIds);
  const next = (after: sql.LastEvent) => sql.eventsInDateRange(clickhouse, query, after, eventsPerQuery);
  for await (const events of eventBatches(next)) {
    yield toAdChanges(clickhouse, events.filter(isFromAdvertisers(wanted)), {
      pages: (keys) => sql.pagesByDay(clickhouse, keys),
      isFirst: ({ first_seen_day: day }, { at }) => at.startsWith(day),
    });
  }
}

async function* eventBatches(
  next: (after: sql.LastEvent) => Promise<sql.ChangeEvent[]>,
): AsyncGenerator<sql.ChangeEvent[]> {
  let after: sql.LastEvent = null;
  for (;;) {
    const events: sql.ChangeEvent[] = await next(after);
    for (let start = 0; start < events.length; start += eventsPerBatch) {
      yield events.slice(start, start + eventsPerBatch);
    }
    after = events.at(-1) ?? null;
    if (events.length < eventsPerQuery) return;
  }
}

function isFromAdvertisers(advertiserIds: ReadonlySet<number> | null): (event: sql.ChangeEvent) => boolean {
  return (event) => advertiserIds?.has(event.advertiser_id) ?? true;
}

interface FirstUses {
  readonly pages: (keys: sql.AdKeys) => Promise<sql.PageRow[]>;
  readonly isFirst: (page: sql.PageRow, event: sql.ChangeEvent) => boolean;
}

async function toAdChanges(clickhouse: ClickHouse, events: readonly sql.ChangeEvent[], firstUses: FirstUses) {
  if (events.length === 0) return [];
  const keys = toAdKeys(events);
  const [ads, pages, advertisers] = await Promise.all([
    sql.trackedAds(clickhouse, keys),
    firstUses.pages(toAdKeys(events.filter(mayUseNewPage))),
    advertisersById(clickhouse, keys.advertiserIds),
  ]);
  const changes = await sql.findChanges(clickhouse, toAdKeys(ads.filter(({ version }) => version > 1)));
  const histories = buildHistories(ads, changes);
  const names = new Map(advertisers.map((row) => [row.advertiser_id, row.name]));
  const pageOfUse = new Map(pages.flatMap((page) => page.uses.map((use) => [use.join(' '), page])));
  return events.flatMap((event) => {
    const history = histories.get(event.hash);
    if (history === undefined || !belongsTo(history, event)) return [];
    const page = mayUseNewPage(event) ? pageOfUse.get(`${event.hash} ${event.sequence}`) : undefined;
    const first = page !== undefined && firstUses.isFirst(page, event) ? page.first_day : null;
    return [toAdChange(event, history, names.get(event.advertiser_id) ?? '', first)];
  });
}

function toAdKeys(rows: readonly Pick<sql.ChangeEvent, 'advertiser_id' | 'hash'>[]): sql.AdKeys {
  return {
    advertiserIds: [...new Set(rows.map((row) => row.advertiser_id))],
    hashes: [...new Set(rows.map((row) => row.hash))],
  };
}

function mayUseNewPage({ kind }: sql.ChangeEvent): boolean {
  return kind === 'launched' || kind === 'changed';
}

interface AdHistory {
  readonly advertiserId: number;
  readonly version: number;
  readonly firstSeenDay: string;
  readonly isConfirmed: boolean;
  readonly facts: TrackedFacts;
  readonly changes: readonly { readonly sequence: number; readonly changes: readonly Change[] }[];
  /** See `identityOf`; null for an ad that was recorded once, whose events are never replaced. */
  readonly events: ReadonlySet<string> | null;
}

/**
 * False for events under a previous advertiser, for events of an interrupted recording that never updated the ad, and for
 * events that were removed or have another sequence number by now.
 */
function belongsTo({ advertiserId, version, events }: AdHistory, event: sql.ChangeEvent): boolean {
  const isCurrent = event.advertiser_id === advertiserId && event.sequence <= version;
  return isCurrent && (events?.has(identityOf(event)) ?? true);
}

function identityOf({ sequence, kind, at, recorded_in: recording }: Omit<sql.ChangeEvent, 'advertiser_id'>) {
  return [sequence, kind, at, recording].join(' ');
}

function buildHistories(ads: readonly sql.TrackedRow[], rows: readonly sql.ChangeRow[]) {
  const eventsOf = groupBy(rows, ({ hash }) => hash);
  return new Map(
    ads.map((row) => {
      const known = (eventsOf.get(row.hash) ?? []).filter(({ sequence }) => sequence <= row.version);
      const changes = known
        .filter(({ kind }) => kind === 'changed')
        .map(({ sequence, changes: json }) => ({ sequence, changes: JSON.parse(json) as Change[] }));
      const events = row.version > 1 ? new Set(known.map(identityOf)) : null;
      return [row.hash, { ...toHistory(row), changes, events }];
    }),
  );
}

function toHistory(row: sql.TrackedRow): Omit<AdHistory, 'changes' | 'events'> {
  const { platforms, headlines, bodies, description, reach } = row;
  const { payer, beneficiary } = readTransparency(row.transparency);
  return {
    advertiserId: row.advertiser_id,
    version: row.version,
    firstSeenDay: row.first_seen_at.slice(0, 10),
    isConfirmed: row.last_confirmed_at !== null,
    facts: {
      platforms,
      headlines,
      bodies,
      description,
      landingPageUrl: row.landing_page_url,
      cards: JSON.parse(row.cards) as OpenAd['cards'],
      payer,
      beneficiary,
      startDate: row.start_date,
      reach: reach === null ? null : { value: reach, lower: null, upper: null, kind: 'reported' },
    },
  };
}

function toAdChange(
  event: sql.ChangeEvent,
  history: AdHistory,
  name: string,
  first: string | null,
): AdChange {
  const { kind, sequence, at } = event;
  const seenDay = kind === 'launched' ? at.slice(0, 10) : history.firstSeenDay;
  const state = (before: number): AdVersion => toAdState(factsBefore(history, before), name, seenDay);
  const after = state(sequence + 1);
  return {
    hash: event.hash,
    advertiserId: event.advertiser_id,
    advertiserName: name,
    kind,
    at,
    before: kind === 'launched' ? null : kind === 'changed' ? state(sequence) : after,
    after,
    isDated: history.isConfirmed || factsBefore(history, sequence + 1).startDate !== null,
    pageFirstDay: first,
  };
}

function factsBefore({ facts, changes }: AdHistory, sequence: number): TrackedFacts {
  let before = facts;
  for (const each of changes) {
    if (each.sequence < sequence) break;
    before = revertChanges(before, each.changes);
  }
  return before;
}

/** The search text is built lazily: few rules read it, and it is the most expensive part. */
function toAdState(facts: TrackedFacts, name: string, seenDay: string): AdVersion {
  let searchText: string | undefined;
  return {
    platforms: facts.platforms,
    get searchText() {
      return (searchText ??= buildSearchText(searchedTexts(facts, name)));
    },
    startDay: facts.startDate ?? seenDay,
    reach: facts.reach?.value ?? null,
    landingPage: landingPageKey(facts),
  };
}
