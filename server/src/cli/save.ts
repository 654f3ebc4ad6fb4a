import { randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { contract } from '@magpie/contract';
import { buildAdKey } from '../ads/identity.ts';
import { showProgress } from '../ingestion/importing/progress.ts';
import { endImportSafely, type AdWriter } from '../ingestion/importing/adWriter.ts';
import { readString } from '@magpie/sources/mapping/fields';
import { InputUnreadable } from '../ingestion/reading/document.ts';
import { type Input, inputsAt } from '../ingestion/reading/files.ts';
import { openSwipeFile, type SwipeFile, type SwipedAd } from '../ingestion/swipeFile/readSwipeFile.ts';
import { sanitizeForMessage } from '@magpie/contract/errors';
import type { ImportedAd } from '../boards/savedElsewhere/saveFromElsewhere.ts';
import {
  type LocalCommand,
  type EngineAccess,
  type Problem,
  type Terminal,
  withArguments,
} from './command.ts';
import { printColumns } from './importChoice.ts';
import { SaveReport } from './importReport.ts';
import { addressIn } from './users.ts';
import type { BoardImporter } from './libraryAccess.ts';

export const saveCommand: LocalCommand = {
  name: 'save',
  usage: 'save <file|-> --user <email> [--board <name>] [--dry-run]',
  summary: "Save ads from another tool to a person's boards.",
  details: `Reads a list of ad library addresses, one per line, or the CSV or JSON export of another tool; - is standard
input. Options:
  --user <email>   the owner of the boards
  --board <name>   board for rows without one; boards named in rows are created inside it. A > B is board B in A
  --dry-run        read and check without saving anything
Exit codes: 0 if any ad was accepted, 1 if none was, 2 usage error, 130 interrupted.`,
  prepareLocally: withArguments(readSaveArguments, async (args, access, terminal) => {
    try {
      return await runSave(args, access, terminal);
    } catch (error) {
      // Stopping aborts the read of standard input, which throws.
      if (access.stopping.aborted) return 130;
      throw error;
    }
  }),
};

interface SaveArguments {
  readonly path: string;
  readonly email: string;
  /** The path from the outermost board to the selected one; null if not given. */
  readonly board: readonly string[] | null;
  readonly dryRun: boolean;
}

const options = {
  user: { type: 'string' },
  board: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

export function readSaveArguments(args: readonly string[]): SaveArguments | Problem {
  const parsed = parse(args);
  if ('problem' in parsed) return parsed;
  const { positionals, values } = parsed;
  const [file, ...more] = positionals;
  if (file === undefined)
    return { problem: 'Missing argument: the file with the ads to save, or - for standard input.' };
  if (more.length > 0) return { problem: `Expected one file, got ${positionals.length}.` };
  if (values.user === undefined)
    return { problem: 'Missing option --user <email>: the owner of the boards.' };
  const email = addressIn(values.user);
  if (email === undefined) return { problem: `'${values.user}' is not an e-mail address.` };
  const board = values.board === undefined ? null : boardPathIn(values.board);
  if (board?.length === 0) return { problem: invalidBoard };
  return { path: file, email, board, dryRun: values['dry-run'] };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const names = Object.keys(options).map((name) => `--${name}`);
    return {
      problem: `Unknown option or missing value; save accepts ${names.join(', ')}.`,
    };
  }
}

const invalidBoard =
  '--board must be a board name of at most 120 characters, or A > B for board B in board A.';

/** Empty if one of the names is invalid. */
function boardPathIn(text: string): string[] {
  const names = text.split(/\s>\s/).map((name) => contract.boards.create.input.safeParse({ name }));
  return names.every(({ success }) => success) ? names.flatMap(({ data }) => data?.name ?? []) : [];
}

const longestLine = 10_000;

async function runSave(args: SaveArguments, access: EngineAccess, terminal: Terminal): Promise<number> {
  const input = await openInput(args.path, access.stopping);
  const targets = args.dryRun
    ? null
    : { boardImporter: await access.boardImporter(), adWriter: await access.adWriter() };
  // Fails for an unknown person before anything is recorded.
  await targets?.boardImporter.save({ email: args.email, ads: [] });
  const report = new SaveReport();
  const bar = showProgress(terminal.screen, () => ({ bytes: 0, totalBytes: null, records: report.read }));
  const print = (line: string): void => {
    bar.clear();
    terminal.print(sanitizeForMessage(line, longestLine));
  };
  const saving: Saving = {
    ...args,
    defaultBoard: boardNamedAfter(args.path),
    seenAt: resolveSeenAt(input),
    importId: randomUUID(),
    targets,
    report,
  };
  try {
    await saveFile(saving, input, access.stopping, print);
  } catch (error) {
    if (!(error instanceof InputUnreadable)) throw error;
    terminal.printError(`${input.name}: reading failed. ${error.message}`);
    return 1;
  } finally {
    bar.stop();
    report.print(args, { print });
  }
  if (access.stopping.aborted) return 130;
  return report.isAnythingAccepted ? 0 : 1;
}

interface Saving extends SaveArguments {
  /** For ads without a board, if --board is not given. */
  readonly defaultBoard: string;
  readonly seenAt: Date;
  readonly importId: string;
  /** Null in a dry run. */
  readonly targets: { readonly boardImporter: BoardImporter; readonly adWriter: AdWriter } | null;
  readonly report: SaveReport;
}

const adsInRecording = 1000;
/** Ads saved in one transaction, which locks the person's boards. */
const adsInSave = 100;

async function saveFile(
  saving: Saving,
  input: Input,
  stopping: AbortSignal,
  print: (line: string) => void,
): Promise<void> {
  const { targets, report, importId } = saving;
  const file = await openSwipeFile(input);
  printFormat(input.name, file, print);
  let recorded = 0;
  try {
    for await (const batch of readBatches(file, report)) {
      if (stopping.aborted) break;
      recorded += await saveBatch(saving, batch, stopping);
    }
  } finally {
    await file.close();
    if (targets !== null && recorded > 0) {
      await endImportSafely(targets.adWriter, importId);
      await targets.adWriter.optimize();
    }
  }
}

async function* readBatches(file: SwipeFile, report: SaveReport): AsyncGenerator<SwipedAd[]> {
  let batch: SwipedAd[] = [];
  for await (const place of file.entries()) {
    report.read += 1;
    if ('problem' in place) report.reject(place.position, place.problem);
    else batch.push(place.swiped);
    if (batch.length < adsInRecording) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function saveBatch(saving: Saving, batch: readonly SwipedAd[], stopping: AbortSignal): Promise<number> {
  const { targets, email, seenAt, importId, report } = saving;
  if (targets === null) return 0;
  const ads = batch.flatMap((swiped) => ('ad' in swiped ? [swiped.ad] : []));
  const sighting = { source: 'swipe-file', seenAt, fillOnly: true, importId };
  if (ads.length > 0) await targets.adWriter.recordAds(ads, sighting);
  for (let start = 0; start < batch.length && !stopping.aborted; start += adsInSave) {
    const chunk = batch.slice(start, start + adsInSave);
    report.add(
      await targets.boardImporter.save({ email, ads: chunk.map((swiped) => toImportedAd(saving, swiped)) }),
    );
  }
  return ads.length;
}

function toImportedAd({ board, defaultBoard: usualBoard }: Saving, swiped: SwipedAd): ImportedAd {
  const { note, savedAt } = swiped;
  const named = swiped.boards.map((each) => [...(board ?? []), ...each]);
  return {
    key: 'ad' in swiped ? buildAdKey(swiped.ad) : swiped.libraryAd.key,
    libraryAd: 'ad' in swiped ? null : swiped.libraryAd,
    boards: named.length > 0 ? named : [board ?? [usualBoard]],
    note,
    savedAt,
  };
}

function printFormat(name: string, { table }: SwipeFile, print: (line: string) => void): void {
  print(`${name}: read as ${table === null ? 'a list of addresses' : 'a table'}.`);
  if (table === null) return;
  printColumns(table, print);
}

const longestBoardName = 120;

function boardNamedAfter(location: string): string {
  const name = `Saved from ${location === '-' ? 'standard input' : path.basename(location)}`;
  return readString(name, longestBoardName) ?? 'Saved';
}

/** A pipe can be read only once, so its content is buffered in memory. */
async function openInput(location: string, stopping: AbortSignal): Promise<Input> {
  if (location === '-') return readWhole('standard input', addAbortSignal(stopping, process.stdin));
  const file = path.resolve(location);
  for await (const input of inputsAt(file, () => undefined)) {
    if (input.name !== file) break;
    if (statSync(file).isFile()) return input;
    return readWhole(file, addAbortSignal(stopping, createReadStream(file)));
  }
  throw new Error(`${file} is a folder; expected a file.`);
}

async function readWhole(name: string, stream: NodeJS.ReadableStream): Promise<Input> {
  const bytes = await buffer(stream);
  return { name, size: null, modifiedAt: null, open: () => onlyPiece(bytes) };
}

async function* onlyPiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Without a date of their own, ads count as seen when the file was written. */
function resolveSeenAt({ modifiedAt }: Input): Date {
  const now = new Date();
  return modifiedAt !== null && modifiedAt < now ? modifiedAt : now;
}
