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
}

export type Report = RouterOutputs['reports']['get'];
export type BrandReport = Report['brands'][number];
export type Subscription = RouterOutputs['reports']['list'][number];

export function readReportSearch({ name, boardId, to }: SearchParams): ReportSearch {
  const board = parseId(boardId);
  return omitUndefined({
    name: board === undefined ? parseSearchText(name, 200) : undefined,
    boardId: board,
    to: parseDate(to),
  });
}

export function toReportInput({ name, boardId, to }: ReportSearch): RouterInputs['reports']['get'] {
  return omitUndefined({ companyName: boardId === undefined ? name : undefined, boardId, dateTo: to });
}

export function reportQuery(search: ReportSearch) {
  return api.reports.get.queryOptions(toReportInput(search));
}
