import type { Report } from '@magpie/contract';

type Linked = Pick<Report, 'companyName' | 'boardId' | 'to' | 'createdAt'>;

/** The page of the week of a report, as it is known when the page is opened. */
export function weekLink(report: Linked, site: string): string {
  return `${site}/reports/view?${new URLSearchParams(weekOf(report)).toString()}`;
}

/** The page that makes the report again of what was known when it was made. */
export function reportLink(report: Linked, site: string): string {
  const query = new URLSearchParams({ ...weekOf(report), asOf: report.createdAt });
  return `${site}/reports/view?${query.toString()}`;
}

function weekOf({ companyName, boardId, to }: Linked): Record<string, string> {
  return boardId === null ? { name: companyName ?? '', to } : { boardId: String(boardId), to };
}
