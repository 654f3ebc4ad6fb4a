import { createHash, type Hash } from 'node:crypto';
import type { z } from 'zod';
import { describeIssues } from '@magpie/contract';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import { parseJson } from '../../integrations/json.ts';
import { sha256Of } from '../media/storePicture.ts';
import * as format from './format.ts';
import { type JsonLine, readLines } from './lines.ts';
import { ReferenceChecker } from './references.ts';
import { type TarMember, readTarball } from './tarball.ts';

export interface ArchivedPictureFile extends format.PictureFile {
  readonly bytes: Buffer;
}

/** The manifest is a few hundred bytes. */
const maxManifestBytes = 1024 * 1024;
/** More than the maximum size of a stored picture. */
const maxPictureBytes = 256 * 1024 * 1024;

/** Call `open`, `pictures`, `owners`, `ads` and `end` in this order; throws at the first deviation from the format. */
export class ArchiveReader {
  readonly manifest: format.LibraryManifest;
  readonly #members: AsyncGenerator<TarMember>;
  readonly #references = new ReferenceChecker();

  private constructor(manifest: format.LibraryManifest, members: AsyncGenerator<TarMember>) {
    this.manifest = manifest;
    this.#members = members;
  }

  static async open(bytes: AsyncIterable<Uint8Array>): Promise<ArchiveReader> {
    const members = readTarball(bytes);
    try {
      const { value: first } = await members.next();
      if (first?.name !== format.manifestName) throw notAnArchive();
      const content = await readContent(first, maxManifestBytes);
      return new ArchiveReader(readManifest(content), members);
    } catch (error) {
      await members.return(undefined);
      throw error;
    }
  }

  /** Releases the input; can be called at any point. */
  async close(): Promise<void> {
    await this.#members.return(undefined);
  }

  async *pictures(): AsyncGenerator<ArchivedPictureFile> {
    let total = 0;
    for (let left = this.manifest.counts.pictures; left > 0; left -= 1) {
      const member = await this.#next('a picture');
      const file = format.parsePictureName(member.name);
      if (file === undefined) throw wrongMember(member.name, 'a picture');
      const bytes = await readContent(member, maxPictureBytes);
      if (sha256Of(bytes) !== file.sha256) throw alteredMember(member.name);
      total += bytes.length;
      this.#references.addPicture(file);
      yield { ...file, bytes };
    }
    if (total !== this.manifest.pictureBytes) throw alteredMember(format.manifestName);
  }

  async owners(): Promise<format.Owners> {
    const { counts } = this.manifest;
    const people = await collect(this.#lines('people.jsonl', format.ArchivedPerson, counts.people));
    const teams = await collect(this.#lines('teams.jsonl', format.ArchivedTeam, counts.teams));
    const boards = await collect(this.#lines('boards.jsonl', format.ArchivedBoard, counts.boards));
    this.#references.addOwners({ people, teams, boards });
    return { people, teams, boards };
  }

  async *ads(): AsyncGenerator<JsonLine<format.ArchivedAd>> {
    for await (const line of this.#lines('ads.jsonl', format.ArchivedAd, this.manifest.counts.ads)) {
      this.#references.checkAd(line.record);
      yield line;
    }
  }

  /** Only account files may follow. Reading to the end also verifies the checksum of the file. */
  async end(): Promise<void> {
    for await (const { name, content } of this.#members) {
      if (!format.isAccountFile(name)) throw wrongMember(name, 'the end');
      for await (const _ of content);
    }
  }

  async #next(expected: string): Promise<TarMember> {
    const { value } = await this.#members.next();
    if (value !== undefined) return value;
    throw new MagpieError('BAD_REQUEST', `The archive ends where ${expected} is expected; it is incomplete.`);
  }

  async *#lines<Schema extends z.ZodType>(
    name: format.LineMember,
    schema: Schema,
    count: number,
  ): AsyncGenerator<JsonLine<z.output<Schema>>> {
    const member = await this.#next(name);
    if (member.name !== name) throw wrongMember(member.name, name);
    const declared = this.manifest.members.find((each) => each.name === name);
    if (declared?.bytes !== member.bytes) throw alteredMember(name);
    const hash = createHash('sha256');
    let lines = 0;
    for await (const line of readLines(name, withDigest(member.content, hash), schema)) {
      lines += 1;
      yield line;
    }
    if (lines !== count || hash.digest('hex') !== declared.sha256) throw alteredMember(name);
  }
}

/** Validates a complete archive without storing anything, so that an invalid one is rejected before any change. */
export async function checkArchive(bytes: AsyncIterable<Uint8Array>, onRecord: () => void) {
  const reader = await ArchiveReader.open(bytes);
  try {
    for await (const _ of reader.pictures()) onRecord();
    await reader.owners();
    for await (const _ of reader.ads()) onRecord();
    await reader.end();
    return reader.manifest;
  } finally {
    await reader.close();
  }
}

function readManifest(content: Buffer): format.LibraryManifest {
  const value = parseJson(content, format.manifestName) as { format?: unknown; version?: unknown } | null;
  if (value?.format !== format.formatName) throw notAnArchive();
  if (!format.readableVersions.includes(value.version)) {
    throw new MagpieError(
      'BAD_REQUEST',
      `The archive has format version ${sanitizeForMessage(String(value.version), 20)}, but this Magpie reads versions up to ${format.formatVersion}; upgrade Magpie.`,
    );
  }
  const parsed = format.LibraryManifest.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = describeIssues(parsed.error, { input: format.LibraryManifest });
  throw new MagpieError(
    'BAD_REQUEST',
    `${format.manifestName} is invalid: ${issue?.message ?? 'unexpected format'}.`,
  );
}

async function readContent({ name, bytes, content }: TarMember, max: number): Promise<Buffer> {
  if (bytes > max) {
    throw new MagpieError(
      'BAD_REQUEST',
      `${sanitizeForMessage(name, 100)} has ${bytes} bytes; the maximum is ${max}.`,
    );
  }
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* withDigest(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

async function collect<Item>(lines: AsyncIterable<JsonLine<Item>>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const { record } of lines) collected.push(record);
  return collected;
}

function notAnArchive(): MagpieError {
  return new MagpieError(
    'BAD_REQUEST',
    `This is not a library archive: it must start with a ${format.manifestName} of the format ${format.formatName}, as written by export --library.`,
  );
}

function wrongMember(name: string, expected: string): MagpieError {
  return new MagpieError(
    'BAD_REQUEST',
    `The archive has '${sanitizeForMessage(name, 100)}' where ${expected} is expected; members must be in the order in which export writes them.`,
  );
}

function alteredMember(name: string): MagpieError {
  return new MagpieError(
    'BAD_REQUEST',
    `${name} was altered after the archive was created; get the archive again from its source.`,
  );
}
