import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import {
  type LocalCommand,
  type EngineAccess,
  readOneArgument,
  type Terminal,
  withArguments,
} from './command.ts';
import { readLibraryArguments, runLibraryExport, writeCompletely } from './libraryArchive.ts';

export const exportCommand: LocalCommand = {
  name: 'export',
  usage: 'export [--library [--user <email>]] <file>',
  summary: 'Write all ads of the index to a file in the open format, or the library to an archive.',
  details: `Writes one ad per line, with all its snapshots and events; see docs/open-format.md for the fields. The output is compressed
if the name ends in .gz; - is standard output (use npm run -s to silence npm). Importing the file elsewhere gives the same index.
With --library it writes boards, saved ads, notes and saved pictures to one .tar.gz; see docs/library-archive.md. With --user
it includes only that person's own boards. Importing it elsewhere (import --library) gives the same library. Exit codes: 0 written,
1 failed, 2 usage error, 130 interrupted.`,
  prepareLocally: (args) => (args.includes('--library') ? exportArchive(args) : exportFile(args)),
};

const exportArchive = withArguments((args) => readLibraryArguments('export', args), runLibraryExport);
const exportFile = withArguments(
  (args) => readOneArgument(args, 'the file to write to', 'file'),
  ({ value: file }, access: EngineAccess, terminal: Terminal) =>
    file === '-'
      ? writeTo(process.stdout, access, false).catch(ignoreClosedPipe)
      : writeFile(path.resolve(file), access, terminal),
);

async function writeFile(file: string, access: EngineAccess, terminal: Terminal): Promise<number> {
  const counted = { ads: 0 };
  await writeCompletely(file, (temporary) =>
    writeTo(createWriteStream(temporary), access, file.endsWith('.gz'), counted),
  );
  terminal.print(`Wrote ${counted.ads} ads to ${file}.`);
  return 0;
}

async function writeTo(
  output: NodeJS.WritableStream,
  access: EngineAccess,
  compressed: boolean,
  counted: { ads: number } = { ads: 0 },
): Promise<number> {
  const lines = Readable.from(countLines(await access.exportedAds(), counted));
  const { stopping: signal } = access;
  const options = { signal, end: output !== process.stdout };
  if (compressed) await pipeline(lines, createGzip(), output, options);
  else await pipeline(lines, output, options);
  return 0;
}

/** The reader closed the pipe, as `head` does. */
function ignoreClosedPipe(error: unknown): number {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return 0;
  throw error;
}

async function* countLines(ads: AsyncIterable<string>, counted: { ads: number }): AsyncGenerator<string> {
  for await (const ad of ads) {
    counted.ads += 1;
    yield `${ad}\n`;
  }
}
