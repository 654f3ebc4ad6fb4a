import {
  contract,
  describeInput,
  type Procedure,
  procedures,
  inputFields,
  closestName,
  type ProcedureName,
} from '@magpie/contract';
import { isPaged } from '@magpie/client';
import { programName } from '../config/config.ts';
import { formatOption, readOptions, type Problem } from './command.ts';
import { listChoices, fieldSchemas, type WrittenInput } from './callInput.ts';

const command = `${programName()} call`;

export function callHelp([name = '']: readonly string[]): string {
  const procedure = procedures.get(name);
  if (procedure !== undefined) return procedureHelp(name, procedure);
  const members = listProcedures(name);
  return members.length > 0 ? routerHelp(name, members) : generalHelp();
}

function generalHelp(): string {
  const widest = Math.max(...Object.keys(contract).map((router) => router.length));
  return [
    '',
    ...Object.entries(contract).map(
      ([router, members]) => `  ${router.padEnd(widest)}  ${Object.keys(members).join(', ')}`,
    ),
    '',
    `${command} <router> --help describes its procedures; ${command} <procedure> --help lists the options of one.`,
    '',
    'Each field is an option: --limit 10, --isPartnership for true, --teamId null. For a list, repeat the option:',
    '--platforms tiktok --platforms youtube. Objects are JSON: text, @file, or - for standard input. Other options:',
    '',
    ...optionLines({ ...commonOptions, ...pagedOptions }),
    '',
    'MAGPIE_URL is the address of the server, by default the running server of MAGPIE_DATA_DIR; MAGPIE_KEY is the API key. The result is a',
    'table on a terminal and JSON elsewhere. Exit codes: 0 success, 1 error or no response, 2 usage error. See docs/command-line.md.',
  ].join('\n');
}

function routerHelp(router: string, members: readonly (readonly [string, Procedure])[]): string {
  const widest = Math.max(...members.map(([name]) => name.length));
  return [
    '',
    ...members.map(([name, { summary }]) => `  ${name.padEnd(widest)}  ${summary}`),
    '',
    `To list the options of a procedure: ${command} ${router}.${members[0]?.[0].split('.')[1] ?? ''} --help`,
  ].join('\n');
}

function procedureHelp(name: string, procedure: Procedure): string {
  const { fields, about } = describeInput(procedure);
  const described = fields.map((field): [string, string] => {
    const needed = field.isRequired ? 'required' : field.fallback === null ? '' : `default ${field.fallback}`;
    const sentences = [field.takes, needed].filter((part) => part !== '').join('; ');
    return [field.name, field.about === null ? sentences : `${sentences}. ${field.about}`];
  });
  const own = { ...commonOptions, ...(isPaged(name) && pagedOptions) };
  const words = exampleWords(procedure);
  const free = Object.entries(own).filter(([option]) => !described.some(([field]) => field === option));
  return [
    '',
    `${name}: ${procedure.summary}`,
    ...(described.length === 0 ? [] : ['', ...optionLines(Object.fromEntries(described))]),
    ...(about === null ? [] : ['', about]),
    '',
    ...optionLines(Object.fromEntries(free)),
    '',
    `Requires a key with the ${procedure.access} scope.`,
    ...(words === null ? [] : [`Example: ${[command, name, ...words.map(quoted)].join(' ')}`]),
  ].join('\n');
}

/** The example input as arguments; null if the example does not pass validation across fields. */
export function exampleWords(procedure: Procedure): string[] | null {
  const { example } = describeInput(procedure);
  if (!procedure.input.safeParse(example).success) return null;
  return Object.entries(example).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => [`--${field}`, formatValue(one)]),
  );
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function quoted(word: string): string {
  return /^[\w./:@=+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function optionLines(options: Readonly<Record<string, string>>): string[] {
  const widest = Math.max(...Object.keys(options).map((name) => formatOption(name).length));
  return Object.entries(options).map(([name, text]) => `  ${formatOption(name).padEnd(widest)}  ${text}`);
}

export const outputs = ['table', 'json', 'lines'] as const;
export type Output = (typeof outputs)[number];

export interface CallArguments extends WrittenInput {
  readonly name: ProcedureName;
  readonly all: boolean;
  readonly dryRun: boolean;
  /** Null: a table on a terminal, JSON elsewhere. */
  readonly output: Output | null;
}

/** Options of `call` in addition to the fields of each procedure. A field of the same name takes precedence. */
export const commonOptions = {
  json: 'The whole input as JSON: text, @file, or - for standard input. Other options override its fields.',
  output: 'table (default on a terminal), json (default elsewhere) or lines (one JSON record per line).',
  dryRun: 'Print the request without sending it.',
} as const;
export const pagedOptions = { all: 'Fetch all pages instead of one.' } as const;

export const flags: readonly string[] = ['all', 'dryRun'];

export function readCallArguments(args: readonly string[]): CallArguments | Problem {
  const [name = '', ...words] = args;
  const procedure = procedures.get(name);
  if (procedure === undefined) return { problem: noProcedure(name) };
  const isFlag = (option: string): boolean =>
    flags.includes(option) || listChoices(fieldSchemas(procedure)[option] ?? {}).includes('true');
  const given = readOptions(words, listOptions(name, procedure), isFlag);
  if ('problem' in given) return given;
  const fields = new Map(given.values);
  const takeOption = (option: string): string[] | undefined => {
    if (inputFields(procedure).includes(option)) return undefined;
    const texts = fields.get(option);
    fields.delete(option);
    return texts;
  };
  const [all, dryRun, json, output] = ['all', 'dryRun', 'json', 'output'].map(takeOption);
  const wrong = problemOf({ all, dryRun }, output);
  if (wrong !== null) return { problem: wrong };
  return {
    // A key of `procedures`, so a valid name.
    name: name as ProcedureName,
    procedure,
    fields,
    json: json?.at(-1),
    all: all !== undefined,
    dryRun: dryRun !== undefined,
    output: outputs.find((one) => one === output?.at(-1)) ?? null,
  };
}

export function listOptions(name: string, procedure: Procedure): string[] {
  const own = { ...commonOptions, ...(isPaged(name) && pagedOptions) };
  return [...new Set([...inputFields(procedure), ...Object.keys(own)])];
}

function problemOf(
  given: Readonly<Record<string, string[] | undefined>>,
  output: string[] | undefined,
): string | null {
  const valued = Object.entries(given).find(([, texts]) => texts?.some((text) => text !== 'true'));
  if (valued !== undefined) return `${formatOption(valued[0])} does not take a value.`;
  if (output === undefined || outputs.some((one) => one === output.at(-1))) return null;
  return `--output must be one of ${outputs.join(', ')}.`;
}

function noProcedure(name: string): string {
  if (name === '' || name.startsWith('-')) return 'Missing argument: a procedure, such as boards.list.';
  const meant = closestName(name, [...procedures.keys()]);
  const known = listProcedures(name.split('.')[0] ?? '').map(([leaf]) => leaf);
  // Echo only plain names, so that no control characters reach the terminal.
  const shown = /^[\w.-]{1,60}$/.test(name) ? ` '${name}'` : '';
  if (meant !== undefined) return `Unknown procedure${shown}; did you mean '${meant}'?`;
  return known.length > 0
    ? `Unknown procedure${shown}; available: ${known.join(', ')}.`
    : `Unknown procedure${shown}; call --help lists all procedures.`;
}

function listProcedures(router: string): (readonly [string, Procedure])[] {
  return [...procedures].filter(([name]) => name.startsWith(`${router}.`));
}
