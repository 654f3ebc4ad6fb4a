import { dayOfTime, toDate, toDay } from '../../ads/run.ts';
import { compareUtf8 } from '../../ads/textOrder.ts';
import { maxListed, type ListedStatus, type StatusRow, type UsageRow } from '../changes.sql.ts';
import type { DayRange } from '../timeline.sql.ts';
import type { HistoryRow } from './changes.sql.ts';
import { hashAt, listStart, textAt, type AdColumns } from './adColumns.ts';
import type { Selection } from './selection.ts';
import { selectPage } from './top.ts';

/** By hash. */
export type Histories = ReadonlyMap<string, HistoryRow>;

type HistoriesByRow = readonly (HistoryRow | undefined)[];

const historiesOfColumns = new WeakMap<AdColumns, { histories: Histories; byRow: HistoriesByRow }>();

function historiesByRow({ columns }: Selection, histories: Histories): HistoriesByRow {
  const known = historiesOfColumns.get(columns);
  if (known?.histories === histories) return known.byRow;
  const byRow = Array.from({ length: columns.count }, (_, row) => histories.get(hashAt(columns, row)));
  historiesOfColumns.set(columns, { histories, byRow });
  return byRow;
}

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

const firstPage = { limit: maxListed, offset: 0 };

function newestFirst(found: readonly { readonly row: number; readonly day: number }[]) {
  return (one: number, other: number): number =>
    (found[other]?.day ?? 0) - (found[one]?.day ?? 0) || one - other;
}

export function readStatuses(
  selection: Selection,
  histories: Histories,
  { from, to }: DayRange,
): ListedStatus[] {
  const { columns, rows } = selection;
  const byRow = historiesByRow(selection, histories);
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
    for (const { day, isStop } of statusChanges(selection, row, byRow[row])) {
      add(isStop ? 'stopped' : 'revived', day);
    }
  }
  return (['launched', 'stopped', 'revived'] as const).flatMap((kind) => {
    const publishedStarts = found[kind].filter(({ row }) => columns.hasStart[row] === 1).length;
    return selectPage(found[kind], firstPage, newestFirst(found[kind])).map(({ row, day }) => ({
      kind,
      hash: hashAt(columns, row),
      day: toDate(day),
      total: found[kind].length,
      publishedStarts,
      headline: textAt(columns, columns.headline[row]),
      thumbnailUrl: textAt(columns, columns.thumbnail[row]),
    }));
  });
}

type Part = UsageRow['part'];

/** By value: the ads that use it, its first day and the day after which no ad uses it. */
interface Usage {
  readonly value: string;
  ads: number;
  added: number;
  dropped: number;
}

/** Current values are counted by their position in `texts`, which is faster than by their text. */
class UsageOfPart {
  readonly #texts: readonly string[];
  readonly #byCode: (Usage | undefined)[];
  #codes: ReadonlyMap<string, number> | undefined;
  readonly #byText = new Map<string, Usage>();

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.#byCode = Array.from({ length: texts.length });
  }

  add(code: number, since: number, until: number, ads: number): void {
    const known = this.#byCode[code];
    if (known === undefined) {
      this.#byCode[code] = { value: this.#texts[code] ?? '', ads, added: since, dropped: until };
    } else extend(known, since, until, ads);
  }

  /** For a value that may be used by no ad now. */
  addText(value: string, since: number, until: number, ads: number): void {
    this.#codes ??= new Map(this.#texts.map((text, code) => [text, code]));
    const code = this.#codes.get(value);
    if (code !== undefined) return this.add(code, since, until, ads);
    const known = this.#byText.get(value);
    if (known === undefined) this.#byText.set(value, { value, ads, added: since, dropped: until });
    else extend(known, since, until, ads);
  }

  *values(): Iterable<Usage> {
    for (const usage of this.#byCode) if (usage !== undefined) yield usage;
    yield* this.#byText.values();
  }
}

