import { api } from '../../lib/api/client.ts';
import type { RouterInputs, RouterOutputs } from '../../lib/api/types.ts';
import {
  omitUndefined,
  parseDate,
  parseId,
  parseSearchText,
  type SearchParams,
} from '../../lib/searchParams.ts';

/** The week up to a day: of a brand, or of a board. */
export interface ReportSearch {
  readonly name?: string | undefined;
  readonly boardId?: number | undefined;
  /** Default: yesterday. */
  readonly to?: string | undefined;
  /** The moment as of which the report is known; default: now. */
  readonly asOf?: string | undefined;
}

export type Report = RouterOutputs['reports']['get'];
export type BrandReport = Report['brands'][number];
export type Subscription = RouterOutputs['reports']['list'][number];

export function readReportSearch({ name, boardId, to, asOf }: SearchParams): ReportSearch {
  const board = parseId(boardId);
  return omitUndefined({
    name: board === undefined ? parseSearchText(name, 200) : undefined,
    boardId: board,
    to: parseDate(to),
    asOf: parseTime(asOf),
  });
}

function parseTime(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

export function toReportInput({ name, boardId, to, asOf }: ReportSearch): RouterInputs['reports']['get'] {
  const companyName = boardId === undefined ? name : undefined;
  return omitUndefined({ companyName, boardId, dateTo: to, asOf });
}

export function reportQuery(search: ReportSearch) {
  return api.reports.get.queryOptions(toReportInput(search));
}
