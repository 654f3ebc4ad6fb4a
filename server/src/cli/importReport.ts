import { formatCount } from '../ingestion/importing/progress.ts';
import { sanitizeForMessage, MagpieError } from '@magpie/contract/errors';
import type { ImportedBoardPath, SaveOutcome } from '../boards/savedElsewhere/saveFromElsewhere.ts';
import type { Terminal } from './command.ts';
import { type ImportReport, isAnythingAccepted } from '../ingestion/importing/importAds.ts';

const mostProblems = 20;
const mostBoards = 20;
const longestText = 300;

export class SaveReport {
  read = 0;
  #rejected = 0;
  readonly #problems: string[] = [];
  readonly #outcome = { saved: 0, there: 0, waiting: 0, completed: 0 };
  readonly #boards: ImportedBoardPath[] = [];

  get isAnythingAccepted(): boolean {
    return this.read > this.#rejected;
  }

  reject(position: string, problem: string): void {
    this.#rejected += 1;
    if (this.#problems.length < mostProblems) {
      this.#problems.push(
        `  ${sanitizeForMessage(position, longestText)}: ${sanitizeForMessage(problem, longestText)}`,
      );
    }
  }

  add({ saved, there, unknown, waiting, completed, madeBoards }: SaveOutcome): void {
    this.#outcome.saved += saved;
    this.#outcome.there += there;
    this.#outcome.waiting += waiting;
    this.#outcome.completed += completed;
    this.#rejected += unknown;
    this.#boards.push(...madeBoards);
  }

  print({ dryRun }: { readonly dryRun: boolean }, { print }: Pick<Terminal, 'print'>): void {
    for (const line of [...this.#counts(dryRun), ...this.#rejections(), ...this.#remarks(dryRun)])
      print(line);
  }

  #counts(dryRun: boolean): string[] {
    const { saved, there } = this.#outcome;
    const accepted: [string, number][] = dryRun
      ? [['Acceptable', this.read - this.#rejected]]
      : [
          ['Saved', saved],
          ['Already saved', there],
        ];
    return formatCounts([['Read', this.read], ...accepted, ['Rejected', this.#rejected]], 14);
  }

  #rejections(): string[] {
    const unlisted = this.#rejected - this.#problems.length;
    return unlisted > 0 ? [...this.#problems, `  … and ${formatCount(unlisted)} more.`] : this.#problems;
  }

  #remarks(dryRun: boolean): string[] {
    if (dryRun) return ['This was a dry run: nothing was saved.'];
    const { waiting, completed } = this.#outcome;
    const remarks: string[] = [];
    if (this.#boards.length > 0) remarks.push(`New boards: ${this.#boardNames()}.`);
    if (waiting > 0)
      remarks.push(`Saved by address only, until an import adds their content: ${formatCount(waiting)}.`);
    if (completed > 0)
      remarks.push(`Completed ads that were saved by address only: ${formatCount(completed)}.`);
    return remarks;
  }

  #boardNames(): string {
    const names = this.#boards
      .slice(0, mostBoards)
      .map((path) => sanitizeForMessage(path.join(' > '), longestText));
    const more = this.#boards.length - names.length;
    return `${names.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
  }
}

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

function formatCounts(rows: readonly (readonly [string, number])[], nameWidth: number): string[] {
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
