import { createHash } from 'node:crypto';
import { MagpieError, shown } from '@magpie/contract/errors';
import type { FileStore } from '../../integrations/storage/fileStore.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import * as sql from './archive.sql.ts';
import type { AdToArchive, FileToArchive, PictureToArchive } from './archive.sql.ts';
import {
  type ArchivedAd,
  type ArchivedBoard,
  type ArchivedPicture,
  formatName,
  formatVersion,
  type LineMember,
  type Manifest,
  manifestName,
} from './format.ts';
import { Measure } from './lines.ts';
import { findPerson } from '../alreadyHere.sql.ts';
import { holdFiles } from '../media/keptFiles.sql.ts';
import { fileKey } from '../media/storePicture.ts';
import { pictureName } from './pictureFiles.ts';
import { type MemberToWrite, type Write, writeTarball } from './tarball.ts';

/** How far a long work has come: of bytes, where it is known how many there are, and of ads and pictures. */
export interface ArchiveProgress {
  readonly bytes: number;
  readonly totalBytes: number | null;
  readonly records: number;
}

export interface ExportOrder {
  /** The address of the person whose own library is wanted; null: everything. */
  readonly onlyPerson: string | null;
  readonly write: Write;
  readonly progress: (progress: ArchiveProgress) => void;
  readonly stopping: AbortSignal;
  /** More files of that person, after those of the library; an import passes over them. Only named as `isAccountFile` says. */
  readonly accountFiles?: (tx: Postgres, userId: string) => AsyncIterable<AccountFile>;
}

interface AccountFile {
  readonly name: string;
  readonly content: Buffer;
}

export interface Exported extends Pick<Manifest, 'counts'> {
  /** Pictures whose files were missing or changed; they are fetched again wherever the archive is imported. */
  readonly lostPictures: number;
}

/**
 * Writes the library to an archive, as it is at one moment. It is read twice, since an archive says first what it will
 * hold; so memory stays the same however large it is.
 */
export function exportLibrary(db: Postgres, files: FileStore, order: ExportOrder): Promise<Exported> {
  return db.transaction(async (tx) => {
    await sql.beginConsistentView(tx);
    await holdFiles(tx);
    const person = order.onlyPerson === null ? null : await foundPerson(tx, order.onlyPerson);
    return new LibraryExport(tx, files, order, person).run();
  });
}

async function foundPerson(tx: Postgres, email: string): Promise<string> {
  const id = await findPerson(tx, email);
  if (id !== undefined) return id;
  throw new MagpieError('NOT_FOUND', `Nobody here has the address ${shown(email, 200)}.`);
}

/** Small rows, found by reading all that somebody has: so many at once that this is seldom done. */
const idsInPage = 10_000;
const filesInPage = 10_000;
/** Large ones. */
const adsInPage = 100;
/** So few that even a slow reader takes them before the transaction counts as idle. */
const filesBetweenStatements = 10;
const bytesBetweenStatements = 256 * 1024;

class LibraryExport {
  readonly #tx: Postgres;
  readonly #files: FileStore;
  readonly #order: ExportOrder;
  readonly #person: string | null;
  readonly #lost = new Set<string>();
  /** Numbers of boards within the archive. */
  readonly #numbers = new Map<number, number>();
  #records = 0;
  #bytes = 0;
  /** Known when all has been measured. */
  #totalBytes: number | null = null;

  constructor(tx: Postgres, files: FileStore, order: ExportOrder, person: string | null) {
    this.#tx = tx;
    this.#files = files;
    this.#order = order;
    this.#person = person;
  }

  async run(): Promise<Exported> {
    const pictures = await this.#findPictures();
    const small = await this.#smallMembers();
    const ads = await this.#measureAds();
    const members = [...small, { name: 'ads.jsonl', bytes: ads.bytes, sha256: ads.sha256 } as const];
    const counts = {
      people: small[0].count,
      teams: small[1].count,
      boards: small[2].count,
      ads: ads.count,
      pictures: pictures.count,
    };
    const manifest: Manifest = {
      format: formatName,
      version: formatVersion,
      madeAt: `${new Date().toISOString().slice(0, -1)}000Z`,
      onlyPerson: this.#order.onlyPerson,
      counts,
      members: members.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
      pictureBytes: pictures.bytes,
    };
    await this.#write(manifest, small);
    return { counts, lostPictures: this.#lost.size };
  }

  /** Which pictures there really are: one that is missing or has changed is not worth ending the export for. */
  async #findPictures(): Promise<{ count: number; bytes: number }> {
    const found = { count: 0, bytes: 0 };
    for await (const file of this.#kept()) {
      const content = await this.#files.read(fileKey(file.sha256));
      if (content === null || sha256Of(content) !== file.sha256) this.#lost.add(file.sha256);
      else {
        found.count += 1;
        found.bytes += content.length;
      }
      this.#tell();
    }
    return found;
  }

