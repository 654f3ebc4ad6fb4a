import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { showProgress, formatCount } from '../ingestion/importing/progress.ts';
import { sanitizeForMessage } from '@magpie/contract/errors';
import type { ArchiveProgress, ExportResult } from '../boards/archive/exportLibrary.ts';
import { checkArchive } from '../boards/archive/readArchive.ts';
import type { RestoreResult } from '../boards/archive/restoration.ts';
import type { WriteBytes } from '../boards/archive/tarball.ts';
import type { EngineAccess, Problem, Terminal } from './command.ts';

interface LibraryArguments {
  readonly file: string;
  readonly user: string | null;
  readonly dryRun: boolean;
}

export function readLibraryArguments(
  verb: 'export' | 'import',
  args: readonly string[],
): LibraryArguments | Problem {
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

export async function runLibraryExport(
  { file, user }: LibraryArguments,
  access: EngineAccess,
  terminal: Terminal,
): Promise<number> {
  const archives = await access.archives();
  let at: ArchiveProgress = { bytes: 0, totalBytes: null, records: 0 };
  const bar = showProgress(terminal.screen, () => at);
  const progress = (now: ArchiveProgress): void => void (at = now);
  const send = (write: WriteBytes): Promise<ExportResult> =>
    archives.export({ onlyPerson: user, write, progress, stopping: access.stopping });
  // If the reader closes the pipe, the failed write reports it.
  if (file === '-') process.stdout.on('error', () => undefined);
  try {
    const exported = file === '-' ? await send(toStandardOutput) : await writeFile(path.resolve(file), send);
    bar.stop();
    if (file !== '-') terminal.print(`Wrote ${describeContents(exported.counts)} to ${path.resolve(file)}.`);
    if (exported.missingPictures > 0) {
      terminal.printError(
        `${formatCount(exported.missingPictures)} pictures were missing or changed in the data folder; they are fetched again when the archive is imported.`,
      );
    }
    return 0;
  } catch (error) {
    if (!access.stopping.aborted) throw error;
    terminal.printError('Stopped; nothing was written.');
    return 130;
  } finally {
    bar.stop();
  }
}

/** Writes to a temporary name and renames it, so that a file under its final name is always complete. */
export async function writeCompletely<Result>(
  file: string,
  write: (temporary: string) => Promise<Result>,
): Promise<Result> {
  const temporary = `${file}.unfinished`;
  try {
    const result = await write(temporary);
    await rename(temporary, file);
    return result;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function writeFile(file: string, send: (write: WriteBytes) => Promise<ExportResult>): Promise<ExportResult> {
  return writeCompletely(file, async (temporary) => {
    // The archive contains everybody's notes and addresses, so only its owner may read it.
    const output = await open(temporary, 'w', 0o600);
    try {
      const exported = await send((bytes) => output.appendFile(bytes));
      await output.sync();
      return exported;
    } finally {
      await output.close();
    }
  });
}

const toStandardOutput: WriteBytes = (bytes) =>
  new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

function describeContents({ boards, ads, pictures }: ExportResult['counts']): string {
  return `${counted(boards, 'board')}, ${counted(ads, 'saved ad')} and ${counted(pictures, 'picture')}`;
}

function counted(number: number, name: string): string {
  return `${formatCount(number)} ${name}${number === 1 ? '' : 's'}`;
}

/** Reads the archive twice: first to validate it, then to import it. */
export async function runLibraryImport(
  { file, dryRun }: LibraryArguments,
  access: EngineAccess,
  terminal: Terminal,
): Promise<number> {
  const location = path.resolve(file);
  const size = await getSize(location);
  const at = { bytes: 0, totalBytes: dryRun ? size : 2 * size, records: 0 };
  const bytes = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream(location) as AsyncIterable<Buffer>) {
      access.stopping.throwIfAborted();
      at.bytes += chunk.length;
      yield chunk;
    }
  };
  const onRecord = (): void => void (at.records += 1);
  const bar = showProgress(terminal.screen, () => at);
  try {
    const { counts } = await checkArchive(bytes(), onRecord);
    const order = { bytes: bytes(), onRecord, stopping: access.stopping };
    const restored = dryRun ? null : await (await access.archives()).import(order);
    bar.stop();
    const lines =
      restored === null ? [`The archive is valid: ${describeContents(counts)}.`] : summarize(restored);
    for (const line of lines) terminal.print(line);
    return 0;
  } catch (error) {
    if (!access.stopping.aborted) throw error;
    terminal.printError('Stopped; nothing was imported.');
    return 130;
  } finally {
    bar.stop();
  }
}

async function getSize(location: string): Promise<number> {
  const found = await stat(location).catch(() => undefined);
  if (found?.isFile()) return found.size;
  throw new Error(`File not found: ${location}; expected an archive written by export --library.`);
}

const mostNames = 50;

/** Prints names truncated, because they are untrusted. */
function summarize({ newPeople, newTeams, skippedSlugs, boards, ads }: RestoreResult): string[] {
  const withoutSlug = skippedSlugs.map(
    ({ board, slug }) =>
      `The board '${sanitizeForMessage(board, 120)}' was imported without its slug: '${slug}' is taken or reserved.`,
  );
  const cut =
    withoutSlug.length > mostNames
      ? [`${formatCount(withoutSlug.length - mostNames)} more boards were imported without their slugs.`]
      : [];
  return [
    ...(newPeople.length === 0
      ? []
      : [`Added ${named(newPeople, 'person', 'people')}; create a key for each with users add <email>.`]),
    ...(newTeams.length === 0 ? [] : [`Added ${named(newTeams, 'team', 'teams')}.`]),
    ...withoutSlug.slice(0, mostNames),
    ...cut,
    `Boards: ${formatCount(boards.created)} new, ${formatCount(boards.known)} existing.`,
    `Saved ads: ${formatCount(ads.created)} new, ${formatCount(ads.known)} existing.`,
  ];
}

function named(names: readonly string[], one: string, many: string): string {
  const listed = names.slice(0, mostNames).map((name) => sanitizeForMessage(name, 320));
  const more = names.length > mostNames ? ` and ${formatCount(names.length - mostNames)} more` : '';
  return `${formatCount(names.length)} ${names.length === 1 ? one : many}: ${listed.join(', ')}${more}`;
}
