import { whole } from '../ingestion/importing/progress.ts';
import { shown } from '@magpie/contract/errors';
import type { BoardPath } from '../boards/fromElsewhere/boardPaths.ts';
import type { SaveOutcome } from '../boards/fromElsewhere/saveFromElsewhere.ts';
import type { Terminal } from './command.ts';

const mostProblems = 20;
const mostBoards = 20;
const longestText = 300;

/** Counts what becomes of the ads of a file. */
export class SaveReport {
  #read = 0;
  #rejected = 0;
  readonly #problems: string[] = [];
  readonly #outcome = { saved: 0, there: 0, waiting: 0, completed: 0 };
  readonly #boards: BoardPath[] = [];

  get read(): number {
    return this.#read;
  }

  get isAnythingAccepted(): boolean {
    return this.#read > this.#rejected;
  }

  readOne(): void {
    this.#read += 1;
  }

  reject(position: string, problem: string): void {
    this.#rejected += 1;
    if (this.#problems.length < mostProblems) {
      this.#problems.push(`  ${shown(position, longestText)}: ${shown(problem, longestText)}`);
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

  tell({ dryRun }: { readonly dryRun: boolean }, { say }: Pick<Terminal, 'say'>): void {
    for (const line of [...this.#counts(dryRun), ...this.#rejections(), ...this.#remarks(dryRun)]) say(line);
  }

  #counts(dryRun: boolean): string[] {
    const { saved, there } = this.#outcome;
    const rows: [string, number][] = dryRun
      ? [
          ['Read', this.#read],
          ['Acceptable', this.#read - this.#rejected],
          ['Rejected', this.#rejected],
        ]
      : [
          ['Read', this.#read],
          ['Saved', saved],
          ['Already there', there],
          ['Rejected', this.#rejected],
        ];
    const widest = Math.max(...rows.map(([, count]) => whole(count).length));
    return rows.map(([name, count]) => `${name.padEnd(14)}${whole(count).padStart(widest)}`);
  }

  #rejections(): string[] {
    const untold = this.#rejected - this.#problems.length;
    return untold > 0 ? [...this.#problems, `  … and ${whole(untold)} more.`] : this.#problems;
  }

  #remarks(dryRun: boolean): string[] {
    if (dryRun) return ['This was a dry run: nothing was saved.'];
    const { waiting, completed } = this.#outcome;
    const remarks: string[] = [];
    if (this.#boards.length > 0) remarks.push(`New boards: ${this.#boardNames()}.`);
    if (waiting > 0)
      remarks.push(`Saved by address alone, until an import tells what they say: ${whole(waiting)}.`);
    if (completed > 0) remarks.push(`Saved by address alone before, and whole now: ${whole(completed)}.`);
    return remarks;
  }

  #boardNames(): string {
    const names = this.#boards.slice(0, mostBoards).map((path) => shown(path.join(' > '), longestText));
    const more = this.#boards.length - names.length;
    return `${names.join(', ')}${more > 0 ? ` and ${whole(more)} more` : ''}`;
  }
}
