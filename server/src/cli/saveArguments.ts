import { parseArgs } from 'node:util';
import { contract } from '@magpie/contract';
import { addressIn } from './users.ts';

/** The words behind `save`, understood. */
export interface SaveArguments {
  readonly path: string;
  readonly email: string;
  /** The names from the outermost board to the one that is meant; null where none is given. */
  readonly board: readonly string[] | null;
  readonly dryRun: boolean;
}

const options = {
  user: { type: 'string' },
  board: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

/** The arguments, or in one sentence what is wrong with them. */
export function readSaveArguments(args: readonly string[]): SaveArguments | { readonly problem: string } {
  const parsed = parse(args);
  if ('problem' in parsed) return parsed;
  const { positionals, values } = parsed;
  const [path, ...more] = positionals;
  if (path === undefined) return { problem: 'Give the file with the ads to save, or - for standard input.' };
  if (more.length > 0) return { problem: `Give one file, got ${positionals.length}.` };
  if (values.user === undefined) return { problem: 'Say with --user <email> whose boards the ads go to.' };
  const email = addressIn(values.user);
  if (email === undefined) return { problem: `'${values.user}' is not an e-mail address.` };
  const board = values.board === undefined ? null : boardPathIn(values.board);
  if (board?.length === 0) return { problem: rightBoard };
  return { path, email, board, dryRun: values['dry-run'] };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const names = Object.keys(options).map((name) => `--${name}`);
    return {
      problem: `save takes ${names.join(', ')}; one that is given lacks its value or is none of these.`,
    };
  }
}

const rightBoard =
  '--board takes the name of a board of at most 120 characters, or A > B for board B in board A.';

/** Empty when one of the names is none. */
function boardPathIn(text: string): string[] {
  const names = text.split(/\s>\s/).map((name) => contract.boards.create.input.safeParse({ name }));
  return names.every(({ success }) => success) ? names.flatMap(({ data }) => data?.name ?? []) : [];
}
