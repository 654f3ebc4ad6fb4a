import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { showProgress, whole } from '../ingestion/importing/progress.ts';
import { shown } from '@magpie/contract/errors';
import type { ArchiveProgress, Exported } from '../boards/archive/exportLibrary.ts';
import { checkArchive } from '../boards/archive/readArchive.ts';
import type { Restored } from '../boards/archive/restoration.ts';
import type { Write } from '../boards/archive/tarball.ts';
import type { EngineAccess, Terminal } from './command.ts';
import type { LibraryArguments } from './libraryArchiveArguments.ts';

export async function runLibraryExport(
  { file, user }: LibraryArguments,
  reach: EngineAccess,
  terminal: Terminal,
): Promise<number> {
  const archives = await reach.archives();
  let at: ArchiveProgress = { bytes: 0, totalBytes: null, records: 0 };
  const bar = showProgress(terminal.screen, () => at);
  const progress = (now: ArchiveProgress): void => void (at = now);
  const send = (write: Write): Promise<Exported> =>
    archives.export({ onlyPerson: user, write, progress, stopping: reach.stopping });
  // Whoever reads it may go away; then the write that fails tells.
  if (file === '-') process.stdout.on('error', () => undefined);
  try {
    const exported = file === '-' ? await send(toStandardOutput) : await writeFile(path.resolve(file), send);
    bar.stop();
    if (file !== '-') terminal.say(`Wrote ${contentsOf(exported)} to ${path.resolve(file)}.`);
    if (exported.lostPictures > 0) terminal.complain(lost(exported.lostPictures));
    return 0;
  } catch (error) {
    if (!reach.stopping.aborted) throw error;
    terminal.complain('Stopped; nothing was written.');
    return 130;
  } finally {
    bar.stop();
  }
}

/** Written beside its place and then put there: a file under its final name is a whole one. */
async function writeFile(file: string, send: (write: Write) => Promise<Exported>): Promise<Exported> {
  const unfinished = `${file}.unfinished`;
  // The notes and addresses of everybody are for its owner alone.
  const output = await open(unfinished, 'w', 0o600);
  try {
    const exported = await send((bytes) => output.appendFile(bytes));
    await output.sync();
    await output.close();
    await rename(unfinished, file);
    return exported;
  } catch (error) {
    await output.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

const toStandardOutput: Write = (bytes) =>
  new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

function contentsOf({ counts }: Exported): string {
  const { boards, ads, pictures } = counts;
  return `${counted(boards, 'board')}, ${counted(ads, 'saved ad')} and ${counted(pictures, 'picture')}`;
}

function counted(number: number, name: string): string {
  return `${whole(number)} ${name}${number === 1 ? '' : 's'}`;
}

function lost(pictures: number): string {
  return `${whole(pictures)} pictures were missing or changed in the data folder; wherever the archive is imported, they are fetched again.`;
}

/** Reads the archive once to see that it is right, and then to take it in. */
export async function runLibraryImport(
  { file, dryRun }: LibraryArguments,
  reach: EngineAccess,
  terminal: Terminal,
): Promise<number> {
  const location = path.resolve(file);
  const size = await sizeOf(location);
  const at = { bytes: 0, totalBytes: dryRun ? size : 2 * size, records: 0 };
  const bytes = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream(location) as AsyncIterable<Buffer>) {
      reach.stopping.throwIfAborted();
      at.bytes += chunk.length;
      yield chunk;
    }
  };
  const onRecord = (): void => void (at.records += 1);
  const bar = showProgress(terminal.screen, () => at);
  try {
    const { counts } = await checkArchive(bytes(), onRecord);
    const order = { bytes: bytes(), onRecord, stopping: reach.stopping };
    const restored = dryRun ? null : await (await reach.archives()).import(order);
    bar.stop();
    const lines =
      restored === null
        ? [`The archive is right: ${contentsOf({ counts, lostPictures: 0 })}.`]
        : told(restored);
    for (const line of lines) terminal.say(line);
    return 0;
  } catch (error) {
    if (!reach.stopping.aborted) throw error;
    terminal.complain('Stopped; nothing was imported.');
    return 130;
  } finally {
    bar.stop();
  }
}

async function sizeOf(location: string): Promise<number> {
  const found = await stat(location).catch(() => undefined);
  if (found?.isFile()) return found.size;
  throw new Error(`There is no file ${location}; give the archive that export --library wrote.`);
}

const mostNames = 50;

/** What an import came to, for a person. The names come from outside. */
function told({ newPeople, newTeams, slugsLeftOut, boards, ads }: Restored): string[] {
  const withoutSlug = slugsLeftOut.map(
    ({ board, slug }) => `The board '${shown(board, 120)}' has no slug here: '${slug}' is taken or reserved.`,
  );
  const cut =
    withoutSlug.length > mostNames ? [`So it is with ${whole(withoutSlug.length - mostNames)} more.`] : [];
  return [
    ...(newPeople.length === 0
      ? []
      : [`Added ${named(newPeople, 'person', 'people')}; users add <email> prints a key for each.`]),
    ...(newTeams.length === 0 ? [] : [`Added ${named(newTeams, 'team', 'teams')}.`]),
    ...withoutSlug.slice(0, mostNames),
    ...cut,
    `Boards: ${whole(boards.created)} new, ${whole(boards.known)} here already.`,
    `Saved ads: ${whole(ads.created)} new, ${whole(ads.known)} here already.`,
  ];
}

function named(names: readonly string[], one: string, many: string): string {
  const listed = names.slice(0, mostNames).map((name) => shown(name, 320));
  const more = names.length > mostNames ? ` and ${whole(names.length - mostNames)} more` : '';
  return `${whole(names.length)} ${names.length === 1 ? one : many}: ${listed.join(', ')}${more}`;
}
