import type { Input } from '../ingestion/reading/files.ts';
import type { Choice } from '../ingestion/importing/importAds.ts';
import { chooseSource } from '../ingestion/importing/recognise.ts';
import type { Source } from '../ingestion/source.ts';
import { sources } from '../ingestion/sources.ts';
import { columnsIn, type TableOfAds } from '../ingestion/table/table.ts';
import { WrongMapping } from '../ingestion/table/tableColumns.ts';
import type { ImportArguments } from './importArguments.ts';

interface Candidate {
  readonly input: Input;
  readonly isOneOfMany: boolean;
}

/** How to read an input, told to whoever imports before it begins. */
export function chooseInput(
  { source: wanted, map, platform }: ImportArguments,
  { input, isOneOfMany }: Candidate,
  sample: readonly unknown[],
  say: (line: string) => void,
): Choice {
  const told = sources.find(({ name }) => name === wanted);
  if (told !== undefined) return asTold(told, isOneOfMany, sample);
  try {
    const candidates = wanted === 'table' ? [] : sources;
    const choice = chooseSource(sample, candidates, { map, ...(platform === null ? {} : { platform }) });
    if (choice.source === null) return { why: isOneOfMany ? choice.reason : withHint(choice.reason, sample) };
    say(`${input.name}: read as ${choice.source.name}.`);
    if (choice.table !== null) tellColumns(choice.table, say);
    return { source: choice.source };
  } catch (error) {
    if (error instanceof WrongMapping) return { why: error.message };
    throw error;
  }
}

/** Of the files of a folder most hold no ads because there are none in them; one file was named for its ads. */
function withHint(reason: string, sample: readonly unknown[]): string {
  if (columnsIn(sample).length === 0) return reason;
  const named = reason.replace(/\.$/, '');
  return `${named}; if these are ads, tell which column is which with --map advertiser=<column> --map bodies=<column>.`;
}

/** Whoever names the source of one file is believed; in a folder there may be others. */
function asTold(source: Source, isOneOfMany: boolean, sample: readonly unknown[]): Choice {
  const fits = !isOneOfMany || sample.some((document) => source.recognises(document));
  return fits ? { source } : { why: `It holds no ads of the kind ${source.name}.` };
}

const longestName = 60;
const howTold = { told: ' (as told)', name: '', contents: ' (by its contents)' };

function tellColumns({ mapped, leftOut }: TableOfAds, say: (line: string) => void): void {
  for (const { field, column, how } of mapped) {
    say(`  ${field.padEnd(20)} from ${column.slice(0, longestName)}${howTold[how]}`);
  }
  if (leftOut.length > 0) say(`  left out: ${leftOut.map((name) => name.slice(0, longestName)).join(', ')}`);
}
