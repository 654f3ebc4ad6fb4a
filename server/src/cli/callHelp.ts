import { contract, describeInput, type Procedure, procedures } from '@magpie/contract';
import { isPaged } from '@magpie/client';
import { calledAs } from '../config/config.ts';
import { ownOptions, pagedOptions, proceduresOf } from './callArguments.ts';
import { asTyped } from './options.ts';

const command = `${calledAs()} call`;

/** What `call <words> --help` says after what `call` is: of a procedure, of a router, or of all. */
export function callHelp([name = '']: readonly string[]): string {
  const procedure = procedures.get(name);
  if (procedure !== undefined) return procedureHelp(name, procedure);
  const members = proceduresOf(name);
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
    `${command} <router> --help says what its procedures do, and ${command} <procedure> --help what one takes.`,
    '',
    'Each field is an option: --limit 10, --isPartnership for true, --teamId null. A list takes its option once for each entry:',
    '--platforms tiktok --platforms youtube. Objects are JSON: text, @file, or - for standard input. Also:',
    '',
    ...optionLines({ ...ownOptions, ...pagedOptions }),
    '',
    'MAGPIE_URL is the Magpie that is called, by default the running server of MAGPIE_DATA_DIR; MAGPIE_KEY is the key. On a terminal the',
    'answer is a table, elsewhere JSON. Exit codes: 0 answered, 1 refused or not reached, 2 called wrongly. See docs/command-line.md.',
  ].join('\n');
}

function routerHelp(router: string, members: readonly (readonly [string, Procedure])[]): string {
  const widest = Math.max(...members.map(([name]) => name.length));
  return [
    '',
    ...members.map(([name, { summary }]) => `  ${name.padEnd(widest)}  ${summary}`),
    '',
    `${command} ${router}.${members[0]?.[0].split('.')[1] ?? ''} --help says what that one takes.`,
  ].join('\n');
}

function procedureHelp(name: string, procedure: Procedure): string {
  const { fields, about } = describeInput(procedure);
  const told = fields.map((field): [string, string] => {
    const needed = field.isRequired ? 'needed' : field.fallback === null ? '' : `else ${field.fallback}`;
    const sentences = [field.takes, needed].filter((part) => part !== '').join('; ');
    return [field.name, field.about === null ? sentences : `${sentences}. ${field.about}`];
  });
  const own = { ...ownOptions, ...(isPaged(name) && pagedOptions) };
  const words = exampleWords(procedure);
  const free = Object.entries(own).filter(([option]) => !told.some(([field]) => field === option));
  return [
    '',
    `${name}: ${procedure.summary}`,
    ...(told.length === 0 ? [] : ['', ...optionLines(Object.fromEntries(told))]),
    ...(about === null ? [] : ['', about]),
    '',
    ...optionLines(Object.fromEntries(free)),
    '',
    `It needs a key with the scope ${procedure.access}.`,
    ...(words === null ? [] : [`Example: ${[command, name, ...words.map(quoted)].join(' ')}`]),
  ].join('\n');
}

/** What is typed for the example of an input; null where what is required of several fields leaves none. */
export function exampleWords(procedure: Procedure): string[] | null {
  const { example } = describeInput(procedure);
  if (!procedure.input.safeParse(example).success) return null;
  return Object.entries(example).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => [`--${field}`, textOf(one)]),
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w./:@=+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function optionLines(options: Readonly<Record<string, string>>): string[] {
  const widest = Math.max(...Object.keys(options).map((name) => asTyped(name).length));
  return Object.entries(options).map(([name, told]) => `  ${asTyped(name).padEnd(widest)}  ${told}`);
}
