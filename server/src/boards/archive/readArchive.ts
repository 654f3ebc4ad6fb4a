import { describeIssues } from '@magpie/contract';
import type { z } from 'zod';
import { MagpieError, shown } from '@magpie/contract/errors';
import { parseJson } from '../../integrations/json.ts';
import { pictureNamed, type PictureFile } from './pictureFiles.ts';
import {
  ArchivedAd,
  ArchivedBoard,
  ArchivedPerson,
  ArchivedTeam,
  formatName,
  formatVersion,
  isAccountFile,
  type LineMember,
  Manifest,
  manifestName,
  type Owners,
} from './format.ts';
import { type Line, Measure, readLines } from './lines.ts';
import { type Member, readTarball } from './tarball.ts';
import { References } from './references.ts';

export interface ArchivedPictureFile extends PictureFile {
  readonly bytes: Buffer;
}

/** The manifest is a few hundred bytes. */
const longestManifest = 1024 * 1024;
/** More than may be kept of one picture. */
const largestPicture = 256 * 1024 * 1024;

/**
 * Reads a library archive from its first byte to its last: `open`, then `pictures`, `owners` and `ads`, then `end`.
 * Whatever is not as the manifest and the format say is refused with one sentence where it is found.
 */
export class ArchiveReader {
  readonly manifest: Manifest;
  readonly #members: AsyncGenerator<Member>;
  readonly #references = new References();

  private constructor(manifest: Manifest, members: AsyncGenerator<Member>) {
    this.manifest = manifest;
    this.#members = members;
  }

  static async open(bytes: AsyncIterable<Uint8Array>): Promise<ArchiveReader> {
    const members = readTarball(bytes);
    try {
      const { value: first } = await members.next();
      if (first?.name !== manifestName) throw notOurs();
      const content = await contentOf(first, longestManifest);
      return new ArchiveReader(readManifest(content), members);
    } catch (error) {
      await members.return(undefined);
      throw error;
    }
  }

  /** Lets go of what it reads from, at whatever point it is. */
  async close(): Promise<void> {
    await this.#members.return(undefined);
  }

  async *pictures(): AsyncGenerator<ArchivedPictureFile> {
    let total = 0;
    for (let left = this.manifest.counts.pictures; left > 0; left -= 1) {
      const member = await this.#next('a picture');
      const file = pictureNamed(member.name);
      if (file === undefined) throw wrongMember(member.name, 'a picture');
      const measure = new Measure();
      const bytes = await contentOf(member, largestPicture, measure);
      if (measure.sha256() !== file.sha256) throw changed(member.name);
      total += bytes.length;
      this.#references.addPicture(file);
      yield { ...file, bytes };
    }
    if (total !== this.manifest.pictureBytes) throw changed(manifestName);
  }

  async owners(): Promise<Owners> {
    const { counts } = this.manifest;
    const people = await collect(this.#lines('people.jsonl', ArchivedPerson, counts.people));
    const teams = await collect(this.#lines('teams.jsonl', ArchivedTeam, counts.teams));
    const boards = await collect(this.#lines('boards.jsonl', ArchivedBoard, counts.boards));
    this.#references.addOwners({ people, teams, boards });
    return { people, teams, boards };
  }

  async *ads(): AsyncGenerator<Line<ArchivedAd>> {
    for await (const line of this.#lines('ads.jsonl', ArchivedAd, this.manifest.counts.ads)) {
      this.#references.checkAd(line.record);
      yield line;
    }
  }

  /** Nothing more may come than what an account has besides a library, and the sum over the whole file must be right. */
  async end(): Promise<void> {
    for await (const { name, content } of this.#members) {
      if (!isAccountFile(name)) throw wrongMember(name, 'its end');
      for await (const _ of content);
    }
  }

  async #next(expected: string): Promise<Member> {
    const { value } = await this.#members.next();
    if (value !== undefined) return value;
    throw new MagpieError('BAD_REQUEST', `The archive ends where ${expected} should come; it is cut off.`);
  }

  async *#lines<Schema extends z.ZodType>(
    name: LineMember,
    schema: Schema,
    count: number,
  ): AsyncGenerator<Line<z.output<Schema>>> {
    const member = await this.#next(name);
    if (member.name !== name) throw wrongMember(member.name, name);
    const declared = this.manifest.members.find((each) => each.name === name);
    if (declared?.bytes !== member.bytes) throw changed(name);
    const measure = new Measure();
    let lines = 0;
    for await (const line of readLines(name, measured(member.content, measure), schema)) {
      lines += 1;
      yield line;
    }
    if (lines !== count || measure.sha256() !== declared.sha256) throw changed(name);
  }
}

/** Reads an archive whole without keeping anything of it, so that a bad one is refused before anything is touched. */
export async function checkArchive(
  bytes: AsyncIterable<Uint8Array>,
  onRecord: () => void,
): Promise<Manifest> {
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

function readManifest(content: Buffer): Manifest {
  const value = parseJson(content, manifestName) as { format?: unknown; version?: unknown } | null;
  if (value?.format !== formatName) throw notOurs();
  if (value.version !== formatVersion) {
    throw new MagpieError(
      'BAD_REQUEST',
      `The archive has version ${shown(String(value.version), 20)} of the format, and this Magpie reads version ${formatVersion}; upgrade it.`,
    );
  }
  const parsed = Manifest.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = describeIssues(parsed.error, { input: Manifest });
  throw new MagpieError(
    'BAD_REQUEST',
    `${manifestName} is not right: ${issue?.message ?? 'it has another form'}.`,
  );
}

async function contentOf({ name, bytes, content }: Member, most: number, measure?: Measure): Promise<Buffer> {
  if (bytes > most) {
    throw new MagpieError('BAD_REQUEST', `${shown(name, 100)} has ${bytes} bytes, and ${most} are the most.`);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of content) {
    measure?.add(chunk);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* measured(content: AsyncIterable<Buffer>, measure: Measure): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    measure.add(chunk);
    yield chunk;
  }
}

async function collect<Item>(lines: AsyncIterable<Line<Item>>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const { record } of lines) collected.push(record);
  return collected;
}

function notOurs(): MagpieError {
  return new MagpieError(
    'BAD_REQUEST',
    `This is no library archive: it does not begin with a ${manifestName} of the format ${formatName}, as export --library writes it.`,
  );
}

function wrongMember(name: string, expected: string): MagpieError {
  return new MagpieError(
    'BAD_REQUEST',
    `The archive has '${shown(name, 100)}' where ${expected} should come; members keep the order in which export writes them.`,
  );
}

function changed(name: string): MagpieError {
  return new MagpieError(
    'BAD_REQUEST',
    `${name} is not what it was when the archive was made; get the archive again from where it was made.`,
  );
}
