import { performance } from 'node:perf_hooks';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { listLibraries } from '../../ads/coverage.ts';
import { findClaims, type Claim } from '../../ads/claims/findClaims.ts';
import { compareUtf8 } from '../../ads/textOrder.ts';
import type { AdClaims, ClaimEvidence, UsedClaim } from '../selectedAds.ts';
import { type AdColumns, hashAt, listStart, listTexts } from './adColumns.ts';
import type { Selection } from './selection.ts';
import { readCoverage } from './stats.ts';

/** A claim is counted under a number, the same for equal claims. */
interface NumberedClaim {
  readonly number: number;
  readonly claim: Claim;
}

interface ClaimsOfTexts {
  /** By the position of the text; undefined if it was not searched yet. */
  readonly byText: (readonly NumberedClaim[] | undefined)[];
  readonly numbers: Map<string, number>;
}

const searched = new WeakMap<AdColumns, ClaimsOfTexts>();

/** After so long other requests get a turn: the first question about an advertiser searches all of its texts. */
const turnMilliseconds = 10;

async function searchTexts({ columns, rows }: Selection): Promise<ClaimsOfTexts> {
  const known = searched.get(columns) ?? { byText: [], numbers: new Map() };
  searched.set(columns, known);
  let turnEnd = performance.now() + turnMilliseconds;
  for (const row of rows) {
    for (const list of [columns.headlines, columns.bodies]) {
      for (let at = listStart(list, row); at < (list.ends[row] ?? 0); at += 1) {
        const text = list.values[at] ?? -1;
        if (known.byText[text] !== undefined) continue;
        known.byText[text] = numberClaims(findClaims(columns.texts[text] ?? ''), known.numbers);
        if (performance.now() < turnEnd) continue;
        await yieldToEventLoop();
        turnEnd = performance.now() + turnMilliseconds;
      }
    }
  }
  return known;
}

function numberClaims(claims: readonly Claim[], numbers: Map<string, number>): NumberedClaim[] {
  return claims.map((claim) => {
    const number = numbers.get(claim.key) ?? numbers.size;
    numbers.set(claim.key, number);
    return { number, claim };
  });
}

interface Group {
  /** From the ad that started last. */
  claim: Claim;
  startOfClaim: number;
  readonly subjects: Set<string>;
  /** By ascending hash. */
  readonly rows: number[];
  firstDay: number;
  lastDay: number;
  isActive: boolean;
  isEnded: boolean;
}

export async function readClaims(selection: Selection): Promise<AdClaims> {
  const { columns, rows } = selection;
  const groups = new Map<number, Group>();
  const { byText } = await searchTexts(selection);
  let [ads, adsWithClaims, withoutStart] = [0, 0, 0];
  for (const row of rows) {
    let hasText = false;
    let run: Run | null = null;
    for (const list of [columns.headlines, columns.bodies]) {
      for (let at = listStart(list, row); at < (list.ends[row] ?? 0); at += 1) {
        hasText = true;
        for (const { number, claim } of byText[list.values[at] ?? -1] ?? []) {
          run ??= readRun(selection, row);
          const group = groups.get(number) ?? createGroup(claim);
          groups.set(number, group);
          if (group.rows.at(-1) !== row) addRow(group, run, row, claim);
          if (claim.subject !== null) group.subjects.add(claim.subject);
        }
      }
    }
    if (hasText) ads += 1;
    if (run === null) continue;
    adsWithClaims += 1;
    if (columns.hasStart[row] !== 1) withoutStart += 1;
  }
  return {
    claims: Array.from(groups.values(), toUsedClaim).toSorted(compareFirstUse),
    describe: ({ rows: used }) => describeEvidence(selection, used),
    ads,
    adsWithClaims,
    withoutStart,
    notUsed: rows.length - ads,
    libraries: listLibraries(readCoverage(selection)),
  };
}

function createGroup(claim: Claim): Group {
  return {
    claim,
    startOfClaim: Number.NEGATIVE_INFINITY,
    subjects: new Set(),
    rows: [],
    firstDay: Number.POSITIVE_INFINITY,
    lastDay: Number.NEGATIVE_INFINITY,
    isActive: false,
    isEnded: true,
  };
}

interface Run {
  readonly start: number;
  readonly end: number;
  readonly isActive: boolean;
  readonly hasEnded: boolean;
}

function readRun(selection: Selection, row: number): Run {
  return {
    start: selection.columns.firstDay[row] ?? 0,
    end: lastDayOf(selection, row),
    isActive: selection.isActive(row),
    hasEnded: selection.hasEnded(row),
  };
}

function addRow(group: Group, { start, end, isActive, hasEnded }: Run, row: number, claim: Claim): void {
  if (start > group.startOfClaim) {
    group.claim = claim;
    group.startOfClaim = start;
  }
  group.rows.push(row);
  group.firstDay = Math.min(group.firstDay, start);
  group.lastDay = Math.max(group.lastDay, end);
  group.isActive ||= isActive;
  group.isEnded &&= hasEnded;
}

/** An announced ad has not run yet. */
function lastDayOf({ columns, lastDay }: Selection, row: number): number {
  return Math.max(lastDay(row), columns.firstDay[row] ?? 0);
}

function toUsedClaim({ isActive, isEnded, rows, ...group }: Group): UsedClaim {
  return {
    ...group,
    rows,
    adCount: rows.length,
    isCurrent: isActive ? true : isEnded ? false : null,
  };
}

/** The last that was first used comes first; of those, the most used. */
function compareFirstUse(one: UsedClaim, other: UsedClaim): number {
  return (
    other.firstDay - one.firstDay ||
    other.adCount - one.adCount ||
    compareUtf8(one.claim.key, other.claim.key)
  );
}

const maxShownAds = 5;

function describeEvidence(selection: Selection, rows: readonly number[]): ClaimEvidence {
  const { columns } = selection;
  const lastUsedFirst = rows.toSorted(
    (one, other) => lastDayOf(selection, other) - lastDayOf(selection, one) || one - other,
  );
  const platforms = new Set(rows.flatMap((row) => listTexts(columns, columns.platforms, row)));
  return {
    ads: lastUsedFirst.slice(0, maxShownAds).map((row) => hashAt(columns, row)),
    withoutStart: rows.filter((row) => columns.hasStart[row] !== 1).length,
    platforms: [...platforms].toSorted(compareUtf8) as ClaimEvidence['platforms'],
    libraries: listLibraries(readCoverage({ ...selection, rows: Int32Array.from(rows) })),
  };
}
