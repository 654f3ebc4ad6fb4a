import type { AdSource } from '@magpie/sources/source';
import { columnsIn, type TableOfAds, tableSource, type TableOptions } from '@magpie/sources/table/table';

type SourceChoice =
  | { readonly source: AdSource; readonly table: TableOfAds | null }
  | { readonly source: null; readonly reason: string };

/** Enough to distinguish the formats. */
const maxSampled = 100;
const maxNamed = 12;

/** Returns the source that recognises the most documents (the first on a tie), otherwise a table. Throws WrongMapping. */
export function chooseSource(
  sample: readonly unknown[],
  sources: readonly AdSource[],
  options: TableOptions = {},
): SourceChoice {
  const sampled = sample.slice(0, maxSampled);
  // An explicit column mapping means that the file is a table.
  const hasExplicitMap = Object.keys(options.map ?? {}).length > 0;
  const [best] = sources
    .map((source) => ({ source, count: sampled.filter((document) => source.recognises(document)).length }))
    .toSorted((one, other) => other.count - one.count);
  if (!hasExplicitMap && best !== undefined && best.count > 0) return { source: best.source, table: null };
  const table = tableSource(sampled, options);
  return table === null
    ? { source: null, reason: explainUnrecognised(sampled) }
    : { source: table.source, table };
}

function explainUnrecognised(sample: readonly unknown[]): string {
  if (sample.length === 0) return 'It contains no records.';
  const columns = columnsIn(sample);
  if (columns.length === 0) return 'It contains no ads: its records have no named fields.';
  const named = columns.slice(0, maxNamed).join(', ');
  return `It contains no ads: its columns are ${named}${columns.length > maxNamed ? ', …' : ''}.`;
}
