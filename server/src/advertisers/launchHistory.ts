import type { contract, OutputOf } from '@magpie/contract';
import { listLibraries } from '../ads/coverage.ts';
import { describeStarts } from '../ads/run.ts';
import type { Handler } from '../rpc/procedure.ts';
import { assertKnownAdvertiser } from './directory.ts';
import { selectAds, type ResearchParts } from './research.ts';
import type { MonthRow } from './timeline.sql.ts';

type GetLaunchHistory = typeof contract.brandSpy.getLaunchHistory;
type Month = OutputOf<GetLaunchHistory>['months'][number];

export function launchHistoryHandler(parts: ResearchParts): Handler<GetLaunchHistory> {
  return async ({ input }) => {
    const ads = await selectAds(parts, input, await parts.newestRecording());
    const [rows, covered] = await Promise.all([ads.monthlyCounts(), ads.coverage()]);
    if (rows.length === 0) await assertKnownAdvertiser(parts, input.companyName);
    return {
      months: listMonths(rows, parts.today()),
      planned: rows.find(({ month }) => month === null)?.launched ?? 0,
      evidence: {
        ...describeStarts(sum(rows, 'launched'), sum(rows, 'publishedStarts')),
        libraries: listLibraries(covered),
      },
    };
  };
}

function sum(rows: readonly MonthRow[], key: 'launched' | 'publishedStarts'): number {
  return rows.reduce((total, row) => total + row[key], 0);
}

function listMonths(rows: readonly MonthRow[], today: string): Month[] {
  const byMonth = new Map(rows.flatMap((row) => (row.month === null ? [] : [[row.month, row] as const])));
  const last = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  const months: Month[] = [];
  let active = 0;
  for (let month = Math.min(...byMonth.keys()); month <= last; month += 1) {
    const { launched = 0, stopped = 0 } = byMonth.get(month) ?? {};
    active += launched - stopped;
    months.push({ month: formatMonth(month), launched, active });
  }
  return months;
}

function formatMonth(month: number): string {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}`;
}
