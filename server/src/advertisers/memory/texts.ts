import { toDaysKind } from '../../ads/run.ts';
import { scoreOfText } from '../../ads/score.ts';
import type { RankedTexts, TextPage } from '../selectedAds.ts';
import type { TextKind } from '../texts.sql.ts';
import { hashAt, listStart, textAt, type AdColumns, type ListColumn } from './adColumns.ts';
import { sipHash128 } from './sipHash.ts';
import type { Selection } from './selection.ts';
import { toTime } from './sums.ts';
import { selectPage } from './top.ts';

interface TextGroup {
  readonly text: number;
  adCount: number;
  totalReach: number;
  daysRunning: number;
  areDaysExact: boolean;
  firstSeen: number;
  lastSeen: number;
  /** The ad with the highest reach. */
  sample: number;
  /** An ad counts once, even if two of its bodies have the same hook. */
  lastRow: number;
}

export function rankTexts(
  selection: Selection,
  kind: TextKind,
  { sortBy, limit, offset }: TextPage,
): RankedTexts {
  const { list, texts, rank } = textsOfKind(selection.columns, kind);
  const groups = groupTexts(selection, list, texts.length);
  const keys = Float64Array.from(groups, sortKeys[sortBy]);
  const ranks = Int32Array.from(groups, ({ text }) => rank[text] ?? 0);
  const page = selectPage(
    groups,
    { limit, offset },
    (one, other) => (keys[other] ?? 0) - (keys[one] ?? 0) || (ranks[one] ?? 0) - (ranks[other] ?? 0),
  );
  const { columns } = selection;
  return {
    texts: page.map((group) => ({
      text: texts[group.text] ?? '',
      adCount: group.adCount,
      totalReach: clippedReach(group),
      daysRunning: group.daysRunning,
      daysRunningKind: toDaysKind(group.areDaysExact),
      firstSeenAt: toTime(group.firstSeen),
      lastSeenAt: toTime(group.lastSeen),
      sampleAd: {
        hash: hashAt(columns, group.sample),
        thumbnailUrl: textAt(columns, columns.thumbnail[group.sample]),
      },
    })),
    read: page.length,
    total: groups.length,
  };
}

function clippedReach({ totalReach }: TextGroup): number {
  return Math.min(totalReach, Number.MAX_SAFE_INTEGER);
}

const sortKeys: Readonly<Record<TextPage['sortBy'], (group: TextGroup) => number>> = {
  adCount: ({ adCount }) => adCount,
  reach: clippedReach,
  longestRunning: ({ daysRunning }) => daysRunning,
  performanceScore: (group) =>
    scoreOfText(group.daysRunning, clippedReach(group), group.adCount).performanceScore,
};

function groupTexts(
  { columns, rows, daysRunning, areDaysExact }: Selection,
  list: ListColumn,
  texts: number,
): TextGroup[] {
  const groups: TextGroup[] = [];
  /** Positions in `groups`, counted from 1. */
  const places = new Uint32Array(texts);
  const { reach, firstSeen, lastSeen } = columns;
  for (const row of rows) {
    const [days, areExact] = [daysRunning(row), areDaysExact(row)];
    for (let at = listStart(list, row); at < (list.ends[row] ?? 0); at += 1) {
      const text = list.values[at] ?? 0;
      const known = groups[(places[text] ?? 0) - 1];
      const group = known ?? createGroup(text, row);
      if (known === undefined) places[text] = groups.push(group);
      else if (group.lastRow === row) continue;
      group.lastRow = row;
      group.adCount += 1;
      const people = reach[row] ?? Number.NaN;
      if (!Number.isNaN(people)) group.totalReach += people;
      if (reachRank(people) > reachRank(reach[group.sample])) group.sample = row;
      group.daysRunning = Math.max(group.daysRunning, days);
      group.areDaysExact &&= areExact;
      group.firstSeen = Math.min(group.firstSeen, firstSeen[row] ?? 0);
      group.lastSeen = Math.max(group.lastSeen, lastSeen[row] ?? 0);
    }
  }
  return groups;
}

/** Unknown reach is the lowest. */
function reachRank(reach: number | undefined): number {
  return reach === undefined || Number.isNaN(reach) ? -1 : reach;
}

