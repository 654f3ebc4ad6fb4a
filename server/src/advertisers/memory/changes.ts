import { dayOfTime, toDate, toDay } from '../../ads/run.ts';
import { compareUtf8 } from '../../ads/textOrder.ts';
import { maxListed, type ListedStatus, type StatusRow, type UsageRow } from '../changes.sql.ts';
import type { DayRange } from '../timeline.sql.ts';
import type { HistoryRow } from './changes.sql.ts';
import { hashAt, listTexts, textAt } from './adColumns.ts';
import type { Selection } from './selection.ts';

export type Histories = ReadonlyMap<string, HistoryRow>;

const firstSupportedDay = toDay('1900-01-01');
const lastSupportedDay = toDay('2299-12-31');

interface StatusChange {
  readonly day: number;
  readonly isStop: boolean;
}

/** See `statusChangeCode` in changes.sql.ts. */
function decodeChange(code: number): StatusChange {
  return { day: firstSupportedDay + Math.floor((code % 1_000_000) / 2), isStop: code % 2 === 1 };
}

/**
 * The days on which an ad stopped or was revived. The last stop is the end date, or else the day of the stop event, or
 * the last sighting, but not before any earlier event.
 */
function statusChanges(
  { columns, hasEnded, today }: Selection,
  row: number,
  history: HistoryRow | undefined,
): StatusChange[] {
  const changes = (history?.seen_turns ?? []).map(decodeChange);
  const seenStop = changes.at(-1)?.isStop === true ? changes.pop() : undefined;
  if (!hasEnded(row)) return changes;
  const began = columns.firstDay[row] ?? 0;
  const reported =
    columns.hasEnd[row] === 1
      ? (columns.lastDay[row] ?? 0)
      : (seenStop?.day ?? dayOfTime(columns.lastSeen[row] ?? 0));
  const day = Math.max(Math.min(today, reported), began, changes.at(-1)?.day ?? began);
  return [...changes, { day, isStop: true }];
}

export function readStatuses(
  selection: Selection,
  histories: Histories,
  { from, to }: DayRange,
): ListedStatus[] {
  const { columns, rows } = selection;
  const [first, last] = [toDay(from), toDay(to)];
  const found: Record<StatusRow['kind'], { row: number; day: number }[]> = {
    launched: [],
    stopped: [],
    revived: [],
  };
  for (const row of rows) {
    const add = (kind: StatusRow['kind'], day: number): void => {
      if (day >= first && day <= last) found[kind].push({ row, day });
    };
    add('launched', columns.firstDay[row] ?? 0);
    for (const { day, isStop } of statusChanges(selection, row, histories.get(hashAt(columns, row)))) {
      add(isStop ? 'stopped' : 'revived', day);
    }
  }
  return (['launched', 'stopped', 'revived'] as const).flatMap((kind) =>
    found[kind]
      .toSorted((one, other) => other.day - one.day || one.row - other.row)
      .slice(0, maxListed)
      .map(({ row, day }) => ({
        kind,
        hash: hashAt(columns, row),
        day: toDate(day),
        total: found[kind].length,
        headline: textAt(columns, columns.headline[row]),
        thumbnailUrl: textAt(columns, columns.thumbnail[row]),
      })),
  );
}

interface Use {
  readonly part: UsageRow['part'];
  readonly value: string;
  readonly since: number;
  readonly until: number;
  /** An ad that returned to a page counts once. */
  readonly isCounted: boolean;
}

const textParts = [
  ['copies', 'bodies'],
  ['headlines', 'headlines'],
] as const;

/** An ad that is stopped at the end of the range uses nothing since its stop. */
function* usesOfAd(
  selection: Selection,
  row: number,
  history: HistoryRow | undefined,
  to: number,
): Iterable<Use> {
  const { columns } = selection;
  const began = columns.firstDay[row] ?? 0;
  const lastChange = statusChanges(selection, row, history).findLast(({ day }) => day <= to);
  const offSince = lastChange?.isStop === true ? lastChange.day : lastSupportedDay;
  const news = history?.news ?? [];
  for (const [part, field] of textParts) {
    for (const value of listTexts(columns, columns[field], row)) {
      const added = news.find(([, , changedField, text]) => changedField === field && text === value);
      const since = Math.max(began, added === undefined ? began : toDay(added[1]));
      yield { part, value, since, until: offSince, isCounted: true };
    }
  }
  yield* usesOfPages(selection, row, news, { began, offSince, to });
}

function* usesOfPages(
  { columns }: Selection,
  row: number,
  news: HistoryRow['news'],
  { began, offSince, to }: { began: number; offSince: number; to: number },
): Iterable<Use> {
  const left = news.filter(([, , field]) => field === 'landingPageUrl');
  const days = left.map(([, day]) => toDay(day));
  const pages = [...left.map(([, , , page]) => page), textAt(columns, columns.page[row]) ?? ''];
  const seen = new Set<string>();
  for (const [index, value] of pages.entries()) {
    const since = Math.max(began, days[index - 1] ?? began);
    const until = Math.min(days[index] ?? lastSupportedDay, offSince);
    if (value === '' || since > Math.min(until, to)) continue;
    yield { part: 'landingPages', value, since, until, isCounted: !seen.has(value) };
    seen.add(value);
  }
}

/** Texts and pages that were added or dropped, newest first. */
export function readContentUsage(
  selection: Selection,
  histories: Histories,
  { from, to }: DayRange,
): UsageRow[] {
  const [first, last] = [toDay(from), toDay(to)];
  const parts = { copies: new Map(), headlines: new Map(), landingPages: new Map() } as Readonly<
    Record<UsageRow['part'], Map<string, { ads: number; added: number; dropped: number }>>
  >;
  for (const row of selection.rows) {
    const history = histories.get(hashAt(selection.columns, row));
    for (const { part, value, since, until, isCounted } of usesOfAd(selection, row, history, last)) {
      if (since > Math.min(until, last)) continue;
      const known = parts[part].get(value) ?? { ads: 0, added: since, dropped: until };
      parts[part].set(value, known);
      if (isCounted) known.ads += 1;
      known.added = Math.min(known.added, since);
      known.dropped = Math.max(known.dropped, until);
    }
  }
  return (['copies', 'headlines', 'landingPages'] as const).flatMap((part) =>
    (['added', 'dropped'] as const).flatMap((side) => {
      const matching = [...parts[part]].filter(([, use]) => use[side] >= first && use[side] <= last);
      return matching
        .toSorted(
          ([one, { [side]: day }], [other, { [side]: otherDay }]) =>
            otherDay - day || compareUtf8(one, other),
        )
        .slice(0, maxListed)
        .map(([value, use]) => ({
          part,
          side,
          value,
          day: toDate(use[side]),
          ads: use.ads,
          total: matching.length,
        }));
    }),
  );
}
