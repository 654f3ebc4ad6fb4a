import { parseArgs } from 'node:util';

export interface Options {
  /** Length of one round of one target. */
  readonly seconds: number;
  readonly connections: number;
  readonly rounds: number;
}

/** Many short rounds: what disturbs the machine for a few seconds then spoils few of them. */
const defaults: Options = { seconds: 1, connections: 16, rounds: 21 };

const help = `Usage: npm run bench:http -- [--seconds n] [--connections n] [--rounds n]

Measures the HTTP surface beside a bare node:http and a bare Fastify, and prints one table.

  --seconds n      length of one round of one target (default ${defaults.seconds})
  --connections n  concurrent connections (default ${defaults.connections})
  --rounds n       rounds; the targets take turns in each (default ${defaults.rounds})
  --help           print this and do nothing`;

export class UsageError extends Error {}

/** The command line options, or null after printing help. */
export function readOptions(words: readonly string[]): Options | null {
  const { values } = parse(words);
  if (values.help === true) {
    console.log(help);
    return null;
  }
  return {
    seconds: wholeNumber('seconds', values.seconds, 600),
    connections: wholeNumber('connections', values.connections, 1000),
    rounds: wholeNumber('rounds', values.rounds, 100),
  };
}

function parse(words: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...words],
      options: { seconds: text, connections: text, rounds: text, help: { type: 'boolean' } },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}

function wholeNumber(name: keyof Options, text: string | undefined, most: number): number {
  if (text === undefined) return defaults[name];
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
  throw new UsageError(`--${name}: expected a whole number from 1 to ${most}, got '${text}'.`);
}
