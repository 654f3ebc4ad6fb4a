import { parseArgs } from 'node:util';
import { UsageError } from '../options.ts';

export interface ResearchOptions {
  /** Of the index, smallest first; each a multiple of the smallest. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  /** Only questions with this in their names. */
  readonly questions: string;
  readonly withPeers: boolean;
  /** Of the load by many at once; 0 for none. */
  readonly seconds: number;
}

const imported = 100_000;
const usual = [imported, 1_000_000];
const large = 10_000_000;

const help = `Usage: npm run bench:research -- [--ads n,n] [--large] [--rounds n] [--questions text] [--skip-peers] [--seconds n]

Measures every question of research over HTTP beside the engine alone, PostgreSQL and DuckDB on the same rows, compares
their answers, and prints one table for each size of the index.

  --ads n,n         sizes of the index, each a multiple of the first (default ${usual.join(',')})
  --large           ${large} ads too
  --rounds n        how often each query runs (default 31)
  --questions text  only those whose names have this in them
  --skip-peers      neither PostgreSQL nor DuckDB
  --seconds n       duration of the load test with 64 connections; 0 skips it (default 60)
  --help            print this and do nothing`;

/** The command line options, or null after printing help. */
export function readResearchOptions(words: readonly string[]): ResearchOptions | null {
  const { values } = parse(words);
  if (values.help === true) {
    console.log(help);
    return null;
  }
  const sizes =
    values.ads === undefined
      ? usual
      : values.ads.split(',').map((text) => wholeNumber('ads', text, 1, large));
  return {
    sizes: checked([...sizes, ...(values.large === true ? [large] : [])]),
    rounds: wholeNumber('rounds', values.rounds ?? '31', 1, 1000),
    questions: values.questions ?? '',
    withPeers: values['skip-peers'] !== true,
    seconds: wholeNumber('seconds', values.seconds ?? '60', 0, 3600),
  };
}

function parse(words: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...words],
      options: {
        ads: text,
        large: flag,
        rounds: text,
        questions: text,
        'skip-peers': flag,
        seconds: text,
        help: flag,
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}

function checked(sizes: readonly number[]): number[] {
  const sorted = [...new Set(sizes)].toSorted((one, other) => one - other);
  const [first = 0] = sorted;
  if (first >= 10_000 && sorted.every((size) => size % importedOf(sorted) === 0)) return sorted;
  throw new UsageError(`--ads: expected at least 10000, and multiples of the first or of ${imported}.`);
}

/** How many ads are imported; the others are copies of them. */
export function importedOf([first = imported]: readonly number[]): number {
  return Math.min(first, imported);
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(`--${name}: expected a whole number from ${least} to ${most}, got '${text}'.`);
}
