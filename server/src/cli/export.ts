import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { BesideCommand, EngineAccess, Terminal } from './command.ts';
import { runLibraryExport } from './libraryArchive.ts';
import { isAboutLibrary, libraryProblem, readLibraryArguments } from './libraryArchiveArguments.ts';

export const exportCommand: BesideCommand = {
  name: 'export',
  usage: 'export [--library [--user <email>]] <file>',
  summary: 'Write every ad of the index to a file in the open format, or the library to an archive.',
  details: `One ad a line, with all its snapshots and events; docs/open-format.md says what the fields mean. A name that
ends in .gz is compressed; - is standard output (npm run -s keeps npm quiet). Importing the file elsewhere gives the same index.
With --library: boards, saved ads, notes and kept pictures as one .tar.gz; docs/library-archive.md says what is in it. With --user
only that person's own boards. Importing it elsewhere (import --library) gives the same library. Exit codes: 0 written, 1 failed,
2 called wrongly, 130 interrupted.`,
  check: (args) => {
    if (isAboutLibrary(args)) return libraryProblem('export', args);
    const [file, ...more] = args;
    if (file === undefined) return 'Give the file to write to.';
    if (file.startsWith('-') && file !== '-') return `export has no option ${file}.`;
    return more.length > 0 ? `Give one file, got ${args.length}.` : null;
  },
  runBeside: async (reach, args, terminal) => {
    if (isAboutLibrary(args)) {
      const read = readLibraryArguments('export', args);
      return 'problem' in read ? 2 : runLibraryExport(read, reach, terminal);
    }
    const [file = '-'] = args;
    if (file === '-') return writeTo(process.stdout, reach, false).catch(unlessEnough);
    return writeFile(path.resolve(file), reach, terminal);
  },
};

/** Written beside its place and then put there: a file under its final name is a whole one. */
async function writeFile(file: string, reach: EngineAccess, terminal: Terminal): Promise<number> {
  const unfinished = `${file}.unfinished`;
  const counted = { ads: 0 };
  try {
    await writeTo(createWriteStream(unfinished), reach, file.endsWith('.gz'), counted);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  terminal.say(`Wrote ${counted.ads} ads to ${file}.`);
  return 0;
}

async function writeTo(
  output: NodeJS.WritableStream,
  reach: EngineAccess,
  compressed: boolean,
  counted: { ads: number } = { ads: 0 },
): Promise<number> {
  const lines = Readable.from(linesOf(await reach.exportedAds(), counted));
  const { stopping: signal } = reach;
  const options = { signal, end: output !== process.stdout };
  if (compressed) await pipeline(lines, createGzip(), output, options);
  else await pipeline(lines, output, options);
  return 0;
}

/** Whoever reads has seen enough, as `head` has. */
function unlessEnough(error: unknown): number {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return 0;
  throw error;
}

async function* linesOf(ads: AsyncIterable<string>, counted: { ads: number }): AsyncGenerator<string> {
  for await (const ad of ads) {
    counted.ads += 1;
    yield `${ad}\n`;
  }
}
