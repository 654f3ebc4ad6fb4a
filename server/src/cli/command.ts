import { closestName } from '@magpie/contract';
import type { Instance } from '../app.ts';
import type { AdWriter } from '../ingestion/importing/adWriter.ts';
import type { Screen } from '../ingestion/importing/progress.ts';
import type { Config } from '../config/config.ts';
import type { BoardImporter, LibraryArchives } from './libraryAccess.ts';

/** Parses `--name value` and `--name=value`. A flag without a value is true; for other options that is an error. */
export function readOptions(
  words: readonly string[],
  known: readonly string[],
  isFlag: (name: string) => boolean,
): { readonly values: Map<string, string[]> } | Problem {
  const values = new Map<string, string[]>();
  const waiting = [...words];
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (!/^--./.test(word)) {
      return { problem: 'Options start with --, and values with spaces must be quoted.' };
    }
    const [, written = '', inline] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const name = camelCase(written);
    if (!known.includes(name)) return { problem: unknownOption(written, known) };
    const isFollowed = waiting[0] !== undefined && !waiting[0].startsWith('--');
    const value = inline ?? (isFollowed ? waiting.shift() : isFlag(name) ? 'true' : undefined);
    if (value === undefined) {
      return {
        problem: `${formatOption(name)} needs a value; use ${formatOption(name)}=<value> if it is empty or starts with --.`,
      };
    }
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return { values };
}

export function formatOption(option: string): string {
  return option === 'dryRun' ? '--dry-run' : `--${option}`;
}

/** Also accepts kebab case: `--access-token`. */
function camelCase(written: string): string {
  return written.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function unknownOption(written: string, known: readonly string[]): string {
  // Do not echo what may be a secret that starts with two hyphens; those rarely consist of letters only.
  const isName = /^[a-z][a-z-]{0,29}$/i.test(written);
  const option = isName ? ` '--${written}'` : '';
  const meant = closestName(written, known) ?? (isName ? longerForm(written, known) : undefined);
  return meant === undefined
    ? `Unknown option${option}; available: ${known.map(formatOption).join(', ')}.`
    : `Unknown option${option}; did you mean '${formatOption(meant)}'?`;
}

/** `accessToken` for `token`. */
function longerForm(written: string, known: readonly string[]): string | undefined {
  const part = camelCase(written).toLowerCase();
  return part.length < 3 ? undefined : known.find((name) => name.toLowerCase().includes(part));
}

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
