import type { Instance } from '../app.ts';
import type { AdWriter } from '../ingestion/importing/adWriter.ts';
import type { Screen } from '../ingestion/importing/progress.ts';
import type { Config } from '../config/config.ts';
import type { BoardImporter, LibraryArchives } from './libraryAccess.ts';

export interface CommandInfo {
  /** The words that select it, such as `users add`. */
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** More text for --help, at most a paragraph; may depend on the arguments. */
  readonly details: string | ((args: readonly string[]) => string);
}

export interface Problem {
  readonly problem: string;
}

export type Print = (line: string) => void;

/** Returns the exit code. `stopping` is aborted when the server stops or the caller disconnects. */
type EngineRun = (instance: Instance, print: Print, stopping: AbortSignal) => Promise<number>;

type LocalRun = (access: EngineAccess, terminal: Terminal) => Promise<number>;

/** A command that needs the engines: it runs in the running server, or in this process if no server runs. */
export interface EngineCommand extends CommandInfo {
  /** Fails if no instance exists yet, instead of creating one. */
  readonly needsInstance?: true;
  /** Resolves arguments that depend on the calling process: standard input and the working directory. */
  readonly resolveArgs?: (
    args: readonly string[],
    readInput: () => Promise<string>,
  ) => Promise<readonly string[]>;
  /** Validates the arguments without side effects. */
  readonly prepare: (args: readonly string[]) => EngineRun | Problem;
}

/** A command that runs in this process, with or without a server: it reads files and shows progress. */
export interface LocalCommand extends CommandInfo {
  /** Validates the arguments without side effects. */
  readonly prepareLocally: (args: readonly string[]) => LocalRun | Problem;
}

export type Command = EngineCommand | LocalCommand;

export function withoutArguments<Run>(name: string, run: Run): (args: readonly string[]) => Run | Problem {
  return (args) => (args.length === 0 ? run : { problem: `${name} takes no arguments.` });
}

/** Passes parsed arguments to a command. */
export function withArguments<Arguments extends object, Rest extends unknown[]>(
  read: (args: readonly string[]) => Arguments | Problem,
  run: (args: Arguments, ...rest: Rest) => Promise<number>,
): (args: readonly string[]) => Problem | ((...rest: Rest) => Promise<number>) {
  return (words) => {
    const args = read(words);
    return 'problem' in args ? args : (...rest) => run(args, ...rest);
  };
}

export interface EngineAccess {
  readonly config: Config;
  /** Writes ads through the running server, or by opening the data folder in this process. */
  adWriter(): Promise<AdWriter>;
  /** Every ad of the index in the open format, one JSON line each. */
  exportedAds(): Promise<AsyncGenerator<string>>;
  boardImporter(): Promise<BoardImporter>;
  archives(): Promise<LibraryArchives>;
  removeDemo(): Promise<number>;
  /** Aborted by the first SIGINT or SIGTERM; the second ends the process. */
  readonly stopping: AbortSignal;
}

export interface Terminal {
  readonly print: Print;
  readonly printError: Print;
  /** Standard error, for progress. */
  readonly screen: Screen;
}
