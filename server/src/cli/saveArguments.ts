import { parseArgs } from 'node:util';
import { contract } from '@magpie/contract';
import { addressIn } from './users.ts';

/** The words behind `save`, understood. */
export interface SaveArguments {
  readonly path: string;
  readonly email: string;
  /** The path from the outermost board to the selected one; null if not given. */
  readonly board: readonly string[] | null;
  readonly dryRun: boolean;
}

const options = {
  user: { type: 'string' },
  board: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

/** The arguments, or an error message. */
export function readSaveArguments(args: readonly string[]): SaveArguments | { readonly problem: string } {
  const parsed = parse(args);
  if ('problem' in parsed) return parsed;
  const { positionals, values } = parsed;
  const [path, ...more] = positionals;
  if (path === undefined)
    return { problem: 'Missing argument: the file with the ads to save, or - for standard input.' };
  if (more.length > 0) return { problem: `Expected one file, got ${positionals.length}.` };
  if (values.user === undefined)
    return { problem: 'Missing option --user <email>: the owner of the boards.' };
  const email = addressIn(values.user);
  if (email === undefined) return { problem: `'${values.user}' is not an e-mail address.` };
  const board = values.board === undefined ? null : boardPathIn(values.board);
  if (board?.length === 0) return { problem: invalidBoard };
  return { path, email, board, dryRun: values['dry-run'] };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const names = Object.keys(options).map((name) => `--${name}`);
    return {
      problem: `Unknown option or missing value; save accepts ${names.join(', ')}.`,
    };
  }
}

const invalidBoard =
  '--board must be a board name of at most 120 characters, or A > B for board B in board A.';

/** Empty if one of the names is invalid. */
function boardPathIn(text: string): string[] {
  const names = text.split(/\s>\s/).map((name) => contract.boards.create.input.safeParse({ name }));
  return names.every(({ success }) => success) ? names.flatMap(({ data }) => data?.name ?? []) : [];
}
