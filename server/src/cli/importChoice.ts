import type { AdSource } from '@magpie/sources/source';
import { chooseSource } from '../ingestion/importing/chooseSource.ts';
import { explainNoAds, type MappingSyntax } from '../ingestion/importing/explainNoAds.ts';
import type { Input } from '../ingestion/reading/files.ts';
import type { InputChoice } from '../ingestion/importing/importAds.ts';
import { adSources } from '@magpie/sources/sources';
import { WrongMapping } from '@magpie/sources/table/tableColumns';
import type { Print } from './command.ts';
import type { ImportArguments } from './importArguments.ts';

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
    // A file in a folder may well contain no ads; a file given by name should.
    if (choice.source === null)
      return isOneOfMany ? { why: choice.reason } : explainNoAds(choice.reason, sample, options);
    print(`${input.name}: read as ${choice.source.name}.`);
    if (choice.table !== null) printColumns(choice.table, print);
    for (const note of choice.table?.notes ?? []) print(`  ${note}`);
    return { source: choice.source };
  } catch (error) {
    if (error instanceof WrongMapping) return { why: error.message };
    throw error;
  }
}

const options: MappingSyntax = {
  separator: ' ',
  write: (field, column) =>
    `--map ${column === null ? `${field}=<column>` : quoteArgument(`${field}=${column}`)}`,
};

function quoteArgument(text: string): string {
  return /^[\w=.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
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