function extend(usage: Usage, since: number, until: number, ads: number): void {
  usage.ads += ads;
  usage.added = Math.min(usage.added, since);
  usage.dropped = Math.max(usage.dropped, until);
}

const textParts = [
  ['copies', 'bodies'],
  ['headlines', 'headlines'],
] as const;

/** Texts and pages that were added or dropped, newest first. */
export function readContentUsage(
  selection: Selection,
  histories: Histories,
  { from, to }: DayRange,
): UsageRow[] {
  const { columns, rows } = selection;
  const byRow = historiesByRow(selection, histories);
  const [first, last] = [toDay(from), toDay(to)];
  const parts: Readonly<Record<Part, UsageOfPart>> = {
    copies: new UsageOfPart(columns.texts),
    headlines: new UsageOfPart(columns.texts),
    landingPages: new UsageOfPart(columns.texts),
  };
  for (const row of rows) {
    const history = byRow[row];
    const began = columns.firstDay[row] ?? 0;
    // An ad that is stopped at the end of the range uses nothing since its stop.
    const lastChange = statusChanges(selection, row, history).findLast(({ day }) => day <= last);
    const run = { began, offSince: lastChange?.isStop === true ? lastChange.day : lastSupportedDay, last };
    for (const [part, field] of textParts) {
      addTexts(parts[part], columns, row, field, history?.news, run);
    }
    addPages(parts.landingPages, columns, row, history?.news, run);
  }
  return (['copies', 'headlines', 'landingPages'] as const).flatMap((part) =>
    (['added', 'dropped'] as const).flatMap((side) => {
      const matching = [...parts[part].values()].filter((use) => use[side] >= first && use[side] <= last);
      const newest = (one: number, other: number): number =>
        (matching[other]?.[side] ?? 0) - (matching[one]?.[side] ?? 0) ||
        compareUtf8(matching[one]?.value ?? '', matching[other]?.value ?? '');
      return selectPage(matching, firstPage, newest).map((use) => ({
        part,
        side,
        value: use.value,
        day: toDate(use[side]),
        ads: use.ads,
        total: matching.length,
      }));
    }),
  );
}

interface Run {
  readonly began: number;
  /** The last supported day while the ad runs. */
  readonly offSince: number;
  /** Of the range. */
  readonly last: number;
}

function addTexts(
  usage: UsageOfPart,
  columns: AdColumns,
  row: number,
  field: 'bodies' | 'headlines',
  news: HistoryRow['news'] | undefined,
  { began, offSince, last }: Run,
): void {
  const list = columns[field];
  for (let at = listStart(list, row); at < (list.ends[row] ?? 0); at += 1) {
    const code = list.values[at] ?? 0;
    const added = news?.find(([, , changed, text]) => changed === field && text === columns.texts[code]);
    const since = added === undefined ? began : Math.max(began, toDay(added[1]));
    if (since <= Math.min(offSince, last)) usage.add(code, since, offSince, 1);
  }
}

/** An ad that returned to a page counts once. */
function addPages(
  usage: UsageOfPart,
  columns: AdColumns,
  row: number,
  news: HistoryRow['news'] | undefined,
  { began, offSince, last }: Run,
): void {
  const page = columns.page[row] ?? -1;
  const left = news?.filter(([, , field]) => field === 'landingPageUrl') ?? [];
  if (left.length === 0) {
    if (page !== -1 && began <= Math.min(offSince, last)) usage.add(page, began, offSince, 1);
    return;
  }
  const days = left.map(([, day]) => toDay(day));
  const pages = [...left.map(([, , , each]) => each), textAt(columns, page) ?? ''];
  const seen = new Set<string>();
  for (const [index, value] of pages.entries()) {
    const since = Math.max(began, days[index - 1] ?? began);
    const until = Math.min(days[index] ?? lastSupportedDay, offSince);
    if (value === '' || since > Math.min(until, last)) continue;
    usage.addText(value, since, until, seen.has(value) ? 0 : 1);
    seen.add(value);
  }
}
