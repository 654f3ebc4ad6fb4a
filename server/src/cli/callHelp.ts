import { contract, describeInput, type Procedure, procedures } from '@magpie/contract';
import { isPaged } from '@magpie/client';
import { programName } from '../config/config.ts';
import { commonOptions, pagedOptions, listProcedures } from './callArguments.ts';
import { formatOption } from './options.ts';

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
