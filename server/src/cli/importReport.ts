import { type ImportReport, isAnythingAccepted } from '../ingestion/importing/importAds.ts';
import { formatCount } from '../ingestion/importing/progress.ts';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import type { Terminal } from './command.ts';

const longestReason = 300;

export function printImportReport(
  report: ImportReport,
  { dryRun, resumable }: { readonly dryRun: boolean; readonly resumable: boolean },
  { print, printError }: Terminal,
): number {
  for (const line of [...counts(report, dryRun), ...rejections(report)]) print(line);
  if (report.outcome === 'failed') printError(failureMessage(report.failure));
  if (report.outcome !== 'done' && resumable) printError('Run the same command again to resume.');
  if (report.outcome === 'stopped') return 130;
  return report.outcome === 'done' && isAnythingAccepted(report.tally) ? 0 : 1;
}

function counts({ tally }: ImportReport, dryRun: boolean): string[] {
  const { read, created, updated, unchanged, rejected } = tally;
  const accepted: [string, number][] = dryRun
    ? [['Acceptable', read - rejected]]
    : [
        ['New', created],
        ['Updated', updated],
        ['Unchanged', unchanged],
      ];
  const lines = formatCounts([['Read', read], ...accepted, ['Rejected', rejected]], 12);
  return dryRun ? [...lines, 'This was a dry run: nothing was recorded.'] : lines;
}

export function formatCounts(rows: readonly (readonly [string, number])[], nameWidth: number): string[] {
  const widest = Math.max(...rows.map(([, count]) => formatCount(count).length));
  return rows.map(([name, count]) => `${name.padEnd(nameWidth)}${formatCount(count).padStart(widest)}`);
}

function rejections({ reasons, rejectsFile }: ImportReport): string[] {
  const lines = reasons.map(
    ({ count, reason, first }) =>
      `  ${formatCount(count)} × ${sanitizeForMessage(reason, longestReason)} (first: ${sanitizeForMessage(first, longestReason)})`,
  );
  return rejectsFile === null ? lines : [...lines, `All rejected records are in ${rejectsFile}.`];
}

const writeProblems: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk of the data folder is full; free some space.',
  EDQUOT: 'The disk quota of this account for the data folder is used up; free some space.',
  EROFS: 'The disk of the data folder is read-only.',
  EACCES: 'This account has no write access to the data folder.',
  EIO: 'The disk of the data folder reports an error; check the system log.',
};

function failureMessage(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  if (failure instanceof MagpieError) return failure.message;
  const { code = '', message } = failure as NodeJS.ErrnoException;
  // The engine reports a full disk without an error code.
  const knownCode = /no space left|not enough space/i.test(message) ? 'ENOSPC' : code;
  return writeProblems[knownCode] ?? sanitizeForMessage(message, longestReason);
}
