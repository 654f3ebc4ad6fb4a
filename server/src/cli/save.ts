import { randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { keyOf } from '../ads/identity.ts';
import { showProgress } from '../ingestion/importing/progress.ts';
import { tryToEnd, type AdWriter } from '../ingestion/importing/adWriter.ts';
import { textOf } from '../ingestion/mapping/fields.ts';
import { InputUnreadable } from '../ingestion/reading/document.ts';
import { type Input, inputsAt } from '../ingestion/reading/files.ts';
import { openSwipeFile, type SwipeFile } from '../ingestion/swipeFile/readSwipeFile.ts';
import type { SwipedAd } from '../ingestion/swipeFile/swipeTable.ts';
import { shown } from '@magpie/contract/errors';
import type { AdFromElsewhere } from '../boards/fromElsewhere/saveFromElsewhere.ts';
import type { BesideCommand, EngineAccess, Terminal } from './command.ts';
import { readSaveArguments, type SaveArguments } from './saveArguments.ts';
import { SaveReport } from './saveReport.ts';
import type { BoardImporter } from './boardImporter.ts';

export const saveCommand: BesideCommand = {
  name: 'save',
  usage: 'save <file|-> --user <email> [--board <name>] [--dry-run]',
  summary: "Save ads that were kept elsewhere to a person's boards.",
  details: `Reads a list of addresses in ad libraries, one a line, or the export of another tool as CSV or JSON; - is standard
input. Options:
  --user <email>   whose boards the ads go to
  --board <name>   the board for ads whose row names none; boards that rows name are made in it. A > B is board B in A
  --dry-run        read and check, but save nothing
Exit codes: 0 when any ad was accepted, 1 when none was, 2 called wrongly, 130 interrupted.`,
  check: (args) => {
    const read = readSaveArguments(args);
    return 'problem' in read ? read.problem : null;
  },
  runBeside: async (reach, args, terminal) => {
    const read = readSaveArguments(args);
    if ('problem' in read) return 2;
    try {
      return await runSave(read, reach, terminal);
    } catch (error) {
      // Reading standard input is cut off when the command is to stop.
      if (reach.stopping.aborted) return 130;
      throw error;
    }
  },
};

const longestLine = 10_000;

async function runSave(args: SaveArguments, reach: EngineAccess, terminal: Terminal): Promise<number> {
  const input = await inputOf(args.path, reach.stopping);
  const places = args.dryRun ? null : { shelf: await reach.shelf(), sink: await reach.sink() };
  // Refuses somebody who is not here before anything is recorded.
  await places?.shelf.save({ email: args.email, ads: [] });
  const report = new SaveReport();
  const bar = showProgress(terminal.screen, () => ({ bytes: 0, totalBytes: null, records: report.read }));
  const say = (line: string): void => {
    bar.makeWay();
    terminal.say(shown(line, longestLine));
  };
  const saving: Saving = {
    ...args,
    usualBoard: boardNamedAfter(args.path),
    seenAt: seenAtOf(input),
    importId: randomUUID(),
    places,
    report,
  };
  try {
    await saveFile(saving, input, reach.stopping, say);
  } catch (error) {
    if (!(error instanceof InputUnreadable)) throw error;
    terminal.complain(`${input.name}: could not be read to its end. ${error.message}`);
    return 1;
  } finally {
    bar.stop();
    report.tell(args, { say });
  }
  if (reach.stopping.aborted) return 130;
  return report.isAnythingAccepted ? 0 : 1;
}

interface Saving extends SaveArguments {
  /** For ads whose row names no board, where none was told. */
  readonly usualBoard: string;
  readonly seenAt: Date;
  readonly importId: string;
  /** Null in a dry run. */
  readonly places: { readonly shelf: BoardImporter; readonly sink: AdWriter } | null;
  readonly report: SaveReport;
}

/** Told to the index together. */
const adsInRecording = 1000;
/** Saved in one transaction, during which the person's boards wait. */
const adsInSave = 100;

async function saveFile(
  saving: Saving,
  input: Input,
  stopping: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  const { places, report, importId } = saving;
  const file = await openSwipeFile(input);
  tellKind(input.name, file, say);
  let recorded = 0;
  try {
    for await (const batch of batchesOf(file, report)) {
      if (stopping.aborted) break;
      recorded += await saveBatch(saving, batch, stopping);
    }
  } finally {
    await file.close();
    if (places !== null && recorded > 0) {
      await tryToEnd(places.sink, importId);
      await places.sink.settle();
    }
  }
}

async function* batchesOf(file: SwipeFile, report: SaveReport): AsyncGenerator<SwipedAd[]> {
  let batch: SwipedAd[] = [];
  for await (const place of file.places()) {
    report.readOne();
    if ('problem' in place) report.reject(place.position, place.problem);
    else batch.push(place.swiped);
    if (batch.length < adsInRecording) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** How many were told to the index. */
async function saveBatch(saving: Saving, batch: readonly SwipedAd[], stopping: AbortSignal): Promise<number> {
  const { places, email, seenAt, importId, report } = saving;
  if (places === null) return 0;
  const ads = batch.flatMap((swiped) => ('ad' in swiped ? [swiped.ad] : []));
  const sighting = { source: 'swipe-file', seenAt, fillOnly: true, importId };
  if (ads.length > 0) await places.sink.recordAds(ads, sighting);
  for (let start = 0; start < batch.length && !stopping.aborted; start += adsInSave) {
    const chunk = batch.slice(start, start + adsInSave);
    report.add(await places.shelf.save({ email, ads: chunk.map((swiped) => orderOf(saving, swiped)) }));
  }
  return ads.length;
}

function orderOf({ board, usualBoard }: Saving, swiped: SwipedAd): AdFromElsewhere {
  const { note, savedAt } = swiped;
  const named = swiped.boards.map((each) => [...(board ?? []), ...each]);
  return {
    key: 'ad' in swiped ? keyOf(swiped.ad) : swiped.libraryAd.key,
    libraryAd: 'ad' in swiped ? null : swiped.libraryAd,
    boards: named.length > 0 ? named : [board ?? [usualBoard]],
    note,
    savedAt,
  };
}

const longestColumn = 60;

function tellKind(name: string, { table }: SwipeFile, say: (line: string) => void): void {
  say(`${name}: read as ${table === null ? 'a list of addresses' : 'a table'}.`);
  if (table === null) return;
  for (const { field, column, how } of table.mapped) {
    say(
      `  ${field.padEnd(20)} from ${column.slice(0, longestColumn)}${how === 'contents' ? ' (by its contents)' : ''}`,
    );
  }
  const leftOut = table.leftOut.map((column) => column.slice(0, longestColumn));
  if (leftOut.length > 0) say(`  left out: ${leftOut.join(', ')}`);
}

const longestBoardName = 120;

function boardNamedAfter(location: string): string {
  const name = `Saved from ${location === '-' ? 'standard input' : path.basename(location)}`;
  return textOf(name, longestBoardName) ?? 'Saved';
}

/** What is not a file, as a pipe, can be read only once and is kept in memory. */
async function inputOf(location: string, stopping: AbortSignal): Promise<Input> {
  if (location === '-') return readWhole('standard input', addAbortSignal(stopping, process.stdin));
  const file = path.resolve(location);
  for await (const input of inputsAt(file, () => undefined)) {
    if (input.name !== file) break;
    if (statSync(file).isFile()) return input;
    return readWhole(file, addAbortSignal(stopping, createReadStream(file)));
  }
  throw new Error(`${file} is a folder; give one file.`);
}

async function readWhole(name: string, stream: NodeJS.ReadableStream): Promise<Input> {
  const bytes = await buffer(stream);
  return { name, size: null, modifiedAt: null, open: () => onlyPiece(bytes) };
}

async function* onlyPiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The ads of a file were seen when it was written, unless they say it themselves. */
function seenAtOf({ modifiedAt }: Input): Date {
  const now = new Date();
  return modifiedAt !== null && modifiedAt < now ? modifiedAt : now;
}