  async *#kept(): AsyncGenerator<FileToArchive> {
    for (let after = ''; ;) {
      const page = await sql.archivedFilesAfter(this.#tx, this.#person, after, filesInPage);
      for (const [index, file] of page.entries()) {
        this.#order.stopping.throwIfAborted();
        if (index % filesBetweenStatements === 0) await sql.stayAwake(this.#tx);
        yield file;
      }
      const last = page.at(-1);
      if (last === undefined || page.length < filesInPage) return;
      after = last.sha256;
    }
  }

  async #smallMembers(): Promise<[SmallMember, SmallMember, SmallMember]> {
    const people = await sql.archivedPeople(this.#tx, this.#person);
    const teams = this.#person === null ? await sql.archivedTeams(this.#tx) : [];
    const rows = await sql.archivedBoards(this.#tx, this.#person);
    for (const [index, { id }] of rows.entries()) this.#numbers.set(id, index + 1);
    const boards = rows.map((row) => archivedBoard(row, this.#numbers));
    return [
      smallMember('people.jsonl', people),
      smallMember('teams.jsonl', teams),
      smallMember('boards.jsonl', boards),
    ];
  }

  async #measureAds(): Promise<{ count: number; bytes: number; sha256: string }> {
    const measure = new Measure();
    let count = 0;
    for await (const line of this.#adLines()) {
      measure.add(line);
      count += 1;
      this.#tell();
    }
    return { count, bytes: measure.bytes, sha256: measure.sha256() };
  }

  async *#adLines(): AsyncGenerator<Buffer> {
    for (let after = 0; ;) {
      const ids = await sql.savedAdIdsAfter(this.#tx, this.#person, after, idsInPage);
      for (let start = 0; start < ids.length; start += adsInPage) {
        this.#order.stopping.throwIfAborted();
        const page = await sql.archivedAds(this.#tx, ids.slice(start, start + adsInPage));
        for (const row of page) yield lineOf(this.#archivedAd(row));
      }
      const last = ids.at(-1);
      if (last === undefined || ids.length < idsInPage) return;
      after = last;
    }
  }

  #archivedAd({ person, team, boards, pictures, ad, ...saved }: AdToArchive): ArchivedAd {
    return {
      owner: person === null ? { team: team ?? '' } : { person },
      ...saved,
      boards: boards.map(({ board, addedAt }) => ({ board: this.#numbers.get(board) ?? 0, addedAt })),
      pictures: pictures.map((picture) => archivedPicture(picture, this.#lost)),
      ad,
    };
  }

  async #write(manifest: Manifest, small: readonly SmallMember[]): Promise<void> {
    this.#totalBytes = manifest.members.reduce((sum, { bytes }) => sum + bytes, manifest.pictureBytes);
    await writeTarball(this.#members(manifest, small), this.#order.write);
  }

  async *#members(manifest: Manifest, small: readonly SmallMember[]): AsyncGenerator<MemberToWrite> {
    const head = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    yield { name: manifestName, bytes: head.length, content: [head] };
    for await (const file of this.#kept()) {
      if (this.#lost.has(file.sha256)) continue;
      const content = await this.#files.read(fileKey(file.sha256));
      if (content === null) throw new MagpieError('CONFLICT', wentAway);
      yield { name: pictureName(file), bytes: content.length, content: this.#told([content]) };
    }
    for (const { name, content, bytes } of small) yield { name, bytes, content: this.#told([content]) };
    const ads = manifest.members.at(-1);
    yield { name: 'ads.jsonl', bytes: ads?.bytes ?? 0, content: this.#told(this.#adLines()) };
    if (this.#person !== null) yield* this.#accountFiles(this.#person);
  }

  async *#accountFiles(person: string): AsyncGenerator<MemberToWrite> {
    for await (const { name, content } of this.#order.accountFiles?.(this.#tx, person) ?? []) {
      yield { name, bytes: content.length, content: this.#inPieces(content) };
    }
  }

  /** A slow reader may take longer for a large picture than a transaction may be idle. */
  async *#inPieces(content: Buffer): AsyncGenerator<Buffer> {
    for (let start = 0; start < content.length; start += bytesBetweenStatements) {
      await sql.stayAwake(this.#tx);
      yield content.subarray(start, start + bytesBetweenStatements);
    }
  }

  async *#told(content: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      this.#bytes += chunk.length;
      this.#tell();
      yield chunk;
    }
  }

  #tell(): void {
    this.#records += 1;
    this.#order.progress({ bytes: this.#bytes, totalBytes: this.#totalBytes, records: this.#records });
  }
}

const wentAway = 'A picture was deleted while it was to be written; export again.';

interface SmallMember {
  readonly name: LineMember;
  readonly count: number;
  readonly content: Buffer;
  readonly bytes: number;
  readonly sha256: string;
}

function smallMember(name: LineMember, records: readonly object[]): SmallMember {
  const content = Buffer.concat(records.map(lineOf));
  return { name, count: records.length, content, bytes: content.length, sha256: sha256Of(content) };
}

function archivedBoard(row: sql.BoardToArchive, numbers: ReadonlyMap<number, number>): ArchivedBoard {
  const { id, person, team, parentBoardId, ...board } = row;
  return {
    board: numbers.get(id) ?? 0,
    owner: team === null ? { person } : { team },
    author: person,
    parent: parentBoardId === null ? null : (numbers.get(parentBoardId) ?? null),
    ...board,
  };
}

/** A copy that is lost has to be made again. */
function archivedPicture(picture: PictureToArchive, lost: ReadonlySet<string>): ArchivedPicture {
  const { url, sha256, type, keptAt, waits, error } = picture;
  if (sha256 !== null && type !== null && !lost.has(sha256)) {
    return { url, state: 'kept', file: pictureName({ sha256, type }), keptAt, error };
  }
  return { url, state: waits || sha256 !== null ? 'waiting' : 'failed', file: null, keptAt: null, error };
}

function lineOf(record: object): Buffer {
  return Buffer.from(`${JSON.stringify(record)}\n`);
}

function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
