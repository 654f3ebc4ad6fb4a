import { createReadStream, type Stats, createWriteStream } from 'node:fs';
import { lstat, opendir, readFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { z } from 'zod';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export interface ChecksummedFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

interface WriteOptions {
  readonly gzip: boolean;
  readonly stopping: AbortSignal;
}

/** Writes a file readable only by its owner, syncs it to disk and returns the checksum of the written bytes. */
export async function writeWithChecksum(
  folder: string,
  name: string,
  source: AsyncIterable<Uint8Array>,
  { gzip, stopping }: WriteOptions,
): Promise<ChecksummedFile> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const summing = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  const input = Readable.from(source, { objectMode: false });
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  const options = { signal: stopping };
  // Level 1 takes a third of the time of the default level, for 10% more bytes.
  if (gzip) await pipeline(input, createGzip({ level: 1 }), summing, output, options);
  else await pipeline(input, summing, output, options);
  return { path: name, sha256: hash.digest('hex'), bytes };
}

export async function computeChecksum(file: string): Promise<Omit<ChecksummedFile, 'path'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

export function checksumLine({ path: name, sha256 }: Pick<ChecksummedFile, 'path' | 'sha256'>): string {
  return `${sha256}  ${name}\n`;
}

export const paths = {
  manifest: 'manifest.json',
  /** The digest of the manifest, in the format of sha256sum. */
  seal: 'manifest.json.sha256',
  checksums: 'checksums.sha256',
  postgres: (table: string): string => `postgres/${table}.copy.gz`,
  clickhouse: (table: string): string => `clickhouse/${table}.native.gz`,
  file: (key: string): string => `files/${key}`,
} as const;

const count = z.number().int().nonnegative();
const digest = z.string().regex(/^[0-9a-f]{64}$/);

const AppliedMigration = z.strictObject({ version: count, name: z.string(), checksum: z.string() });

const BackedUpTable = z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: count });
export type BackedUpTable = z.infer<typeof BackedUpTable>;

const SequenceState = z.strictObject({ name: z.string(), last: z.string(), isCalled: z.boolean() });
export type SequenceState = z.infer<typeof SequenceState>;

export const Manifest = z.strictObject({
  format: z.literal('magpie backup 1'),
  magpie: z.string(),
  takenAt: z.iso.datetime(),
  postgres: z.strictObject({
    engine: z.string(),
    migrations: z.array(AppliedMigration),
    tables: z.array(BackedUpTable),
    sequences: z.array(SequenceState),
  }),
  clickhouse: z.strictObject({
    engine: z.string(),
    /** Checksums of a single server, even for a backup of a cluster. */
    migrations: z.array(AppliedMigration),
    tables: z.array(BackedUpTable),
  }),
  files: z.strictObject({
    count,
    bytes: count,
    /** Missing files that images or saved ads refer to. */
    lost: count,
  }),
  checksums: z.strictObject({ sha256: digest, files: count, bytes: count }),
});
export type Manifest = z.infer<typeof Manifest>;

export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup';
}

export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await verifyChecksumList(folder, manifest);
  let files = 0;
  for await (const [name, sha256] of listedFiles(folder)) {
    const sum = await checksumOfFile(folder, name);
    if (sum.sha256 !== sha256) throw checksumMismatch(name);
    files += 1;
  }
  await assertNoExtraFiles(folder, files);
  return manifest;
}

export async function verifyChecksumList(folder: string, { checksums }: Manifest): Promise<void> {
  const list = await checksumOfFile(folder, paths.checksums);
  if (list.sha256 !== checksums.sha256) throw checksumMismatch(paths.checksums);
}

export async function readManifest(folder: string): Promise<Manifest> {
  const sealed = await lstat(path.join(folder, paths.seal)).catch(notABackup(folder));
  assertRegularFile(sealed, paths.seal);
  const seal = await readFile(path.join(folder, paths.seal), 'utf8').catch(unreadableFile(paths.seal));
  const { sha256 } = await checksumOfFile(folder, paths.manifest);
  if (seal !== checksumLine({ path: paths.manifest, sha256 })) throw checksumMismatch(paths.manifest);
  const json: unknown = JSON.parse(await readFile(path.join(folder, paths.manifest), 'utf8'));
  const read = Manifest.safeParse(json);
  if (read.success) return read.data;
  throw new DamagedBackup(
    `This version of Magpie does not support the format of the backup ${folder}; use the version that created it or a newer one.`,
  );
}

/** Reads only regular files: the target of a link may change, and reading a pipe may block forever. */
async function checksumOfFile(folder: string, name: string): Promise<{ readonly sha256: string }> {
  const file = path.join(folder, name);
  assertRegularFile(await lstat(file).catch(unreadableFile(name)), name);
  return computeChecksum(file).catch(unreadableFile(name));
}

function assertRegularFile(found: Pick<Stats, 'isFile' | 'isSymbolicLink'>, name: string): void {
  if (found.isFile()) return;
  const what = found.isSymbolicLink() ? 'a link' : 'not a regular file';
  throw new DamagedBackup(`The backup is damaged: ${name} is ${what}.`);
}

export async function* listedFiles(folder: string): AsyncGenerator<readonly [name: string, sha256: string]> {
  for await (const line of createInterface({
    input: createReadStream(path.join(folder, paths.checksums)),
  })) {
    yield [line.slice(66), line.slice(0, 64)];
  }
}

/** All listed files exist at this point, so the names are compared only if the counts differ. */
async function assertNoExtraFiles(folder: string, files: number): Promise<void> {
  const own: readonly string[] = [paths.manifest, paths.seal, paths.checksums];
  let found = 0;
  for await (const _ of listFiles(folder, '')) found += 1;
  if (found === files + own.length) return;
  const known = new Set(own);
  for await (const [name] of listedFiles(folder)) known.add(name);
  for await (const name of listFiles(folder, '')) {
    if (!known.has(name)) {
      throw new DamagedBackup(`The backup contains an unknown file: ${name}.`);
    }
  }
}

/** Streams the names, since there may be millions. */
async function* listFiles(folder: string, below: string): AsyncGenerator<string> {
  for await (const entry of await opendir(path.join(folder, below))) {
    const name = path.join(below, entry.name);
    if (entry.isDirectory()) {
      yield* listFiles(folder, name);
    } else {
      assertRegularFile(entry, name);
      yield name;
    }
  }
}

export function checksumMismatch(name: string): DamagedBackup {
  return new DamagedBackup(`The backup is damaged: ${name} does not match its checksum.`);
}

function unreadableFile(name: string): (cause: unknown) => never {
  return (cause) => {
    throw new DamagedBackup(`The backup is damaged: ${name} cannot be read.`, { cause });
  };
}

function notABackup(folder: string): (cause: unknown) => never {
  return (cause) => {
    throw new DamagedBackup(
      `${folder} is not a complete backup: it has no ${paths.seal}; choose a folder created by magpie backup.`,
      { cause },
    );
  };
}