function createGroup(text: number, row: number): TextGroup {
  return {
    text,
    adCount: 0,
    totalReach: 0,
    daysRunning: 0,
    areDaysExact: true,
    firstSeen: Number.POSITIVE_INFINITY,
    lastSeen: Number.NEGATIVE_INFINITY,
    sample: row,
    lastRow: -1,
  };
}

interface RankableTexts {
  readonly list: ListColumn;
  readonly texts: readonly string[];
  /** The place of each text among those of the list in the order of texts with equal values. */
  readonly rank: Int32Array;
}

const rankable = new WeakMap<AdColumns, Partial<Record<TextKind, RankableTexts>>>();

/** Computed at the first question of a kind. */
function textsOfKind(columns: AdColumns, kind: TextKind): RankableTexts {
  const known = rankable.get(columns) ?? {};
  rankable.set(columns, known);
  known[kind] ??= withRanks(listOfKind(columns, kind));
  return known[kind];
}

function listOfKind(columns: AdColumns, kind: TextKind): Omit<RankableTexts, 'rank'> {
  if (kind === 'hook') return listHooks(columns);
  return { list: kind === 'body' ? columns.bodies : columns.headlines, texts: columns.texts };
}

/**
 * The first sentence of the first line, or its first 200 characters, as `opening` in texts.sql.ts: white space of RE2 is
 * that of ASCII.
 */
const opening = /^(?:[^\n]{12,199}?(?:[.!?…]+(?:[\t\n\f\r ]|$)|[。！？])|[^\n]{1,200})/u;
const trailingSpace = /[\t\n\f\r ]+$/u;

export function findHook(body: string): string {
  return (opening.exec(body)?.[0] ?? '').replace(trailingSpace, '');
}

function listHooks({ bodies, texts }: AdColumns): Omit<RankableTexts, 'rank'> {
  const hooks: string[] = [];
  const codes = new Map<string, number>();
  /** By body; -1 if it has none, -2 if it is not known yet. */
  const hookOf = new Int32Array(texts.length).fill(-2);
  const values: number[] = [];
  const ends = new Uint32Array(bodies.ends.length);
  for (let row = 0; row < ends.length; row += 1) {
    for (let at = listStart(bodies, row); at < (bodies.ends[row] ?? 0); at += 1) {
      const body = bodies.values[at] ?? 0;
      if (hookOf[body] === -2) hookOf[body] = encodeHook(texts[body] ?? '', hooks, codes);
      const hook = hookOf[body] ?? -1;
      if (hook !== -1) values.push(hook);
    }
    ends[row] = values.length;
  }
  return { list: { ends, values: Int32Array.from(values) }, texts: hooks };
}

function encodeHook(body: string, hooks: string[], codes: Map<string, number>): number {
  const hook = findHook(body);
  if (hook === '') return -1;
  const code = codes.get(hook) ?? hooks.push(hook) - 1;
  codes.set(hook, code);
  return code;
}

/** Bytes of a text by which equal ranks are sorted, as in texts.sql.ts; equal ones are sorted by their hash. */
const sortedBytes = 100;

/** As Latin-1, so that JavaScript compares the bytes. */
function firstBytes(text: string): string {
  const start = text.slice(0, sortedBytes);
  if (/^[\0-\u{7f}]*$/u.test(start)) return start;
  // One more, so that a surrogate pair at the end is not cut.
  return Buffer.from(text.slice(0, sortedBytes + 1))
    .subarray(0, sortedBytes)
    .toString('latin1');
}

function withRanks({ list, texts }: Omit<RankableTexts, 'rank'>): RankableTexts {
  const used = Array.from(new Set(list.values), (text) => ({ text, start: firstBytes(texts[text] ?? '') }));
  used.sort((one, other) => {
    if (one.start !== other.start) return one.start < other.start ? -1 : 1;
    return sipHash128(texts[one.text] ?? '') < sipHash128(texts[other.text] ?? '') ? -1 : 1;
  });
  const rank = new Int32Array(texts.length);
  for (const [place, { text }] of used.entries()) rank[text] = place;
  return { list, texts, rank };
}
