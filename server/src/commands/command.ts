import type { Instance } from '../instance.ts';

/** One thing that the command line can do, beside a running server or without one. */
export interface Command {
  /** The words that call it, such as `users add`. */
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** More for --help, a paragraph at most. */
  readonly details: string;
  /** Checks the arguments without touching anything; returns what is wrong, or null. */
  readonly check: (args: readonly string[]) => string | null;
  /** Does it and returns the exit code. */
  readonly run: (
    instance: Instance,
    args: readonly string[],
    print: (line: string) => void,
  ) => Promise<number>;
}
