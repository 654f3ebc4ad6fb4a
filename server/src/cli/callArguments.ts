import { isPaged } from '@magpie/client';
import { inputFields, nearest, type Procedure, type ProcedureName, procedures } from '@magpie/contract';
import { choicesOf, fieldSchemas } from './callInput.ts';
import { asTyped, type Problem, readOptions } from './options.ts';

export const outputs = ['table', 'json', 'lines'] as const;
export type Output = (typeof outputs)[number];

/** The words behind `call`, understood as far as that goes without reading files. */
export interface CallArguments {
  readonly name: ProcedureName;
  readonly procedure: Procedure;
  /** The fields of the input as they were given, aliases included. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** The whole input as JSON, where it is in a file, or - for standard input. */
  readonly json: string | undefined;
  readonly all: boolean;
  readonly dryRun: boolean;
  /** Null: whatever suits where it goes. */
  readonly output: Output | null;
}

/** What `call` itself understands, beside the fields of each procedure. A field of the same name comes first. */
export const ownOptions = {
  json: 'The whole input as JSON: text, @file, or - for standard input. Other options replace its fields.',
  output: 'table (on a terminal), json (elsewhere) or lines (one record a line, as JSON).',
  dryRun: 'Show the request and send nothing.',
} as const;
/** Of procedures that answer pages. */
export const pagedOptions = { all: 'Every page from here on, not one.' } as const;

/** Those of them that take no value. */
export const flags: readonly string[] = ['all', 'dryRun'];

export function readCallArguments(args: readonly string[]): CallArguments | Problem {
  const [name = '', ...words] = args;
  const procedure = procedures.get(name);
  if (procedure === undefined) return { problem: noProcedure(name) };
  const mayStandAlone = (option: string): boolean =>
    flags.includes(option) || choicesOf(fieldSchemas(procedure)[option] ?? {}).includes('true');
  const given = readOptions(words, optionsOf(name, procedure), mayStandAlone);
  if ('problem' in given) return given;
  const fields = new Map(given.values);
  const taken = (option: string): string[] | undefined => {
    if (inputFields(procedure).includes(option)) return undefined;
    const texts = fields.get(option);
    fields.delete(option);
    return texts;
  };
  const [all, dryRun, json, output] = ['all', 'dryRun', 'json', 'output'].map(taken);
  const wrong = problemOf({ all, dryRun }, output);
  if (wrong !== null) return { problem: wrong };
  return {
    // It is a key of the table that the type is made of.
    name: name as ProcedureName,
    procedure,
    fields,
    json: json?.at(-1),
    all: all !== undefined,
    dryRun: dryRun !== undefined,
    output: outputs.find((one) => one === output?.at(-1)) ?? null,
  };
}

/** Every option that a call of this procedure takes. */
export function optionsOf(name: string, procedure: Procedure): string[] {
  const own = { ...ownOptions, ...(isPaged(name) && pagedOptions) };
  return [...new Set([...inputFields(procedure), ...Object.keys(own)])];
}

function problemOf(
  given: Readonly<Record<string, string[] | undefined>>,
  output: string[] | undefined,
): string | null {
  const valued = Object.entries(given).find(([, texts]) => texts?.some((text) => text !== 'true'));
  if (valued !== undefined) return `${asTyped(valued[0])} stands by itself and takes no value.`;
  if (output === undefined || outputs.some((one) => one === output.at(-1))) return null;
  return `--output is ${outputs.join(', ')}.`;
}

function noProcedure(name: string): string {
  if (name === '' || name.startsWith('-')) return 'Name a procedure first, such as boards.list.';
  const meant = nearest(name, [...procedures.keys()]);
  const known = proceduresOf(name.split('.')[0] ?? '').map(([leaf]) => leaf);
  // What is not made of letters and dots is repeated to nobody's terminal.
  const shown = /^[\w.-]{1,60}$/.test(name) ? ` '${name}'` : '';
  if (meant !== undefined) return `There is no procedure${shown}; did you mean '${meant}'?`;
  return known.length > 0
    ? `There is no procedure${shown}; there are ${known.join(', ')}.`
    : `There is no procedure${shown}; call --help lists them.`;
}

/** The procedures of a router by their full names. */
export function proceduresOf(router: string): (readonly [string, Procedure])[] {
  return [...procedures].filter(([name]) => name.startsWith(`${router}.`));
}
