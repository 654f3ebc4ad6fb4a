import { parseArgs } from 'node:util';

/** The words behind `export --library` or `import --library`, understood. */
export interface LibraryArguments {
  readonly file: string;
  readonly user: string | null;
  readonly dryRun: boolean;
}

type Verb = 'export' | 'import';

/** Whether a command is about the library, and not about the index. */
export function isAboutLibrary(args: readonly string[]): boolean {
  return args.includes('--library');
}

/** What is wrong with the arguments, in one sentence, or null. */
export function libraryProblem(verb: Verb, args: readonly string[]): string | null {
  const read = readLibraryArguments(verb, args);
  return 'problem' in read ? read.problem : null;
}

export function readLibraryArguments(
  verb: Verb,
  args: readonly string[],
): LibraryArguments | { readonly problem: string } {
  const parsed = parse(args);
  const { user, 'dry-run': dryRun = false } = parsed?.values ?? {};
  if (parsed === null || (verb === 'export' ? dryRun : user !== undefined)) {
    const also = verb === 'export' ? '--user <email>' : '--dry-run';
    return { problem: `${verb} --library takes one file and, if wanted, ${also}.` };
  }
  const [file, ...more] = parsed.positionals;
  if (file === undefined) return { problem: 'Give the file of the archive, such as library.tar.gz.' };
  if (more.length > 0) return { problem: `Give one file, got ${parsed.positionals.length}.` };
  if (verb === 'import' && file === '-') {
    return { problem: 'Give the archive as a file: it is read twice, so standard input will not do.' };
  }
  return { file, user: user ?? null, dryRun };
}

const options = {
  library: { type: 'boolean' },
  user: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    return null;
  }
}
