import type { OpenAd } from '@magpie/contract';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { advertisersById } from './ads.sql.ts';
import {
  advertisersToldOf,
  changesOf,
  eventsBetween,
  eventsToldIn,
  followedAds,
  pagesByDay,
  pagesSince,
  rangeOf,
  type After,
  type ChangeRow,
  type FollowedRow,
  type PageRow,
  type Places,
  type ToldEvent as AdChangeEvent,
} from './adChanges.sql.ts';
import type { Change, EventKind } from './knownAd.ts';
import { pageOf } from './pageUses.ts';
import { searchedTexts } from './rows.ts';
import { searchTextOf } from './searchText.ts';
import { undone, type FollowedFacts } from './undo.ts';

/** What rules look at in an ad. */
export interface AdState {
  readonly platforms: readonly string[];
  /** As the index searches it. */
  readonly searchText: string;
  /** Its start, or the day it was first seen. */
  readonly startDay: string;
  readonly reach: number | null;
  /** Host and path, the same for addresses that lead to the same page. */
  readonly landingPage: string | null;
}

/** What happened to an ad, with how it was before and after, as far as the history tells. */
export interface AdChange {
  readonly hash: string;
  readonly advertiserId: number;
  readonly advertiserName: string;
  readonly kind: EventKind;
  /** When it was seen. */
  readonly at: string;
  /** Null: launched. */
  readonly before: AdState | null;
  readonly after: AdState;
  /**
   * Where with this the ad came to its landing page, and no ad of its advertiser had led there before this import, or
   * before this day where history is gone through: the first day on which the page was used, which is long ago where ads
   * tell it that are imported late. Else null.
   */
  readonly pageFirstDay: string | null;
}

/** Events that are looked for at once, in few columns: to find those of an import takes a pass over all of them. */
const eventsInPass = 50_000;
/** Events whose ads are read at once: their hashes fit into one parameter. */
const eventsInPart = 2000;

export interface AskedOfImport {
  readonly recordings: readonly number[];
  /** Null: all of them. */
  readonly advertiserIds: readonly number[] | null;
}

/** What the recordings of one import told, a part at a time, by advertiser and ad. */
export async function* happeningsOfImport(
  clickhouse: ClickHouse,
  asked: AskedOfImport,
): AsyncGenerator<AdChange[]> {
  const { recordings, advertiserIds } = asked;
  if (recordings.length === 0) return;
  const [told, wanted] = [new Set(recordings), advertiserIds === null ? null : new Set(advertiserIds)];
  const range = rangeOf(recordings);
  const next = (after: After) => eventsToldIn(clickhouse, asked, after, eventsInPass);
  for await (const events of partsOf(next)) {
    const these = events.filter(({ recorded_in: recording }) => told.has(recording));
    yield happeningsOf(clickhouse, these.filter(isOf(wanted)), {
      pages: (places) => pagesSince(clickhouse, places, range),
      isFirst: ({ first_in: first }) => told.has(first),
    });
  }
}

export interface AskedOfDays {
  readonly from: string;
  readonly to: string;
  /** Null: all of them. */
  readonly advertiserIds: readonly number[] | null;
  readonly kinds: readonly EventKind[];
}

/** What happened from one day to another, a part at a time, by the day on which it was seen. */
export async function* happeningsBetween(
  clickhouse: ClickHouse,
  asked: AskedOfDays,
): AsyncGenerator<AdChange[]> {
  const wanted = asked.advertiserIds === null ? null : new Set(asked.advertiserIds);
  const next = (after: After) => eventsBetween(clickhouse, asked, after, eventsInPass);
  for await (const events of partsOf(next)) {
    yield happeningsOf(clickhouse, events.filter(isOf(wanted)), {
      pages: (places) => pagesByDay(clickhouse, places),
      isFirst: ({ first_seen_day: day }, { at }) => at.startsWith(day),
    });
  }
}

/** Which advertisers an import touched. */
export async function advertisersOfImport(
  clickhouse: ClickHouse,
  recordings: readonly number[],
): Promise<number[]> {
  return recordings.length === 0 ? [] : advertisersToldOf(clickhouse, recordings);
}

async function* partsOf(next: (after: After) => Promise<AdChangeEvent[]>): AsyncGenerator<AdChangeEvent[]> {
  let after: After = null;
  for (;;) {
    const events: AdChangeEvent[] = await next(after);
    for (let start = 0; start < events.length; start += eventsInPart) {
      yield events.slice(start, start + eventsInPart);
    }
    after = events.at(-1) ?? null;
    if (events.length < eventsInPass) return;
  }
}

function isOf(advertiserIds: ReadonlySet<number> | null): (event: AdChangeEvent) => boolean {
  return (event) => advertiserIds?.has(event.advertiser_id) ?? true;
}

/** How it is told whether an ad was the first on its page. */
interface FirstUses {
  readonly pages: (places: Places) => Promise<PageRow[]>;
  readonly isFirst: (page: PageRow, event: AdChangeEvent) => boolean;
}

