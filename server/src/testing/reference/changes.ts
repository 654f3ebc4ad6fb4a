import type { OpenAd } from '@magpie/contract';
import type { EventRow } from '../../ads/ads.sql.ts';
import type { Change } from '../../ads/knownAd.ts';
import type { AdRow } from '../../ads/rows.ts';
import { parseLandingPage } from '../../ads/landingPage.ts';

/** An ad as it is stored, with what happened to it, oldest first. */
export interface WatchedAd {
  readonly ad: AdRow;
  readonly events: readonly EventRow[];
}

export interface Turn {
  readonly day: string;
  readonly kind: 'launched' | 'stopped' | 'revived';
}

const firstDayOf = ({ start_date: start, first_seen_at: seen }: AdRow): string => start ?? seen.slice(0, 10);
const latest = (...days: string[]): string => days.toSorted().at(-1) ?? '';
const earliest = (...days: string[]): string => days.toSorted()[0] ?? '';

/** When an ad was launched, stopped and revived, in this order. */
export function turnsOfAd({ ad, events }: WatchedAd, today: string): Turn[] {
  const turns: Turn[] = [{ day: firstDayOf(ad), kind: 'launched' }];
  for (const { kind, at } of events) {
    if (kind === 'stopped' || kind === 'revived') turns.push({ kind, day: at.slice(0, 10) });
  }
  const seenStopping = turns.at(-1)?.kind === 'stopped' ? turns.pop() : undefined;
  if (ad.status === 'inactive' || (ad.end_date !== null && ad.end_date < today)) {
    const reported = ad.end_date ?? seenStopping?.day ?? ad.last_seen_at.slice(0, 10);
    const day = latest(earliest(reported, today), firstDayOf(ad), turns.at(-1)?.day ?? '');
    turns.push({ day, kind: 'stopped' });
  }
  return turns;
}

export interface Use {
  readonly hash: string;
  readonly value: string;
  readonly from: string;
  /** Empty while it goes on. */
  readonly until: string;
}

export type Part = 'bodies' | 'headlines' | 'pages';

/** What an ad uses of copies, headlines or pages, as of the end of a day. */
export function usesOfAd(watched: WatchedAd, part: Part, to: string, today: string): Use[] {
  const last = turnsOfAd(watched, today).findLast(({ day }) => day <= to);
  const stop = last?.kind === 'stopped' ? last.day : '';
  const spans = part === 'pages' ? pageSpans(watched) : textSpans(watched, part);
  return spans
    .map(({ value, from, until }) => ({
      hash: watched.ad.hash,
      value,
      from: latest(from, firstDayOf(watched.ad)),
      until: earliest(...[until, stop].filter((day) => day !== '')),
    }))
    .filter(({ from, until }) => from <= to && (until === '' || from <= until));
}

type Span = Omit<Use, 'hash'>;

function changesOf({ events }: WatchedAd, field: string): (Change & { day: string })[] {
  return events.flatMap(({ at, changes }) =>
    (JSON.parse(changes) as Change[])
      .filter((change) => change.field === field)
      .map(({ from, to }) => ({ field, from, to, day: at.slice(0, 10) })),
  );
}

/** It keeps the texts that it got, and one that nothing was known of before may have had them all the time. */
function textSpans(watched: WatchedAd, part: 'bodies' | 'headlines'): Span[] {
  const got = new Map<string, string>();
  for (const { from, to, day } of changesOf(watched, part)) {
    const [before, after] = [listOf(from), listOf(to)];
    const isNews = (text: string): boolean => before.length > 0 && !before.includes(text) && !got.has(text);
    for (const text of after.filter(isNews)) got.set(text, day);
  }
  const { ad } = watched;
  const cards = JSON.parse(ad.cards) as OpenAd['cards'];
  const onCards = cards.map((card) => (part === 'bodies' ? card.body : card.headline));
  const texts = new Set([...ad[part], ...onCards.filter((text) => text !== null)]);
  return [...texts]
    .filter((text) => !text.includes('{{'))
    .map((value) => ({ value, from: got.get(value) ?? '', until: '' }));
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? (value as string[]) : [];
}

function pageSpans(watched: WatchedAd): Span[] {
  const pageOf = (address: unknown): string =>
    typeof address === 'string' ? (parseLandingPage(address)?.page ?? '') : '';
  const spans: Span[] = [];
  let since = '';
  for (const { from, to, day } of changesOf(watched, 'landingPageUrl')) {
    if (pageOf(from) === '' || pageOf(from) === pageOf(to)) continue;
    spans.push({ value: pageOf(from), from: since, until: day });
    since = day;
  }
  return watched.ad.landing_page === null
    ? spans
    : [...spans, { value: watched.ad.landing_page, from: since, until: '' }];
}

export interface Turnover {
  readonly value: string;
  readonly at: string;
  readonly adCount: number;
}

/** What came into use within the days, and what went out of it. */
export function turnover(
  uses: readonly Use[],
  { from, to }: { from: string; to: string },
): { added: Turnover[]; dropped: Turnover[] } {
  const values = [...new Set(uses.map(({ value }) => value))];
  const reported = values.map((value) => {
    const own = uses.filter((use) => use.value === value);
    const isOver = own.every(({ until }) => until !== '' && until <= to);
    return {
      value,
      adCount: new Set(own.map(({ hash }) => hash)).size,
      first: earliest(...own.map((use) => use.from)),
      last: isOver ? latest(...own.map((use) => use.until)) : '',
    };
  });
  const within = (day: string): boolean => day >= from && day <= to;
  const newest = (one: Turnover, other: Turnover): number =>
    other.at.localeCompare(one.at) || (one.value < other.value ? -1 : 1);
  const listed = (day: 'first' | 'last'): Turnover[] =>
    reported
      .filter((each) => within(each[day]))
      .map((each) => ({ value: each.value, at: each[day], adCount: each.adCount }))
      .toSorted(newest);
  return { added: listed('first'), dropped: listed('last') };
}
