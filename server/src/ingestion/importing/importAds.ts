import { randomUUID } from 'node:crypto';
import type { OpenAd } from '@magpie/contract';
import { textLimits } from '@magpie/contract/limits';
import { isCut } from '@magpie/sources/mapping/fields';
import type { Input } from '../reading/files.ts';
import {
  chainDigest,
  type ImportJournal,
  noJournal,
  openJournal,
  type Tally,
  type ResumableImport,
} from './importJournal.ts';
import { beginning, type Document, InputUnreadable } from '../reading/document.ts';
import { type FileTime, isUnconfirmed, readFileTime, reliesOnFileTime, withFileTime } from './fileTime.ts';
import { formatCount } from './progress.ts';
import { BatchRecorder } from './batchRecorder.ts';
import { prepareSegments } from './prepare.ts';
import { InputDocuments } from './records.ts';
import type { RejectGroup } from './rejects.ts';
import { nothingRecorded, endImportSafely, type AdWriter } from './adWriter.ts';
import { magpie } from '@magpie/sources/openFormat';
import type { AdSource } from '@magpie/sources/source';

export interface ImportRequest extends ResumableImport {
  /** Chooses the source for an input by its first documents, or says why it contains no ads. */
  readonly choose: (input: Input, sample: readonly unknown[]) => InputChoice;
}

export type InputChoice =
  | { readonly source: AdSource }
  | { readonly why: string; readonly details?: readonly string[] };

export interface ImportTools {
  /** Null in a dry run. */
  readonly writer: AdWriter | null;
  /** For the checkpoint and the rejected records; null for an upload, which cannot be resumed. */
  readonly dataFolder: string | null;
  readonly say: (line: string) => void;
  readonly bytesRead: (bytes: number) => void;
  readonly recordRead: () => void;
  readonly stopping: AbortSignal;
}

export interface ImportReport {
  readonly tally: Tally;
  readonly rejectsFile: string | null;
  readonly reasons: readonly RejectGroup[];
  readonly outcome: 'done' | 'stopped' | 'failed';
  readonly failure: unknown;
}

const maxReasons = 5;

/** Reads every input and stores its ads. Bad records are counted and written to the rejects file; they never stop the import. Throws when the same path is already being imported. */
export async function importAds(request: ImportRequest, tools: ImportTools): Promise<ImportReport> {
  const { writer, dataFolder } = tools;
  const journal = await (writer === null || dataFolder === null
    ? noJournal()
    : openJournal(request, dataFolder));
  const { cursor, tally } = journal;
  if (cursor.finished.inputs > 0 || cursor.current !== null) {
    tools.say(
      `Resuming an interrupted import: ${formatCount(tally.read)} records are done. Use --fresh to start over.`,
    );
  }
  const importId = randomUUID();
  const recorder = new BatchRecorder(
    journal,
    async (ads, source, analyses) =>
      writer?.recordAds(ads, { source, seenAt: journal.seenAt, importId }, analyses) ?? nothingRecorded,
  );
  const report = (outcome: ImportReport['outcome'], failure: unknown = null): ImportReport => ({
    tally: recorder.tally,
    rejectsFile: recorder.tally.rejected === 0 ? null : journal.rejects.file,
    reasons: journal.rejects.groups(maxReasons),
    outcome,
    failure,
  });
  try {
    const isComplete = await recordInputs(request, tools, journal, { recorder, importId });
    if (tools.stopping.aborted) return report('stopped');
    if (isAnythingAccepted(recorder.tally)) await writer?.optimize();
    if (!isComplete)
      return report('failed', new Error('Some inputs could not be read completely; see the messages above.'));
    journal.finish();
    return report('done');
  } catch (failure) {
    return report('failed', failure);
  } finally {
    journal.close();
  }
}

export function isAnythingAccepted({ read, rejected }: Tally): boolean {
  return read > rejected;
}

async function recordInputs(
  request: ImportRequest,
  tools: ImportTools,
  journal: ImportJournal,
  { recorder, importId }: { recorder: BatchRecorder; importId: string },
): Promise<boolean> {
  try {
    const isComplete = await importInputs(request, tools, journal, recorder);
    await (tools.stopping.aborted ? recorder.abandon() : recorder.finish());
    return isComplete;
  } finally {
    if (tools.writer !== null) await endImportSafely(tools.writer, importId);
  }
}

/** Returns whether every input was read completely. A failing input does not stop the others. */
async function importInputs(
  { inputs, choose }: ImportRequest,
  tools: ImportTools,
  { cursor, rejects, seenAt }: ImportJournal,
  recorder: BatchRecorder,
): Promise<boolean> {
  let digest = '';
  let isComplete = true;
  for (const [index, input] of inputs.entries()) {
    digest = chainDigest(digest, input);
    if (index < cursor.finished.inputs) {
      tools.bytesRead(input.size ?? 0);
      continue;
    }
    const done = cursor.current?.digest === digest ? cursor.current.records : 0;
    const isRead = await importInput({ input, digest, done, choose, rejects, seenAt, recorder }, tools);
    if (tools.stopping.aborted) break;
    if (isRead) recorder.endInput(digest);
    else await recorder.holdCursor();
    isComplete &&= isRead;
  }
  return isComplete;
}

