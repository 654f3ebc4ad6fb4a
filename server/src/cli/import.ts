import { statSync } from 'node:fs';
import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import { bytesOfPipe, type Input, inputsAt } from '../ingestion/reading/files.ts';
import { importAds, type ImportRequest } from '../ingestion/importing/importAds.ts';
import { showProgress } from '../ingestion/importing/progress.ts';
import { adSources } from '@magpie/sources/sources';
import { sanitizeForMessage } from '@magpie/contract/errors';
import { type LocalCommand, type EngineAccess, type Terminal, withArguments } from './command.ts';
import { type ImportArguments, readImportArguments } from './importArguments.ts';
import { chooseInput } from './importChoice.ts';
import { printImportReport } from './importReport.ts';
import { readLibraryArguments, runLibraryImport } from './libraryArchive.ts';

const sourceNames = adSources.map(({ name }) => name);

export const importCommand: LocalCommand = {
  name: 'import',
  usage: 'import [--library] <file|folder|-> [options]',
  summary: 'Import ads from files, or a library from an archive.',
  details: `Reads JSON, JSON Lines, CSV and TSV, optionally gzipped; - is standard input. Options:
  --source <name>         type of the file: auto (default), ${sourceNames.join(', ')} or table
  --map <field>=<column>  for a table: the column of a field; can be repeated
  --platform <name>       for a table: the platform of its ads
  --dry-run               read and check without recording anything
  --fresh                 start over instead of resuming an interrupted import
Exit codes: 0 if any ad was accepted, 1 if none was, 2 usage error, 130 interrupted.
With --library it imports an archive of export --library: boards, saved ads, notes and saved pictures, with their owners. Existing
records are not changed, so importing an archive twice has no effect. An invalid archive is rejected before anything is changed.`,
  prepareLocally: (args) => (args.includes('--library') ? importArchive(args) : importFiles(args)),
};

const importArchive = withArguments((args) => readLibraryArguments('import', args), runLibraryImport);
const importFiles = withArguments((args) => readImportArguments(args, sourceNames), runImport);

const longestLine = 10_000;

async function runImport(args: ImportArguments, access: EngineAccess, terminal: Terminal): Promise<number> {
  const location = args.path === '-' ? '-' : path.resolve(args.path);
  const inputs: Input[] = [];
  const skipped: string[] = [];
  const skip = (name: string, why: string): void => void skipped.push(`${name}: skipped. ${why}`);
  for await (const input of inputsAt(location, skip))
    inputs.push(abortable(access.stopping, input, location));
  const sink = args.dryRun ? null : await access.adWriter();
  const progress = { bytes: 0, totalBytes: totalSize(inputs), records: 0 };
  const bar = showProgress(terminal.screen, () => progress);
  const print = (line: string): void => {
    bar.clear();
    // File and column names are untrusted.
    terminal.print(sanitizeForMessage(line, longestLine));
  };
  for (const line of skipped) print(line);
  const order: ImportRequest = {
    path: location,
    inputs,
    options: JSON.stringify([args.source, args.map, args.platform]),
    fresh: args.fresh,
    choose: (input, sample) => chooseInput(args, { input, isOneOfMany: inputs.length > 1 }, sample, print),
  };
  const report = await importAds(order, {
    writer: sink,
    dataFolder: access.config.dataFolder,
    say: print,
    bytesRead: (bytes) => void (progress.bytes += bytes),
    recordRead: () => void (progress.records += 1),
    stopping: access.stopping,
  }).finally(() => bar.stop());
  return printImportReport(
    report,
    { dryRun: args.dryRun, resumable: !args.dryRun && location !== '-' },
    terminal,
  );
}

/** A pipe may be silent for hours; Ctrl-C must not wait for it. */
function abortable(stopping: AbortSignal, input: Input, location: string): Input {
  if (location === '-') return { ...input, open: () => addAbortSignal(stopping, process.stdin) };
  const isPipe = input.size === null && statSync(location).isFIFO();
  return isPipe ? { ...input, open: () => bytesOfPipe(location, stopping) } : input;
}

function totalSize(inputs: readonly Input[]): number | null {
  const sizes = inputs.map(({ size }) => size);
  return sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}
