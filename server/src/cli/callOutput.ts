import { once } from 'node:events';
import type { Output } from './callArguments.ts';
import { isEntry, linesOf } from './callRecord.ts';
import { type Layout, layOut, tableOf } from './callTable.ts';
import { safeJson } from './callText.ts';

/** Where an answer goes: standard output, or what stands for it. */
export type Out = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

interface Page {
  readonly total: number;
  readonly nextCursor: number | null;
}

/** Writes answers in the form that suits where they go. */
export interface OutputFormatter {
  print(lines: readonly string[]): Promise<void>;
  answer(value: unknown): Promise<void>;
  /** One page of a longer list. */
  page(page: Page, records: readonly unknown[]): Promise<void>;
  /** Records of a walk over pages, of which there are as many as one likes. */
  walk(pages: AsyncIterable<readonly unknown[]>): Promise<void>;
  /** Whether nobody reads any more, as after `head`. */
  isTorn(): boolean;
  close(): void;
}

const usualWidth = 100;
const leastWidth = 20;

export function createOutputFormatter(out: Out, wanted: Output | null, remark: (line: string) => void): OutputFormatter {
  const output = wanted ?? (out.isTTY ? 'table' : 'json');
  const { columns = 0 } = out;
  // A terminal that does not know its width says 0.
  const width = columns === 0 ? usualWidth : Math.max(columns, leastWidth);
  const torn = new AbortController();
  const tear = (error: unknown): void => torn.abort(error);
  out.on('error', tear);
  const print = async (lines: readonly string[]): Promise<void> => {
    torn.signal.throwIfAborted();
    const isTaken = lines.length === 0 || out.write(`${lines.join('\n')}\n`);
    if (!isTaken) await once(out, 'drain', { signal: torn.signal });
  };
  const table = async (records: readonly unknown[]): Promise<void> => {
    if (!records.every(isEntry) || records.length === 0) return print(linesOf(records, width));
    const { lines, leftOut } = tableOf(records, width);
    await print(lines);
    tellLeftOut(leftOut);
  };
  const tellLeftOut = (names: readonly string[]): void => {
    if (names.length > 0) remark(`Not shown: ${inShort(names)}; --output json shows everything.`);
  };
  return {
    print,
    answer: (value) => {
      if (output === 'json') return print([safeJson(value, 2)]);
      if (output === 'lines') return print(oneEach(Array.isArray(value) ? value : [value]));
      return Array.isArray(value) ? table(value) : print(linesOf(value, width));
    },
    page: async (page, records) => {
      if (output === 'json') return print([safeJson(page, 2)]);
      if (output === 'lines') return print(oneEach(records));
      await table(records);
      if (page.nextCursor === null) return;
      remark(
        `${records.length} of ${page.total}. The next: --cursor ${page.nextCursor}; all of them: --all.`,
      );
    },
    walk: async (pages) => {
      if (output === 'table') return tellLeftOut(await printTable(pages, width, print));
      let written = 0;
      for await (const records of pages) {
        const lines =
          output === 'json'
            ? oneEach(records).map((one) => `${written++ === 0 ? '[' : ','}${one}`)
            : oneEach(records);
        await print(lines);
      }
      if (output === 'json') await print([written === 0 ? '[]' : ']']);
    },
    isTorn: () => torn.signal.aborted,
    close: () => void out.off('error', tear),
  };
}

/** Pages as one table, whose columns the first of them decides; returns what is in no column. */
async function printTable(
  pages: AsyncIterable<readonly unknown[]>,
  width: number,
  print: OutputFormatter['print'],
): Promise<string[]> {
  let layout: Layout | null = null;
  const leftOut = new Set<string>();
  for await (const page of pages) {
    const records = page.filter(isEntry);
    if (records.length === 0) continue;
    const isFirst = layout === null;
    layout ??= layOut(records, width);
    await print([...(isFirst ? [layout.head] : []), ...layout.rows(records)]);
    for (const name of layout.leftOut(records)) leftOut.add(name);
  }
  if (layout === null) await print(linesOf([], width));
  return [...leftOut];
}

/** A line each. */
function oneEach(records: readonly unknown[]): string[] {
  return records.map((record) => safeJson(record));
}

const mostNamed = 8;

function inShort(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return more <= 1 ? names.join(', ') : `${names.slice(0, mostNamed).join(', ')} and ${more} more`;
}
