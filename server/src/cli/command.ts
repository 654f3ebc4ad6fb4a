import type { Instance } from '../app.ts';
import type { AdWriter } from '../ingestion/importing/adWriter.ts';
import type { Screen } from '../ingestion/importing/progress.ts';
import type { Config } from '../config/config.ts';
import type { LibraryArchives } from './libraryArchives.ts';
import type { BoardImporter } from './boardImporter.ts';

export interface CommandInfo {
  /** The words that select it, such as `users add`. */
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** More text for --help, at most a paragraph; may depend on the arguments. */
  readonly details: string | ((args: readonly string[]) => string);
  /** Validates the arguments without side effects; returns an error message or null. */
  readonly check: (args: readonly string[]) => string | null;
}

/** A command that needs the engines: it runs in the running server, or in this process if no server runs. */
export interface EngineCommand extends CommandInfo {
  /** Fails if no instance exists yet, instead of creating one. */
  readonly needsInstance?: true;
  /** Resolves arguments that depend on the calling process: standard input and the working directory. */
  readonly resolveArgs?: (
    args: readonly string[],
    readInput: () => Promise<string>,
  ) => Promise<readonly string[]>;
  /** Runs the command and returns the exit code. `stopping` is aborted when the server stops or the caller disconnects. */
  readonly run: (
    instance: Instance,
    args: readonly string[],
    print: (line: string) => void,
    stopping: AbortSignal,
  ) => Promise<number>;
}

/** A command that runs in this process, with or without a server: it reads files and shows progress. */
export interface LocalCommand extends CommandInfo {
  readonly runLocally: (access: EngineAccess, args: readonly string[], terminal: Terminal) => Promise<number>;
}

export type Command = EngineCommand | LocalCommand;

/** Access to the engines for a local command. */
export interface EngineAccess {
  readonly config: Config;
  /** Writes ads through the running server, or by opening the data folder in this process. */
  adWriter(): Promise<AdWriter>;
  /** Every ad of the index in the open format, one JSON line each. */
  exportedAds(): Promise<AsyncGenerator<string>>;
  boardImporter(): Promise<BoardImporter>;
  /** Exports and imports whole libraries. */
  archives(): Promise<LibraryArchives>;
  /** Removes all demo ads; returns how many. */
  removeDemo(): Promise<number>;
  /** Aborted by the first SIGINT or SIGTERM; the second ends the process. */
  readonly stopping: AbortSignal;
}

/** The output streams of a command. */
export interface Terminal {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Standard error, for progress. */
  readonly screen: Screen;
}
