import { parseArgs } from 'node:util';

/** The parsed arguments of `export --library` and `import --library`. */
export interface LibraryArguments {
  readonly file: string;
  readonly user: string | null;
  readonly dryRun: boolean;
}

type Verb = 'export' | 'import';

/** Whether the command works on the library instead of the index. */
export function isAboutLibrary(args: readonly string[]): boolean {
  return args.includes('--library');
}

/** An error message for invalid arguments, or null. */
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
    return { problem: `${verb} --library expects one file and optionally ${also}.` };
  }
  const [file, ...more] = parsed.positionals;
  if (file === undefined) return { problem: 'Missing argument: the archive file, such as library.tar.gz.' };
  if (more.length > 0) return { problem: `Expected one file, got ${parsed.positionals.length}.` };
  if (verb === 'import' && file === '-') {
    return { problem: 'The archive must be a file: it is read twice, so standard input does not work.' };
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
