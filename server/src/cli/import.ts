import { statSync } from 'node:fs';
import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import { type Input, inputsAt } from '../ingestion/reading/files.ts';
import { bytesOfPipe } from '../ingestion/reading/pipe.ts';
import { importAds, type ImportOrder } from '../ingestion/importing/importAds.ts';
import { showProgress } from '../ingestion/importing/progress.ts';
import { sources } from '../ingestion/sources.ts';
import { shown } from '@magpie/contract/errors';
import type { BesideCommand, EngineAccess, Terminal } from './command.ts';
import { type ImportArguments, readImportArguments } from './importArguments.ts';
import { chooseInput } from './importChoice.ts';
import { printImportReport } from './importReport.ts';
import { runLibraryImport } from './libraryArchive.ts';
import { isAboutLibrary, libraryProblem, readLibraryArguments } from './libraryArchiveArguments.ts';

const sourceNames = sources.map(({ name }) => name);

export const importCommand: BesideCommand = {
  name: 'import',
  usage: 'import [--library] <file|folder|-> [options]',
  summary: 'Read ads from files into the index, or a library from its archive.',
  details: `Reads JSON, JSON Lines, CSV and TSV, gzipped or not; - is standard input. Options:
  --source <name>         what the file is: auto (the default), ${sourceNames.join(', ')} or table
  --map <field>=<column>  for a table: which column a field is read from; as often as needed
  --platform <name>       for a table: where its ads ran
  --dry-run               read and check, but record nothing
  --fresh                 begin again where an earlier import was interrupted, instead of going on
Exit codes: 0 when any ad was accepted, 1 when none was, 2 called wrongly, 130 interrupted.
With --library it takes in what export --library wrote: boards, saved ads, notes and kept pictures, with their owners. What is here
already stays as it is, so the same archive twice changes nothing. A bad archive is refused before anything is touched.`,
  check: (args) => {
    if (isAboutLibrary(args)) return libraryProblem('import', args);
    const read = readImportArguments(args, sourceNames);
    return 'problem' in read ? read.problem : null;
  },
  runBeside: async (reach, args, terminal) => {
    if (isAboutLibrary(args)) {
      const library = readLibraryArguments('import', args);
      return 'problem' in library ? 2 : runLibraryImport(library, reach, terminal);
    }
    const read = readImportArguments(args, sourceNames);
    return 'problem' in read ? 2 : runImport(read, reach, terminal);
  },
};

const longestLine = 10_000;

async function runImport(args: ImportArguments, reach: EngineAccess, terminal: Terminal): Promise<number> {
  const location = args.path === '-' ? '-' : path.resolve(args.path);
  const inputs: Input[] = [];
  const skipped: string[] = [];
  const skip = (name: string, why: string): void => void skipped.push(`${name}: skipped. ${why}`);
  for await (const input of inputsAt(location, skip))
    inputs.push(endingWith(reach.stopping, input, location));
  const sink = args.dryRun ? null : await reach.sink();
  const progress = { bytes: 0, totalBytes: totalSize(inputs), records: 0 };
  const bar = showProgress(terminal.screen, () => progress);
  const say = (line: string): void => {
    bar.makeWay();
    // Names of files and columns come from outside.
    terminal.say(shown(line, longestLine));
  };
  for (const line of skipped) say(line);
  const order: ImportOrder = {
    path: location,
    inputs,
    options: JSON.stringify([args.source, args.map, args.platform]),
    fresh: args.fresh,
    choose: (input, sample) => chooseInput(args, { input, isOneOfMany: inputs.length > 1 }, sample, say),
  };
  const report = await importAds(order, {
    sink,
    dataFolder: reach.config.dataFolder,
    say,
    bytesRead: (bytes) => void (progress.bytes += bytes),
    recordRead: () => void (progress.records += 1),
    stopping: reach.stopping,
  }).finally(() => bar.stop());
  return printImportReport(report, { dryRun: args.dryRun, resumable: !args.dryRun && location !== '-' }, terminal);
}

/** Nothing may come through a pipe for hours, and nobody waits that long after Ctrl-C. */
function endingWith(stopping: AbortSignal, input: Input, location: string): Input {
  if (location === '-') return { ...input, open: () => addAbortSignal(stopping, process.stdin) };
  const isPipe = input.size === null && statSync(location).isFIFO();
  return isPipe ? { ...input, open: () => bytesOfPipe(location, stopping) } : input;
}

function totalSize(inputs: readonly Input[]): number | null {
  const sizes = inputs.map(({ size }) => size);
  return sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}
