import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Default = number | readonly number[] | string | boolean;

type Values<Defaults> = {
  readonly [Name in keyof Defaults]: Defaults[Name] extends number
    ? number
    : Defaults[Name] extends readonly number[]
      ? readonly number[]
      : Defaults[Name] extends boolean
        ? boolean
        : string;
};

/** Runs `npm run bench:<name>`. Each default is an option of the command line; a list is separated by commas. */
export async function runBenchmark<Defaults extends Readonly<Record<string, Default>>>(
  name: string,
  about: string,
  defaults: Defaults,
  run: (values: Values<Defaults>) => Promise<void>,
): Promise<void> {
  try {
    const options = Object.entries(defaults).map(([option, value]) => {
      return [option, { type: typeof value === 'boolean' ? ('boolean' as const) : ('string' as const) }];
    });
    const given: Readonly<Record<string, unknown>> = parseArgs({
      options: { ...Object.fromEntries(options), help: { type: 'boolean' } },
    }).values;
    if (given['help'] === true) return console.log(helpText(name, about, defaults));
    const values = Object.entries(defaults).map(([option, value]) => {
      return [option, given[option] === undefined ? value : parseValue(option, given[option], value)];
    });
    console.log(`Node ${process.versions.node}, ${os.availableParallelism()} cores.\n`);
    await run(Object.fromEntries(values) as Values<Defaults>);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

function parseValue(option: string, given: unknown, fallback: Default): unknown {
  if (typeof fallback === 'boolean' || typeof fallback === 'string') return given;
  const numbers = String(given)
    .split(',')
    .map((text) => {
      if (/^\d+$/.test(text)) return Number(text);
      throw new Error(`--${option}: expected a whole number, got '${text}'.`);
    });
  return typeof fallback === 'number' ? numbers[0] : numbers;
}

function helpText(name: string, about: string, defaults: Readonly<Record<string, Default>>): string {
  const forms = Object.entries(defaults).map(([option, value]) =>
    typeof value === 'boolean' ? `[--${option}]` : `[--${option} ${String(value) || 'text'}]`,
  );
  return `Usage: npm run bench:${name} -- ${forms.join(' ')}\n\n${about}`;
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

export interface Timed<Value> {
  readonly value: Value;
  readonly milliseconds: number;
  /** Of all threads of this process; other programs on the machine do not affect it. */
  readonly cpuMilliseconds: number;
}

export async function timed<Value>(work: () => Promise<Value> | Value): Promise<Timed<Value>> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const value = await work();
  const milliseconds = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  return { value, milliseconds, cpuMilliseconds: (user + system) / 1000 };
}

/** The results of each case. The cases alternate in each round, so that a slower machine affects all of them; warm-up rounds are below 0. */
export async function takeTurns<Case, Result>(
  cases: readonly Case[],
  { rounds, warmUp = 3 }: { rounds: number; warmUp?: number },
  run: (each: Case, round: number) => Promise<Result>,
): Promise<Map<Case, Result[]>> {
  const results = new Map<Case, Result[]>(cases.map((each) => [each, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [each, own] of results) {
      const result = await run(each, round);
      if (round >= 0) own.push(result);
    }
  }
  return results;
}

/** Memory in use after a garbage collection. */
export function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  // Buffers are released in another thread after a collection; the second one waits for it.
  collectGarbage();
  collectGarbage();
  // Of array buffers and of WebAssembly.
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
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

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
export const thousands = (value: number): string => Math.round(value).toLocaleString('en-US');
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A Markdown table under titles separated by bars; all columns but the first are aligned to the right. */
export function markdown(header: string, rows: readonly (readonly string[])[]): string {
  const titles = header.split(' | ');
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
