import { isPaged } from '@magpie/client';
import { inputFields, closestName, type Procedure, type ProcedureName, procedures } from '@magpie/contract';
import { listChoices, fieldSchemas, type WrittenInput } from './callInput.ts';
import type { Problem } from './command.ts';
import { formatOption, readOptions } from './options.ts';

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

export function listProcedures(router: string): (readonly [string, Procedure])[] {
  return [...procedures].filter(([name]) => name.startsWith(`${router}.`));
}
