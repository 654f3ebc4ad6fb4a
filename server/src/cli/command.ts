import type { Instance } from '../instance.ts';
import type { AdWriter } from '../ingestion/importing/adWriter.ts';
import type { Screen } from '../ingestion/importing/progress.ts';
import type { Config } from '../config/config.ts';
import type { LibraryArchives } from './libraryArchives.ts';
import type { BoardImporter } from './boardImporter.ts';

export interface Described {
  /** The words that call it, such as `users add`. */
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** More for --help, a paragraph at most; of some commands it depends on their arguments. */
  readonly details: string | ((args: readonly string[]) => string);
  /** Checks the arguments without touching anything; returns what is wrong, or null. */
  readonly check: (args: readonly string[]) => string | null;
}

/** A command that runs where the engines are: in the running server, or here when there is none. */
export interface InsideCommand extends Described {
  /** Whether there is nothing to do where no instance is yet; then none is made for it. */
  readonly needsInstance?: true;
  /** Puts what only the calling process has, its standard input, in the place of arguments that stand for it. */
  readonly complete?: (
    args: readonly string[],
    readInput: () => Promise<string>,
  ) => Promise<readonly string[]>;
  /** Does it and returns the exit code. Asked to stop when its server does or nobody listens any more. */
  readonly run: (
    instance: Instance,
    args: readonly string[],
    print: (line: string) => void,
    stopping: AbortSignal,
  ) => Promise<number>;
}

/** A command that runs here, beside the server or without one: it reads files and shows how far it is. */
export interface BesideCommand extends Described {
  readonly runBeside: (reach: EngineAccess, args: readonly string[], terminal: Terminal) => Promise<number>;
}

/** One thing that the command line can do. */
export type Command = InsideCommand | BesideCommand;

/** What a command that runs beside the server can reach. */
export interface EngineAccess {
  readonly config: Config;
  /** The way into the index: through the running server, or by opening the data folder here. */
  sink(): Promise<AdWriter>;
  /** Every ad of the index in the open format, a line each. */
  exportedAds(): Promise<AsyncGenerator<string>>;
  /** The way to people's boards, as to the index. */
  shelf(): Promise<BoardImporter>;
  /** The way in and out for whole libraries. */
  archives(): Promise<LibraryArchives>;
  /** Removes all demo ads; returns how many. */
  removeDemo(): Promise<number>;
  /** Aborted by the first SIGINT or SIGTERM; the second ends the process. */
  readonly stopping: AbortSignal;
}

/** Where a command speaks to a person. */
export interface Terminal {
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
  /** Standard error, as far as progress is shown there. */
  readonly screen: Screen;
}
