import type { Source } from '../source.ts';
import { columnsIn, type TableOfAds, tableSource, type TableOptions } from '../table/table.ts';

/** How to read a file, or in one sentence why it holds no ads. */
export type Choice =
  | { readonly source: Source; readonly table: TableOfAds | null }
  | { readonly source: null; readonly reason: string };

/** Enough to tell one kind of file from another. */
const mostLookedAt = 100;
const mostNamed = 12;

/**
 * The source that recognises most of a file's first documents, the first of the list where several do; else a table.
 * Throws WrongMapping.
 */
export function chooseSource(
  sample: readonly unknown[],
  sources: readonly Source[],
  options: TableOptions = {},
): Choice {
  const looked = sample.slice(0, mostLookedAt);
  // Whoever tells what the columns are has a table.
  const isTold = Object.keys(options.map ?? {}).length > 0;
  const [best] = sources
    .map((source) => ({ source, count: looked.filter((document) => source.recognises(document)).length }))
    .toSorted((one, other) => other.count - one.count);
  if (!isTold && best !== undefined && best.count > 0) return { source: best.source, table: null };
  const table = tableSource(looked, options);
  return table === null ? { source: null, reason: reasonOf(looked) } : { source: table.source, table };
}

function reasonOf(sample: readonly unknown[]): string {
  if (sample.length === 0) return 'It holds no records.';
  const columns = columnsIn(sample);
  if (columns.length === 0) return 'It holds no ads: its records have no named fields.';
  const named = columns.slice(0, mostNamed).join(', ');
  return `It holds no ads: its columns are ${named}${columns.length > mostNamed ? ', …' : ''}.`;
}
