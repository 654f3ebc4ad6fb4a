import { randomUUID } from 'node:crypto';
import type { OpenAd } from '@magpie/contract';
import { chainDigest, type Tally } from './checkpoint.ts';
import type { Input } from '../reading/files.ts';
import { type ImportJournal, noJournal, openJournal } from './importJournal.ts';
import { beginning, type Document, InputUnreadable } from '../reading/document.ts';
import { InputDocuments } from './inputDocuments.ts';
import { whole } from './progress.ts';
import { BatchRecorder } from './batchRecorder.ts';
import { adOf, recordsOf } from './records.ts';
import type { RejectGroup } from './rejects.ts';
import { nothingRecorded, tryToEnd, type AdWriter } from './adWriter.ts';
import { magpie } from '../openFormat.ts';
import type { Source } from '../source.ts';

/** What is to be imported, and how. */
export interface ImportOrder {
  /** An absolute path, or `-` for standard input. */
  readonly path: string;
  /** What it stands for: one file, or all those of a folder. */
  readonly inputs: readonly Input[];
  /** Everything that decides what becomes of a record, to tell one import from another. */
  readonly options: string;
  /** Whether to begin again where an earlier import was interrupted. */
  readonly fresh: boolean;
  /** How an input is to be read, by its first documents, or why there is no ad in it. */
  readonly choose: (input: Input, sample: readonly unknown[]) => Choice;
}

export type Choice = { readonly source: Source } | { readonly why: string };

export interface ImportTools {
  /** Null in a dry run. */
  readonly sink: AdWriter | null;
  readonly dataFolder: string;
  readonly say: (line: string) => void;
  readonly bytesRead: (bytes: number) => void;
  readonly recordRead: () => void;
  /** Ends the import with the batch in flight. */
  readonly stopping: AbortSignal;
}

/** What an import came to. */
export interface ImportReport {
  readonly tally: Tally;
  readonly rejectsFile: string | null;
  /** The most frequent reasons. */
  readonly reasons: readonly RejectGroup[];
  readonly outcome: 'done' | 'stopped' | 'failed';
  /** Why it failed. */
  readonly failure: unknown;
}

const mostReasons = 5;

