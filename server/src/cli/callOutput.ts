import { once } from 'node:events';
import type { Output } from './callArguments.ts';
import { type ColumnLayout, createLayout, isEntry, formatLines, buildTable, safeJson } from './callTable.ts';

export type OutputStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

interface Page {
  readonly total: number;
  readonly nextCursor: number | null;
}

export interface OutputFormatter {
  print(lines: readonly string[]): Promise<void>;
  result(value: unknown): Promise<void>;
  page(page: Page, records: readonly unknown[]): Promise<void>;
  /** Records of all pages, printed as they arrive. */
  allPages(pages: AsyncIterable<readonly unknown[]>): Promise<void>;
  /** Whether the reader closed the pipe, as `head` does. */
  isClosed(): boolean;
  close(): void;
}

const defaultWidth = 100;
const minWidth = 20;

export function createOutputFormatter(
  out: OutputStream,
  wanted: Output | null,
  printNote: (line: string) => void,
): OutputFormatter {
  const output = wanted ?? (out.isTTY ? 'table' : 'json');
  const { columns = 0 } = out;
  // A terminal of unknown width reports 0.
  const width = columns === 0 ? defaultWidth : Math.max(columns, minWidth);
  const closed = new AbortController();
  const onError = (error: unknown): void => closed.abort(error);
  out.on('error', onError);
  const print = async (lines: readonly string[]): Promise<void> => {
    closed.signal.throwIfAborted();
    const isFlushed = lines.length === 0 || out.write(`${lines.join('\n')}\n`);
    if (!isFlushed) await once(out, 'drain', { signal: closed.signal });
  };
  const table = async (records: readonly unknown[]): Promise<void> => {
    if (!records.every(isEntry) || records.length === 0) return print(formatLines(records, width));
    const { lines, leftOut } = buildTable(records, width);
    await print(lines);
    reportHidden(leftOut);
  };
  const reportHidden = (names: readonly string[]): void => {
    if (names.length > 0)
      printNote(`Hidden columns: ${abbreviated(names)}. Use --output json to show everything.`);
  };
  return {
    print,
    result: (value) => {
      if (output === 'json') return print([safeJson(value, 2)]);
      if (output === 'lines') return print(jsonLines(Array.isArray(value) ? value : [value]));
      return Array.isArray(value) ? table(value) : print(formatLines(value, width));
    },
    page: async (page, records) => {
      if (output === 'json') return print([safeJson(page, 2)]);
      if (output === 'lines') return print(jsonLines(records));
      await table(records);
      if (page.nextCursor === null) return;
      printNote(
        `${records.length} of ${page.total}. Next page: --cursor ${page.nextCursor}; all pages: --all.`,
      );
    },
    allPages: async (pages) => {
      if (output === 'table') return reportHidden(await printTable(pages, width, print));
      let written = 0;
      for await (const records of pages) {
        const lines =
          output === 'json'
            ? jsonLines(records).map((one) => `${written++ === 0 ? '[' : ','}${one}`)
            : jsonLines(records);
        await print(lines);
      }
      if (output === 'json') await print([written === 0 ? '[]' : ']']);
    },
    isClosed: () => closed.signal.aborted,
    close: () => void out.off('error', onError),
  };
}

/** Prints pages as one table with the columns of the first page; returns the fields without a column. */
async function printTable(
  pages: AsyncIterable<readonly unknown[]>,
  width: number,
  print: OutputFormatter['print'],
): Promise<string[]> {
  let layout: ColumnLayout | null = null;
  const leftOut = new Set<string>();
  for await (const page of pages) {
    const records = page.filter(isEntry);
    if (records.length === 0) continue;
    const isFirst = layout === null;
    layout ??= createLayout(records, width);
    await print([...(isFirst ? [layout.head] : []), ...layout.rows(records)]);
    for (const name of layout.leftOut(records)) leftOut.add(name);
  }
  if (layout === null) await print(formatLines([], width));
  return [...leftOut];
}

function jsonLines(records: readonly unknown[]): string[] {
  return records.map((record) => safeJson(record));
}

const maxListed = 8;

function abbreviated(names: readonly string[]): string {
  const more = names.length - maxListed;
  return more <= 1 ? names.join(', ') : `${names.slice(0, maxListed).join(', ')} and ${more} more`;
}
