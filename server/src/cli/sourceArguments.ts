import { describeIssues } from '@magpie/contract';
import { z } from 'zod';
import type { Connector } from '../ingestion/live/connector.ts';
import { connectors } from '../ingestion/live/connectors.ts';
import { type Problem, readOptions } from './options.ts';

/** The words behind `sources add`, understood. */
export interface SourceArguments {
  readonly connector: Connector;
  readonly name: string;
  readonly everyMinutes: number;
  /** The options of the connector as they were given. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Those secrets that are still to be read from standard input. */
  readonly awaited: readonly string[];
}

/** The arguments, or in one sentence what is wrong with them. No value is quoted: it might be a secret. */
export function readSourceArguments(args: readonly string[]): SourceArguments | Problem {
  const [connectorName = '', name = '', ...words] = args;
  const connector = connectors.find(({ source }) => source === connectorName);
  if (connector === undefined) return { problem: noConnector(connectorName) };
  const misnamed = problemOfName(name);
  if (misnamed !== null) return { problem: misnamed };
  const fields = fieldsOf(connector);
  const given = readOptions(
    words,
    [...fields.keys(), 'every'],
    (field) => fields.get(field)?.type === 'boolean',
  );
  if ('problem' in given) return given;
  const everyMinutes = minutesIn(given.values.get('every')?.at(-1) ?? '1d');
  if (everyMinutes === null) {
    return { problem: '--every is a number of minutes, hours or days such as 30m, 6h or 1d, up to 365d.' };
  }
  given.values.delete('every');
  const query = Object.fromEntries(
    [...given.values].map(([field, texts]) => [field, valueOf(fields.get(field)?.type ?? '', texts)]),
  );
  const awaited = connector.secrets.filter((secret) => query[secret] === '-');
  const problem = problemOfQuery(connector, fields, query, awaited);
  return problem === null ? { connector, name, everyMinutes, query, awaited } : { problem };
}

/** The words that stand for the same once more, with the awaited secrets in their places. */
export function wordsOf(
  { connector, name, everyMinutes, query }: SourceArguments,
  secrets: Readonly<Record<string, string>>,
): string[] {
  const options = Object.entries({ ...query, ...secrets }).map(
    ([field, value]) => `--${field}=${Array.isArray(value) ? value.join(',') : String(value)}`,
  );
  return [connector.source, name, `--every=${everyMinutes}m`, ...options];
}

/** One line for each option of each connector. */
export function describeOptions(): string {
  const lines = connectors.flatMap((connector) => [
    `Options of ${connector.source}:`,
    ...[...fieldsOf(connector)].map(([field, { description }]) => `  --${field.padEnd(15)} ${description}`),
  ]);
  return lines.join('\n');
}

function noConnector(name: string): string {
  const known = connectors.map(({ source }) => source).join(' and ');
  return `${name === '' ? 'Give a connector' : 'There is no such connector'}; there are ${known}.`;
}

/** Why this can be the name of no source; null when it can. */
export function problemOfName(name: string): string | null {
  if (name === '') return 'Give the name of the source.';
  if (/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u.test(name)) return null;
  return 'The name of a source has up to 60 letters, digits, dots, - and _, and begins with a letter or digit.';
}

interface Field {
  /** As JSON Schema calls it. */
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** The options of a connector, as its schema tells them. */
function fieldsOf({ options }: Connector): Map<string, Field> {
  const { properties = {}, required = [] } = z.toJSONSchema(options, { io: 'input' });
  return new Map(
    Object.entries(properties).map(([name, property]) => {
      const { type = 'string', description = '' } = typeof property === 'boolean' ? {} : property;
      return [name, { type: String(type), description, isRequired: required.includes(name) }];
    }),
  );
}

const minutesOf: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 };
const mostMinutes = 365 * 24 * 60;

function minutesIn(text: string): number | null {
  const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const minutes = Number(count) * (minutesOf[unit] ?? 0);
  return minutes >= 1 && minutes <= mostMinutes ? minutes : null;
}

/** What is not of its kind stays text, for the schema to refuse. */
function valueOf(type: string, texts: readonly string[]): unknown {
  const text = texts.at(-1) ?? '';
  if (type === 'array') {
    return texts
      .flatMap((list) => list.split(','))
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }
  if (type === 'integer') return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function problemOfQuery(
  { options }: Connector,
  fields: ReadonlyMap<string, Field>,
  query: Readonly<Record<string, unknown>>,
  awaited: readonly string[],
): string | null {
  const missing = [...fields].find(([field, { isRequired }]) => isRequired && !Object.hasOwn(query, field));
  if (missing !== undefined) return `Give --${missing[0]}: ${missing[1].description}`;
  const parsed = options.safeParse(query);
  if (parsed.success) return null;
  const issues = parsed.error.issues.filter(({ path }) => !awaited.includes(String(path[0])));
  if (issues.length === 0) return null;
  const [issue] = describeIssues(new z.ZodError(issues), { input: options });
  return issue === undefined ? null : `${issue.message}.`;
}
