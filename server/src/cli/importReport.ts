import { type ImportReport, isAnythingAccepted } from '../ingestion/importing/importAds.ts';
import { whole } from '../ingestion/importing/progress.ts';
import { MagpieError, shown } from '@magpie/contract/errors';
import type { Terminal } from './command.ts';

const longestReason = 300;

/** What an import came to, for a person; returns the exit code. */
export function printImportReport(
  report: ImportReport,
  { dryRun, resumable }: { readonly dryRun: boolean; readonly resumable: boolean },
  { say, complain }: Terminal,
): number {
  for (const line of [...counts(report, dryRun), ...rejections(report)]) say(line);
  if (report.outcome === 'failed') complain(whyFailed(report.failure));
  if (report.outcome !== 'done' && resumable) complain('Run the same command again to resume.');
  if (report.outcome === 'stopped') return 130;
  return report.outcome === 'done' && isAnythingAccepted(report.tally) ? 0 : 1;
}

function counts({ tally }: ImportReport, dryRun: boolean): string[] {
  const { read, created, updated, unchanged, rejected } = tally;
  const rows: [string, number][] = dryRun
    ? [
        ['Read', read],
        ['Acceptable', read - rejected],
        ['Rejected', rejected],
      ]
    : [
        ['Read', read],
        ['New', created],
        ['Updated', updated],
        ['Unchanged', unchanged],
        ['Rejected', rejected],
      ];
  const widest = Math.max(...rows.map(([, count]) => whole(count).length));
  const lines = rows.map(([name, count]) => `${name.padEnd(12)}${whole(count).padStart(widest)}`);
  return dryRun ? [...lines, 'This was a dry run: nothing was recorded.'] : lines;
}

function rejections({ reasons, rejectsFile }: ImportReport): string[] {
  const lines = reasons.map(
    ({ count, reason, first }) =>
      `  ${whole(count)} × ${shown(reason, longestReason)} (first: ${shown(first, longestReason)})`,
  );
  return rejectsFile === null ? lines : [...lines, `All rejected records are in ${rejectsFile}.`];
}

/** A full disk or a refused write, as the system calls it, and what to do about it. */
const writeProblems: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk of the data folder is full; make room.',
  EDQUOT: 'The quota of this account on the disk of the data folder is used up; make room.',
  EROFS: 'The disk of the data folder is read-only.',
  EACCES: 'This account may not write to the data folder.',
  EIO: 'The disk of the data folder reports an error; look at the log of the system.',
};

function whyFailed(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  if (failure instanceof MagpieError) return failure.message;
  const { code = '', message } = failure as NodeJS.ErrnoException;
  // The engine says it in its own words.
  const meant = /no space left|not enough space/i.test(message) ? 'ENOSPC' : code;
  return writeProblems[meant] ?? shown(message, longestReason);
}
