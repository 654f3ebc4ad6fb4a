import { parseArgs } from 'node:util';
import { closestName, platform } from '@magpie/contract';
import type { TableOptions } from '@magpie/sources/table/table';
import { tableFields } from '@magpie/sources/table/tableNames';
import type { Problem } from './command.ts';

export interface ImportArguments {
  readonly path: string;
  readonly source: string;
  readonly map: Readonly<Record<string, string>>;
  readonly platform: NonNullable<TableOptions['platform']> | null;
  readonly dryRun: boolean;
  readonly fresh: boolean;
}

const options = {
  source: { type: 'string', default: 'auto' },
  map: { type: 'string', multiple: true },
  platform: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  fresh: { type: 'boolean', default: false },
} as const;

export function readImportArguments(
  args: readonly string[],
  sourceNames: readonly string[],
): ImportArguments | Problem {
  const parsed = parse(args);
  if ('problem' in parsed) return parsed;
  const { positionals, values } = parsed;
  const [path, ...more] = positionals;
  if (path === undefined)
    return { problem: 'Missing argument: the file or folder to import, or - for standard input.' };
  if (more.length > 0) return { problem: `Expected one file or folder, got ${positionals.length}.` };
  const known = ['auto', ...sourceNames, 'table'];
  if (!known.includes(values.source)) {
    return { problem: `Unknown source '${values.source}'${suggestion(values.source, known)}` };
  }
  const map = readMap(values.map ?? []);
  if (map instanceof Error) return { problem: map.message };
  const where = platform.nullable().safeParse(values.platform ?? null);
  if (!where.success) {
    return { problem: `--platform must be one of ${platform.options.join(', ')}; got '${values.platform}'.` };
  }
  return {
    path,
    source: values.source,
    map,
    platform: where.data,
    dryRun: values['dry-run'],
    fresh: values.fresh,
  };
}

function parse(args: readonly string[]) {
  // Node treats a lone - as a positional argument.
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    return { problem: problemIn(args, error) };
  }
}

function problemIn(args: readonly string[], error: unknown): string {
  const names = Object.keys(options).map((name) => `--${name}`);
  const stray = args
    .map((word) => word.split('=', 1)[0] ?? '')
    .find((word) => /^-./.test(word) && !names.includes(word));
  if (stray !== undefined) return `Unknown option '${stray}'${suggestion(stray, names)}`;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw error;
  return 'An option lacks its value, or has a value but takes none; see --help.';
}

function suggestion(word: string, known: readonly string[]): string {
  const meant = closestName(word, known);
  return meant === undefined ? `; available: ${known.join(', ')}.` : `; did you mean '${meant}'?`;
}

/** `field=column`, each field once. A column name may contain any character, so the first = separates. */
function readMap(pairs: readonly string[]): Record<string, string> | Error {
  const map = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1 || at === pair.length - 1) return new Error(`--map expects <field>=<column>; got '${pair}'.`);
    const field = pair.slice(0, at);
    if (!Object.hasOwn(tableFields, field)) {
      return new Error(`Unknown field '${field}'${suggestion(field, Object.keys(tableFields))}`);
    }
    if (map.has(field)) return new Error(`--map maps '${field}' twice.`);
    map.set(field, pair.slice(at + 1));
  }
  return Object.fromEntries(map);
}
