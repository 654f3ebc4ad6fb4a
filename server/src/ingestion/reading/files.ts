import { createReadStream, type Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** Something to read ads from. */
export interface Input {
  /** As it is told to a person: the path, or `standard input`. */
  readonly name: string;
  /** In bytes, packed as it is; `null` when nobody knows yet. */
  readonly size: number | null;
  readonly modifiedAt: Date | null;
  /** The bytes from the beginning; standard input has them only once. */
  open(): AsyncIterable<Uint8Array>;
}

/** Nothing can be read there; the message is one sentence for whoever named the path. */
export class NoInput extends Error {
  override readonly name = 'NoInput';
}

const chunkSize = 256 * 1024;

/** Told of what is in a folder and cannot be read: its path, and why in one sentence. */
type Skip = (name: string, why: string) => void;

/**
 * The file at a path, every file below it in the order of their names, or standard input for `-`. In a folder, names
 * that begin with a dot are passed over: they belong to the system, not to whoever keeps ads there.
 */
export async function* inputsAt(
  location: string,
  skip: Skip,
  standardInput: AsyncIterable<Uint8Array> = process.stdin,
): AsyncGenerator<Input> {
  if (location === '-') {
    yield { name: 'standard input', size: null, modifiedAt: null, open: () => standardInput };
    return;
  }
  const found = await statOf(location);
  if (found.isDirectory()) yield* inputsBelow(location, skip, new Set());
  else yield inputOf(location, found);
}

async function statOf(location: string): Promise<Stats> {
  try {
    return await stat(location);
  } catch (cause) {
    throw new NoInput(sentenceFor(location, cause), { cause });
  }
}

function sentenceFor(location: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOENT') return `There is no file or folder ${location}.`;
  if (code === 'EACCES' || code === 'EPERM') return `${location} may not be read by this user.`;
  return `${location} cannot be read (${String(code ?? cause)}).`;
}

/** A pipe that was named as a path is read as well, only nobody knows how long it is. */
function inputOf(name: string, found: Stats): Input {
  return {
    name,
    size: found.isFile() ? found.size : null,
    modifiedAt: found.mtime,
    open: () => createReadStream(name, { highWaterMark: chunkSize }),
  };
}

/** @param above the real paths of the folders around, so that a link to one of them is not followed for ever */
async function* inputsBelow(folder: string, skip: Skip, above: ReadonlySet<string>): AsyncGenerator<Input> {
  const real = await realpath(folder);
  if (above.has(real)) return skip(folder, 'It is a link to a folder around it.');
  const names = await readdir(folder).catch(() => null);
  if (names === null) return skip(folder, 'This account may not read the folder.');
  for (const name of names.filter((each) => !each.startsWith('.')).toSorted()) {
    const location = path.join(folder, name);
    const found = await stat(location).catch(() => null);
    if (found === null) skip(location, 'It is a link to nothing, or may not be looked at.');
    else if (found.isDirectory()) yield* inputsBelow(location, skip, new Set([...above, real]));
    else if (found.isFile()) yield inputOf(location, found);
    else skip(location, 'It is neither a file nor a folder.');
  }
  return undefined;
}