interface InputWork extends Pick<ImportJournal, 'rejects' | 'seenAt'>, Pick<ImportRequest, 'choose'> {
  readonly input: Input;
  readonly digest: string;
  /** How many of its records are already stored. */
  readonly done: number;
  readonly recorder: BatchRecorder;
}

const listValues = (document: Document): unknown[] => ('value' in document ? [document.value] : []);

/** For an input without any readable document: the reason if its format is unsupported, else a source that rejects everything. */
function choiceForUnreadable(sample: readonly Document[]): InputChoice | null {
  const [first] = sample;
  if (first === undefined || sample.some((document) => 'value' in document)) return null;
  return 'problem' in first && first.position === beginning
    ? { why: first.problem }
    : { source: { ...magpie, name: 'unreadable' } };
}

async function importInput(work: InputWork, tools: ImportTools): Promise<boolean> {
  const { input, choose } = work;
  const documents = new InputDocuments(input.open(), tools.bytesRead);
  try {
    const sample = await documents.sample();
    const values = sample.flatMap(listValues);
    const choice = choiceForUnreadable(sample) ?? choose(input, values);
    if ('why' in choice) {
      tools.say(`${input.name}: skipped. ${choice.why}`);
      for (const line of choice.details ?? []) tools.say(line);
    } else {
      const { seenAt } = work;
      const fileTime = readFileTime(choice.source, values, modifiedTime(input, seenAt), seenAt.toISOString());
      await importRecords(work, choice.source, documents, fileTime, tools);
    }
    return true;
  } catch (error) {
    if (!(error instanceof InputUnreadable)) throw error;
    // Standard input is cut off when the import is to stop.
    if (!tools.stopping.aborted) tools.say(`${input.name}: could not be read completely. ${error.message}`);
    return false;
  } finally {
    await documents.close();
  }
}

async function importRecords(
  { input, digest, done, rejects, recorder }: InputWork,
  source: AdSource,
  documents: InputDocuments,
  fileTime: FileTime,
  { writer, recordRead, say, stopping }: ImportTools,
): Promise<void> {
  await recorder.beginInput(digest, source.name, done);
  const segments = prepareSegments(documents.all(), { source, done, preparation: writer?.preparation });
  let cutTexts = 0;
  const counts = { undated: 0, withoutStatus: 0, withStatus: 0 };
  for await (const records of segments) {
    for (const record of records) {
      if (stopping.aborted) return;
      recordRead();
      if (record === null) continue;
      if ('ad' in record) {
        cutTexts += record.ad.bodies.filter(isCut).length;
        countByConfirmation(counts, record.ad, fileTime);
        await recorder.add(withFileTime(record.ad, fileTime), record.analysis);
      } else {
        const { position, reason, raw } = record;
        rejects.add({ input: input.name, position, reason, record: raw });
        await recorder.add(null);
      }
    }
  }
  if (cutTexts > 0)
    say(
      `${input.name}: ${formatCount(cutTexts)} texts were longer than ${formatCount(textLimits.adBody)} characters; they are cut and end with “…”.`,
    );
  for (const line of describeConfirmations(counts, fileTime)) say(`${input.name}: ${line}`);
}

interface ConfirmationCounts {
  undated: number;
  /** Ads that nothing confirms. */
  withoutStatus: number;
  withStatus: number;
}

function countByConfirmation(counts: ConfirmationCounts, ad: OpenAd, fileTime: FileTime): void {
  if (reliesOnFileTime(ad, fileTime)) counts.undated += 1;
  if (!isUnconfirmed(ad, fileTime)) return;
  if (ad.status === null) counts.withoutStatus += 1;
  else counts.withStatus += 1;
}

function* describeConfirmations(counts: ConfirmationCounts, fileTime: FileTime): Iterable<string> {
  const { undated, withoutStatus, withStatus } = counts;
  const lastSeen = `they count as last seen on ${fileTime.newestDate ?? fileTime.day}`;
  if (undated > 0) yield describeUndated(undated, fileTime);
  if (withoutStatus > 0)
    yield `${formatCount(withoutStatus)} ads state neither dates nor a status. Nothing confirms that they run: ${lastSeen}.`;
  if (withStatus > 0)
    yield `${formatCount(withStatus)} ads state that they run, but the file has no date that says when. Nothing confirms that they still run: ${lastSeen}.`;
}

function describeUndated(ads: number, { day, newestDate }: FileTime): string {
  const start = `${formatCount(ads)} ads without an end do not state when they were read.`;
  return newestDate === null
    ? `${start} The time of the file is used: they ran until ${day}.`
    : `${start} The file is of ${day}, but the newest date in it is ${newestDate}: they ran until then.`;
}

/** Archives without file times produce dates long before the first ad library. */
const firstTime = new Date('2000-01-01T00:00:00Z');

/** The latest time at which the ads of a file were seen; null if unknown, as for a pipe. */
function modifiedTime({ size, modifiedAt }: Input, now: Date): string | null {
  if (size === null || modifiedAt === null || modifiedAt < firstTime) return null;
  return (modifiedAt < now ? modifiedAt : now).toISOString();
}
