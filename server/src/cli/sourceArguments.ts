import { describeIssues } from '@magpie/contract';
import { z } from 'zod';
import type { Connector } from '../ingestion/live/connector.ts';
import { connectors } from '../ingestion/live/runSource.ts';
import { withFullStop } from '../rpc/invalidField.ts';
import { fieldSchemas, type Schema, parseValue } from './callInput.ts';
import { type Problem, readOptions } from './command.ts';

export interface SourceArguments {
  readonly connector: Connector;
  readonly name: string;
  readonly everyMinutes: number;
  readonly query: Readonly<Record<string, unknown>>;
  /** Secrets still to be read from standard input. */
  readonly pendingSecrets: readonly string[];
}

/** The arguments, or an error message. Messages contain no values, which might be secrets. */
export function readSourceArguments(args: readonly string[]): SourceArguments | Problem {
  const [connectorName = '', name = '', ...words] = args;
  const connector = connectors.find(({ source }) => source === connectorName);
  if (connector === undefined) return { problem: noConnector(connectorName) };
  const misnamed = problemOfName(name);
  if (misnamed !== null) return { problem: misnamed };
  const fields = fieldSchemas({ input: connector.options });
  const given = readOptions(
    words,
    [...Object.keys(fields), 'every'],
    (field) => fields[field]?.type === 'boolean',
  );
  if ('problem' in given) return given;
  const everyMinutes = minutesIn(given.values.get('every')?.at(-1) ?? '1d');
  if (everyMinutes === null) return { problem: wrongInterval };
  given.values.delete('every');
  const query = Object.fromEntries(
    [...given.values].map(([field, texts]) => [field, readValue(fields[field] ?? {}, texts)]),
  );
  const pendingSecrets = connector.secrets.filter((secret) => query[secret] === '-');
  const problem = problemOfQuery(connector, query, pendingSecrets);
  return problem === null ? { connector, name, everyMinutes, query, pendingSecrets } : { problem };
}

/** One line for each secret; the last one may be the text of a file. */
export function splitSecrets(names: readonly string[], input: string): Record<string, string> {
  const lines = input.split('\n');
  const last = names.length - 1;
  return Object.fromEntries(
    names.map((name, index) => [
      name,
      (index === last ? lines.slice(index).join('\n') : (lines[index] ?? '')).trim(),
    ]),
  );
}

export function toArguments(
  { connector, name, everyMinutes, query }: SourceArguments,
  secrets: Readonly<Record<string, string>>,
): string[] {
  const options = Object.entries({ ...query, ...secrets }).map(
    ([field, value]) => `--${field}=${Array.isArray(value) ? value.join(',') : String(value)}`,
  );
  return [connector.source, name, `--every=${everyMinutes}m`, ...options];
}

export function describeOptions(): string {
  const lines = connectors.flatMap((connector) => [
    `Options of ${connector.source}:`,
    ...Object.entries(fieldSchemas({ input: connector.options })).map(
      ([field, { description = '' }]) => `  --${field.padEnd(15)} ${description}`,
    ),
  ]);
  return lines.join('\n');
}

function noConnector(name: string): string {
  const known = connectors.map(({ source }) => source).join(', ');
  return `${name === '' ? 'Missing argument: a connector' : 'Unknown connector'}; available: ${known}.`;
}

export function problemOfName(name: string): string | null {
  if (name === '') return 'Missing argument: the name of the source.';
  if (/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u.test(name)) return null;
  return 'A source name has up to 60 letters, digits, dots, - and _, and starts with a letter or digit.';
}

const wrongInterval = '--every must be a number of minutes, hours or days such as 30m, 6h or 1d, up to 365d.';
const minutesOf: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 };
const mostMinutes = 365 * 24 * 60;

function minutesIn(text: string): number | null {
  const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const minutes = Number(count) * (minutesOf[unit] ?? 0);
  return minutes >= 1 && minutes <= mostMinutes ? minutes : null;
}

/** A list may also be separated by commas. */
function readValue(schema: Schema, texts: readonly string[]): unknown {
  if (schema.type !== 'array') return parseValue(schema, texts.slice(-1));
  const items = texts.flatMap((list) => list.split(',').map((item) => item.trim())).filter(Boolean);
  return parseValue(schema, items);
}

function problemOfQuery(
  { options }: Connector,
  query: Readonly<Record<string, unknown>>,
  pendingSecrets: readonly string[],
): string | null {
  const { required = [] } = z.toJSONSchema(options, { io: 'input' });
  const missing = required.find((field) => !Object.hasOwn(query, field));
  if (missing !== undefined) {
    const { description = '' } = fieldSchemas({ input: options })[missing] ?? {};
    return `Missing option --${missing}: ${description}`;
  }
  const parsed = options.safeParse(query);
  if (parsed.success) return null;
  const issues = parsed.error.issues.filter(({ path }) => !pendingSecrets.includes(String(path[0])));
  if (issues.length === 0) return null;
  const [issue] = describeIssues(new z.ZodError(issues), { input: options });
  return issue === undefined ? null : withFullStop(issue.message);
}