async function happeningsOf(
  clickhouse: ClickHouse,
  events: readonly AdChangeEvent[],
  firstUses: FirstUses,
): Promise<AdChange[]> {
  if (events.length === 0) return [];
  const places = placesOf(events);
  const [ads, pages, advertisers] = await Promise.all([
    followedAds(clickhouse, places),
    firstUses.pages(placesOf(events.filter(mayBeFirst))),
    advertisersById(clickhouse, places.advertiserIds),
  ]);
  const changes = await changesOf(clickhouse, placesOf(ads.filter(mayHaveChanged)));
  const histories = historiesOf(ads, changes);
  const names = new Map(advertisers.map((row) => [row.advertiser_id, row.name]));
  const pageOfUse = new Map(pages.flatMap((page) => page.uses.map((use) => [use.join(' '), page])));
  return events.flatMap((event) => {
    const history = histories.get(event.hash);
    if (history === undefined || !isIn(history, event)) return [];
    const page = mayBeFirst(event) ? pageOfUse.get(`${event.hash} ${event.sequence}`) : undefined;
    const first = page !== undefined && firstUses.isFirst(page, event) ? page.first_day : null;
    return [happening(event, history, names.get(event.advertiser_id) ?? '', first)];
  });
}

function placesOf(rows: readonly Pick<AdChangeEvent, 'advertiser_id' | 'hash'>[]): Places {
  return {
    advertiserIds: [...new Set(rows.map((row) => row.advertiser_id))],
    hashes: [...new Set(rows.map((row) => row.hash))],
  };
}

function mayBeFirst({ kind }: AdChangeEvent): boolean {
  return kind === 'launched' || kind === 'changed';
}

function mayHaveChanged({ version }: FollowedRow): boolean {
  return version > 1;
}

/** An ad as it is now, and what changed in it. */
interface History {
  readonly advertiserId: number;
  readonly version: number;
  readonly firstSeenDay: string;
  readonly facts: FollowedFacts;
  /** The last first. */
  readonly changes: readonly { readonly sequence: number; readonly changes: readonly Change[] }[];
}

/** One that moved is told of where it is now. A recording that a kill cut off leaves events that are in no ad. */
function isIn({ advertiserId, version }: History, event: AdChangeEvent): boolean {
  return event.advertiser_id === advertiserId && event.sequence <= version;
}

function historiesOf(ads: readonly FollowedRow[], rows: readonly ChangeRow[]): Map<string, History> {
  const changes = new Map<string, ChangeRow[]>();
  for (const row of rows) changes.set(row.hash, [...(changes.get(row.hash) ?? []), row]);
  return new Map(
    ads.map((row) => {
      const known = (changes.get(row.hash) ?? []).filter(({ sequence }) => sequence <= row.version);
      return [row.hash, { ...historyOf(row), changes: known.map(parsed) }];
    }),
  );
}

function parsed({ sequence, changes }: ChangeRow): History['changes'][number] {
  return { sequence, changes: JSON.parse(changes) as Change[] };
}

function historyOf(row: FollowedRow): Omit<History, 'changes'> {
  const { platforms, headlines, bodies, description, reach } = row;
  return {
    advertiserId: row.advertiser_id,
    version: row.version,
    firstSeenDay: row.first_seen_at.slice(0, 10),
    facts: {
      platforms,
      headlines,
      bodies,
      description,
      landingPageUrl: row.landing_page_url,
      cards: JSON.parse(row.cards) as OpenAd['cards'],
      startDate: row.start_date,
      reach: reach === null ? null : { value: reach, lower: null, upper: null, kind: 'reported' },
    },
  };
}

function happening(event: AdChangeEvent, history: History, name: string, first: string | null): AdChange {
  const { kind, sequence, at } = event;
  const seenDay = kind === 'launched' ? at.slice(0, 10) : history.firstSeenDay;
  const state = (before: number): AdState => stateOf(factsBefore(history, before), name, seenDay);
  const after = state(sequence + 1);
  return {
    hash: event.hash,
    advertiserId: event.advertiser_id,
    advertiserName: name,
    kind,
    at,
    before: kind === 'launched' ? null : kind === 'changed' ? state(sequence) : after,
    after,
    pageFirstDay: first,
  };
}

/** With everything undone that changed from a sequence on. */
function factsBefore({ facts, changes }: History, sequence: number): FollowedFacts {
  let before = facts;
  for (const each of changes) {
    if (each.sequence < sequence) break;
    before = undone(before, each.changes);
  }
  return before;
}

/** The text is put together when somebody asks for it: few rules look at texts, and it takes longer than all the rest. */
function stateOf(facts: FollowedFacts, name: string, seenDay: string): AdState {
  let searchText: string | undefined;
  return {
    platforms: facts.platforms,
    get searchText() {
      return (searchText ??= searchTextOf(searchedTexts(facts, name)));
    },
    startDay: facts.startDate ?? seenDay,
    reach: facts.reach?.value ?? null,
    landingPage: pageOf(facts),
  };
}
