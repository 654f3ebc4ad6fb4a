import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

export class UsageError extends Error {}

/** A command line option; a flag if it takes no value. */
interface Option<Value> {
  readonly takes: string | null;
  readonly about: string;
  readonly parse: (text: string | undefined) => Value;
}

type Values<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends Option<infer Value> ? Value : never;
};

/** A whole number from `least` to `most`. */
export function wholeNumber(about: string, fallback: number, least: number, most: number): Option<number> {
  return {
    takes: 'n',
    about: `${about}, from ${least} to ${most} (default ${fallback})`,
    parse: (text = String(fallback)) => parseNumber(text, least, most),
  };
}

/** Whole numbers, separated by commas. */
export function wholeNumbers(
  about: string,
  fallback: readonly number[],
  least: number,
  most: number,
): Option<number[]> {
  return {
    takes: 'n,n',
    about: `${about}, from ${least} to ${most} (default ${fallback.join()})`,
    parse: (text = fallback.join()) => text.split(',').map((one) => parseNumber(one, least, most)),
  };
}

export function textOption(takes: string, about: string): Option<string | undefined> {
  return { takes, about, parse: (given) => given };
}

export function flag(about: string): Option<boolean> {
  return { takes: null, about, parse: (given) => given !== undefined };
}

function parseNumber(given: string, least: number, most: number): number {
  const value = Number(given);
  if (/^\d+$/.test(given) && value >= least && value <= most) return value;
  throw new UsageError(`expected a whole number from ${least} to ${most}, got '${given}'.`);
}

/** Runs a benchmark with the options of its command line: exit code 2 if they are invalid, 1 if it fails. */
export async function runBenchmark<Options extends Readonly<Record<string, Option<unknown>>>>(
  command: string,
  about: string,
  options: Options,
  run: (values: Values<Options>) => Promise<void>,
): Promise<void> {
  try {
    const values = readOptions(command, about, options);
    if (values === null) return;
    console.log(`Node ${process.versions.node}, ${os.availableParallelism()} cores.\n`);
    await run(values);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

/** The command line options, or null after printing help. */
function readOptions<Options extends Readonly<Record<string, Option<unknown>>>>(
  command: string,
  about: string,
  options: Options,
): Values<Options> | null {
  const help = helpText(command, about, { ...options, help: flag('print this and do nothing') });
  const given = parseWords(Object.entries(options), help);
  if (given['help'] !== undefined) {
    console.log(help);
    return null;
  }
  const values = Object.entries(options).map(([name, { parse }]) => {
    try {
      return [name, parse(given[name])];
    } catch (error) {
      throw new UsageError(`--${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  return Object.fromEntries(values) as Values<Options>;
}

function parseWords(
  options: readonly (readonly [string, Option<unknown>])[],
  help: string,
): Readonly<Record<string, string | undefined>> {
  const types = options.map(([name, { takes }]) => [
    name,
    { type: takes === null ? ('boolean' as const) : ('string' as const) },
  ]);
  try {
    const { values } = parseArgs({ options: { ...Object.fromEntries(types), help: { type: 'boolean' } } });
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : 'true']),
    );
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}

function helpText(
  command: string,
  about: string,
  options: Readonly<Record<string, Option<unknown>>>,
): string {
  const forms = Object.entries(options).map(([name, { takes, about: meaning }]) => ({
    form: takes === null ? `--${name}` : `--${name} ${takes}`,
    meaning,
  }));
  const widest = Math.max(...forms.map(({ form }) => form.length));
  return [
    `Usage: ${command} ${forms.map(({ form }) => `[${form}]`).join(' ')}`,
    '',
    about,
    '',
    ...forms.map(({ form, meaning }) => `  ${form.padEnd(widest)}  ${meaning}`),
  ].join('\n');
}

/** A temporary folder that is removed afterwards. */
export async function withFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-bench-'));
  // As root, the embedded PostgreSQL runs as another account, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const today = new Date().toISOString().slice(0, 10);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

/** The value below which this share of the others lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const thousands = (value: number): string => Math.round(value).toLocaleString('en-US');
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A Markdown table; all columns but the first are aligned to the right. */
export function markdown(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  const line = (cells: readonly string[]): string => `| ${cells.map(pad).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(titles), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}
