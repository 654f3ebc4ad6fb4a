import { constants, createReadStream, openSync, type Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';

export interface Input {
  /** Display name: the path, or `standard input`. */
  readonly name: string;
  /** In bytes, before decompression; `null` if unknown. */
  readonly size: number | null;
  readonly modifiedAt: Date | null;
  /** The bytes from the start; standard input can be read only once. */
  open(): AsyncIterable<Uint8Array>;
}

/** The path cannot be read; the message is for the user. */
export class NoInput extends Error {
  override readonly name = 'NoInput';
}

const chunkSize = 256 * 1024;

type Skip = (name: string, why: string) => void;

/** A file, all files below a folder in name order without dot files, or standard input for `-`. */
export async function* inputsAt(
  location: string,
  skip: Skip,
  standardInput: AsyncIterable<Uint8Array> = process.stdin,
): AsyncGenerator<Input> {
  if (location === '-') {
    yield { name: 'standard input', size: null, modifiedAt: null, open: () => standardInput };
    return;
  }
  const found = await stat(location).catch((cause: NodeJS.ErrnoException) => {
    throw new NoInput(messageFor(location, cause), { cause });
  });
  if (found.isDirectory()) yield* inputsBelow(location, skip, new Set());
  else yield toInput(location, found);
}

function messageFor(location: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `There is no file or folder ${location}.`;
  if (code === 'EACCES' || code === 'EPERM') return `Permission denied for ${location}.`;
  return `${location} cannot be read (${code ?? message}).`;
}

/** A named pipe works too; its size is unknown. */
function toInput(name: string, found: Stats): Input {
  return {
    name,
    size: found.isFile() ? found.size : null,
    modifiedAt: found.mtime,
    open: () => createReadStream(name, { highWaterMark: chunkSize }),
  };
}

/** @param above the real paths of the parent folders, to detect link cycles */
async function* inputsBelow(folder: string, skip: Skip, above: ReadonlySet<string>): AsyncGenerator<Input> {
  const real = await realpath(folder);
  if (above.has(real)) return skip(folder, 'It is a link to one of its parent folders.');
  const names = await readdir(folder).catch(() => null);
  if (names === null) return skip(folder, 'Permission denied.');
  for (const name of names.filter((each) => !each.startsWith('.')).toSorted()) {
    const location = path.join(folder, name);
    const found = await stat(location).catch(() => null);
    if (found === null) skip(location, 'It is a broken link, or permission is denied.');
    else if (found.isDirectory()) yield* inputsBelow(location, skip, new Set([...above, real]));
    else if (found.isFile()) yield toInput(location, found);
    else skip(location, 'It is neither a file nor a folder.');
  }
  return undefined;
}

/** Opens a named pipe without waiting for a writer: a blocked thread would keep the process alive. */
export async function* bytesOfPipe(name: string, stopping: AbortSignal): AsyncGenerator<Uint8Array> {
  const fd = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  yield* new Socket({ fd, readable: true, writable: false, signal: stopping });
}
