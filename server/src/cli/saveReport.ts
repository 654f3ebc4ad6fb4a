import { formatCount } from '../ingestion/importing/progress.ts';
import { sanitizeForMessage } from '@magpie/contract/errors';
import type { ImportedBoardPath, SaveOutcome } from '../boards/savedElsewhere/saveFromElsewhere.ts';
import type { Terminal } from './command.ts';
import { formatCounts } from './importReport.ts';

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