/** Reads every input and records its ads. A bad record is counted and kept for the reader; it never ends the import. Throws when another one reads the same path. */
export async function importAds(order: ImportOrder, tools: ImportTools): Promise<ImportReport> {
  const { sink, dataFolder } = tools;
  const journal = sink === null ? noJournal() : await openJournal({ dataFolder, ...order });
  tellResumption(journal, tools);
  const importId = randomUUID();
  const recorder = recorderOf(journal, sink, importId);
  const report = (outcome: ImportReport['outcome'], failure: unknown = null): ImportReport => ({
    tally: recorder.tally,
    rejectsFile: recorder.tally.rejected === 0 ? null : journal.rejects.file,
    reasons: journal.rejects.groups(mostReasons),
    outcome,
    failure,
  });
  try {
    const isWhole = await recordInputs(order, tools, journal, { recorder, importId });
    if (tools.stopping.aborted) return report('stopped');
    if (isAnythingAccepted(recorder.tally)) await sink?.settle();
    if (!isWhole)
      return report('failed', new Error('Not everything could be read to its end, as told above.'));
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

function tellResumption({ place, tally }: ImportJournal, { say }: ImportTools): void {
  if (place.finished.inputs === 0 && place.current === null) return;
  say(`Resuming after an interruption: ${whole(tally.read)} records are done; --fresh would begin again.`);
}

function recorderOf(
  { place, tally, seenAt, rejects, save }: ImportJournal,
  sink: AdWriter | null,
  importId: string,
): BatchRecorder {
  return new BatchRecorder({
    place,
    tally,
    record: async (ads, source) => sink?.recordAds(ads, { source, seenAt, importId }) ?? nothingRecorded,
    saveRejects: () => rejects.save(),
    save,
  });
}

/** Whether every input was read to its end; all that was read is recorded then, and told of as one import. */
async function recordInputs(
  order: ImportOrder,
  tools: ImportTools,
  journal: ImportJournal,
  { recorder, importId }: { recorder: BatchRecorder; importId: string },
): Promise<boolean> {
  try {
    const isWhole = await importInputs(order, tools, journal, recorder);
    await (tools.stopping.aborted ? recorder.abandon() : recorder.finish());
    return isWhole;
  } finally {
    if (tools.sink !== null) await tryToEnd(tools.sink, importId);
  }
}

/** Whether every input was read to its end. One that breaks off does not keep the others from being read. */
async function importInputs(
  { inputs, choose }: ImportOrder,
  tools: ImportTools,
  { place, rejects, seenAt }: ImportJournal,
  recorder: BatchRecorder,
): Promise<boolean> {
  let digest = '';
  let isWhole = true;
  for (const [index, input] of inputs.entries()) {
    digest = chainDigest(digest, input);
    if (index < place.finished.inputs) {
      tools.bytesRead(input.size ?? 0);
      continue;
    }
    const done = place.current?.digest === digest ? place.current.records : 0;
    const isRead = await importInput({ input, digest, done, choose, rejects, seenAt, recorder }, tools);
    if (tools.stopping.aborted) break;
    if (isRead) recorder.endInput(digest);
    else await recorder.holdPlace();
    isWhole &&= isRead;
  }
  return isWhole;
}

interface InputWork extends Pick<ImportJournal, 'rejects' | 'seenAt'>, Pick<ImportOrder, 'choose'> {
  readonly input: Input;
  readonly digest: string;
  /** How many of its records are in the index already. */
  readonly done: number;
  readonly recorder: BatchRecorder;
}

/** Whether it was read to its end. */
const valuesOf = (document: Document): unknown[] => ('value' in document ? [document.value] : []);

/** For an input of which nothing can be read: why, if it is of a kind that is not read, or all of it to be rejected. */
function unreadable(sample: readonly Document[]): Choice | null {
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
    const choice = unreadable(sample) ?? choose(input, sample.flatMap(valuesOf));
    if ('why' in choice) tools.say(`${input.name}: skipped. ${choice.why}`);
    else await importRecords(work, choice.source, documents, tools);
    return true;
  } catch (error) {
    if (!(error instanceof InputUnreadable)) throw error;
    // Standard input is cut off when the import is to stop.
    if (!tools.stopping.aborted) tools.say(`${input.name}: could not be read to its end. ${error.message}`);
    return false;
  } finally {
    await documents.close();
  }
}

async function importRecords(
  { input, digest, done, rejects, seenAt, recorder }: InputWork,
  source: Source,
  documents: InputDocuments,
  { recordRead, stopping }: ImportTools,
): Promise<void> {
  await recorder.beginInput(digest, source.name, done);
  const written = whenWritten(input, seenAt);
  let count = 0;
  for await (const record of recordsOf(documents.all(), source)) {
    if (stopping.aborted) return;
    recordRead();
    count += 1;
    if (count <= done) continue;
    const checked = adOf(record, source);
    if ('reason' in checked) {
      rejects.add({
        input: input.name,
        position: record.position,
        reason: checked.reason,
        record: record.raw,
      });
    }
    await recorder.add('ad' in checked ? seenBy(written, checked.ad) : null);
  }
}

/** An archive that lost the times of its files puts them years before the first library of ads. */
const firstTime = new Date('2000-01-01T00:00:00Z');

/** When the ads of a file were seen at the latest; null where nobody can tell, as of a pipe. */
function whenWritten({ size, modifiedAt }: Input, now: Date): string | null {
  if (size === null || modifiedAt === null || modifiedAt < firstTime) return null;
  return (modifiedAt < now ? modifiedAt : now).toISOString();
}

/** An old file that is imported after a newer one must not pass for the newest of what is known. */
function seenBy(written: string | null, ad: OpenAd): OpenAd {
  return ad.capturedAt === null && ad.lastSeenAt === null ? { ...ad, lastSeenAt: written } : ad;
}
