import type { AdSource } from '@magpie/sources/source';
import { columnsIn, type TableOfAds, tableSource, type TableOptions } from '@magpie/sources/table/table';
import type { Input } from '../ingestion/reading/files.ts';
import type { InputChoice } from '../ingestion/importing/importAds.ts';
import { adSources } from '@magpie/sources/sources';
import { WrongMapping } from '@magpie/sources/table/tableColumns';
import type { Print } from './command.ts';
import type { ImportArguments } from './importArguments.ts';

type SourceChoice =
  | { readonly source: AdSource; readonly table: TableOfAds | null }
  | { readonly source: null; readonly reason: string };

/** Enough to distinguish the formats. */
const maxSampled = 100;
const maxNamed = 12;

/** The source that recognises most documents, the first of equals, or else a table. Throws WrongMapping. */
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

interface Candidate {
  readonly input: Input;
  readonly isOneOfMany: boolean;
}

export function chooseInput(
  { source: wanted, map, platform }: ImportArguments,
  { input, isOneOfMany }: Candidate,
  sample: readonly unknown[],
  print: Print,
): InputChoice {
  const given = adSources.find(({ name }) => name === wanted);
  if (given !== undefined) return asGiven(given, isOneOfMany, sample);
  try {
    const candidates = wanted === 'table' ? [] : adSources;
    const choice = chooseSource(sample, candidates, { map, ...(platform === null ? {} : { platform }) });
    if (choice.source === null) return { why: isOneOfMany ? choice.reason : withHint(choice.reason, sample) };
    print(`${input.name}: read as ${choice.source.name}.`);
    if (choice.table !== null) printColumns(choice.table, print);
    return { source: choice.source };
  } catch (error) {
    if (error instanceof WrongMapping) return { why: error.message };
    throw error;
  }
}

/** A file in a folder may well contain no ads; a file given by name should. */
function withHint(reason: string, sample: readonly unknown[]): string {
  if (columnsIn(sample).length === 0) return reason;
  const named = reason.replace(/\.$/, '');
  return `${named}; if these are ads, map the columns with --map advertiser=<column> --map bodies=<column>.`;
}

/** A source given for one file is trusted; a folder may contain other files. */
function asGiven(source: AdSource, isOneOfMany: boolean, sample: readonly unknown[]): InputChoice {
  const fits = !isOneOfMany || sample.some((document) => source.recognises(document));
  return fits ? { source } : { why: `It contains no ${source.name} ads.` };
}

const longestName = 60;
const howLabels = { option: ' (as given)', name: '', contents: ' (by its contents)' };

interface ReadColumns {
  readonly mapped: readonly {
    readonly field: string;
    readonly column: string;
    readonly how: keyof typeof howLabels;
  }[];
  readonly leftOut: readonly string[];
}

export function printColumns({ mapped, leftOut }: ReadColumns, print: Print): void {
  for (const { field, column, how } of mapped) {
    print(`  ${field.padEnd(20)} from ${column.slice(0, longestName)}${howLabels[how]}`);
  }
  if (leftOut.length > 0)
    print(`  left out: ${leftOut.map((name) => name.slice(0, longestName)).join(', ')}`);
}
