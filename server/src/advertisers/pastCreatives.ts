import type { contract, OutputOf, ParsedInputOf } from '@magpie/contract';
import { decodeAdCursor, pageInfo } from '../ads/adCursor.ts';
import { listLibraries } from '../ads/coverage.ts';
import { formatFamilyId } from '../ads/families/getFamily.ts';
import { readPastFamilies } from '../ads/families/pastFamilies.ts';
import { describeStarts, toDate, toDaysKind } from '../ads/run.ts';
import { groupBy } from '../db/postgres/batches.sql.ts';
import { listKey } from '../rpc/cursor.ts';
import { assertKnownAdvertiser } from './directory.ts';
import { buildColumns, hashAt, listTexts, textAt } from './memory/adColumns.ts';
import { type Selection, selectRows } from './memory/selection.ts';
import { readCoverage } from './memory/stats.ts';
import { readPastBrand, type ResearchParts } from './research.ts';

type ListCreatives = typeof contract.brandSpy.listCreatives;
type Input = ParsedInputOf<ListCreatives>;
type Creative = OutputOf<ListCreatives>['creatives'][number];

/** As the statement of `creatives.sql.ts`, of the ads and families of a moment. */
export async function listPastCreatives(
  parts: ResearchParts,
  input: Input,
  at: string,
): Promise<OutputOf<ListCreatives>> {
  const { companyName, sortBy, limit, cursor, ...filters } = input;
  const position = decodeAdCursor(
    listKey('brandSpy.listCreatives', input),
    cursor,
    await parts.newestRecording(),
  );
  const brand = await readPastBrand(parts, companyName);
  const columns = brand?.columns ?? buildColumns([]);
  const selection = selectRows(columns, filters, position.asOf, parts.today());
  const rows = [...selection.rows];
  if (rows.length === 0) await assertKnownAdvertiser(parts, companyName);
  const hashes = rows.map((row) => hashAt(columns, row));
  const familyOf = await readPastFamilies(parts.clickhouse, hashes, at);
  const groups = groupBy(rows, (row) => {
    const hash = hashAt(columns, row);
    return familyOf.get(hash) ?? hash;
  });
  const creatives = Array.from(groups, ([family, own]) =>
    describeCreative(selection, typeof family === 'number' ? family : null, own),
  ).toSorted((one, other) => orders[sortBy](one, other) || (one.ad.hash < other.ad.hash ? -1 : 1));
  const publishedStarts = rows.filter((row) => columns.hasStart[row] === 1).length;
  const page = creatives.slice(position.offset, position.offset + limit);
  return {
    creatives: page,
    evidence: {
      ...describeStarts(rows.length, publishedStarts),
      libraries: listLibraries(readCoverage(selection)),
    },
    ...pageInfo(position, page.length, creatives.length),
  };
}

type Order = (one: Creative, other: Creative) => number;

const byDays: Order = (one, other) => other.daysRunning - one.daysRunning;
const byAds: Order = (one, other) => other.adCount - one.adCount;
const rise = ({ launchedLast14Days, launchedPrevious14Days }: Creative): number =>
  launchedLast14Days - launchedPrevious14Days;

const orders: Readonly<Record<Input['sortBy'], Order>> = {
  daysRunning: (one, other) => byDays(one, other) || byAds(one, other),
  adCount: (one, other) => byAds(one, other) || byDays(one, other),
  newest: (one, other) =>
    one.firstDate === other.firstDate ? byDays(one, other) : one.firstDate > other.firstDate ? -1 : 1,
  rising: (one, other) => rise(other) - rise(one) || byAds(one, other),
};

function describeCreative(selection: Selection, family: number | null, rows: readonly number[]): Creative {
  const { columns, daysRunning, areDaysExact, isActive, lastDay, today } = selection;
  const firstDay = (row: number): number => columns.firstDay[row] ?? 0;
  const launchedIn = (after: number, upTo: number): number =>
    rows.filter((row) => columns.hasStart[row] === 1 && firstDay(row) > after && firstDay(row) <= upTo)
      .length;
  const reaches = rows.map((row) => columns.reach[row] ?? Number.NaN).filter((reach) => !Number.isNaN(reach));
  // Rows are in the order of their hashes, so the first of the longest runs has the lowest one.
  const shown = rows.reduce((best, row) => (daysRunning(row) > daysRunning(best) ? row : best));
  return {
    familyId: family === null ? null : formatFamilyId(family),
    adCount: rows.length,
    activeAds: rows.filter(isActive).length,
    totalReach:
      reaches.length === 0
        ? null
        : Math.min(
            Number.MAX_SAFE_INTEGER,
            reaches.reduce((sum, reach) => sum + reach, 0),
          ),
    daysRunning: daysRunning(shown),
    daysRunningKind: toDaysKind(rows.every(areDaysExact)),
    firstDate: toDate(Math.min(...rows.map(firstDay))),
    lastDate: toDate(Math.max(...rows.map(lastDay))),
    launchedLast14Days: launchedIn(today - 14, today),
    launchedPrevious14Days: launchedIn(today - 28, today - 14),
    ad: {
      hash: hashAt(columns, shown),
      headline: textAt(columns, columns.headline[shown]),
      body: listTexts(columns, columns.bodies, shown)[0] ?? null,
      thumbnailUrl: textAt(columns, columns.thumbnail[shown]),
    },
  };
}
