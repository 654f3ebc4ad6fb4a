import { createHash } from 'node:crypto';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { FileStore } from '../../integrations/storage/fileStore.ts';
import { preventFileDeletion } from '../media/keptFiles.sql.ts';
import { fileKey, sha256Of } from '../media/storePicture.ts';
import { findUserIdByEmail } from '../restore.sql.ts';
import * as sql from './archive.sql.ts';
import * as format from './format.ts';
import { type NewTarMember, type WriteBytes, writeTarball } from './tarball.ts';

export interface ArchiveProgress {
  readonly bytes: number;
  readonly totalBytes: number | null;
  readonly records: number;
}

export interface ExportOptions {
  readonly onlyPerson: string | null;
  readonly write: WriteBytes;
  readonly progress: (progress: ArchiveProgress) => void;
  readonly stopping: AbortSignal;
  /** Additional files of that person after the library, which an import skips. Their names must satisfy `isAccountFile`. */
  readonly accountFiles?: (tx: Postgres, userId: string) => AsyncIterable<AccountFile>;
}

interface AccountFile {
  readonly name: string;
  readonly content: Buffer;
}

export interface ExportResult extends Pick<format.LibraryManifest, 'counts'> {
  /** Pictures with missing or altered files; they are fetched again after the archive is imported. */
  readonly missingPictures: number;
}

/** Reads the library twice, because the manifest with sizes and digests comes first; memory use stays constant. */
export function exportLibrary(db: Postgres, files: FileStore, options: ExportOptions): Promise<ExportResult> {
  return db.transaction(async (tx) => {
    await sql.beginConsistentRead(tx);
    await preventFileDeletion(tx);
    const person = options.onlyPerson === null ? null : await requireUserId(tx, options.onlyPerson);
    return new LibraryExport(tx, files, options, person).run();
  });
}

async function requireUserId(tx: Postgres, email: string): Promise<string> {
  const id = await findUserIdByEmail(tx, email);
  if (id !== undefined) return id;
  throw new MagpieError('NOT_FOUND', `No user has the email address ${sanitizeForMessage(email, 200)}.`);
}

/** Large pages, because each query scans all rows of a person. */
const idsPerPage = 10_000;
const filesPerPage = 10_000;
const adsPerPage = 100;
/** Few enough that a slow reader takes them before the transaction times out as idle. */
const filesBetweenStatements = 10;
const bytesBetweenStatements = 256 * 1024;

class LibraryExport {
  readonly #tx: Postgres;
  readonly #files: FileStore;
  readonly #options: ExportOptions;
  readonly #person: string | null;
  readonly #missing = new Set<string>();
  readonly #numbers = new Map<number, number>();
  #records = 0;
  #bytes = 0;
  #totalBytes: number | null = null;

  constructor(tx: Postgres, files: FileStore, options: ExportOptions, person: string | null) {
    this.#tx = tx;
    this.#files = files;
    this.#options = options;
    this.#person = person;
  }

  async run(): Promise<ExportResult> {
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
    const manifest: format.LibraryManifest = {
      format: format.formatName,
      version: format.formatVersion,
      madeAt: `${new Date().toISOString().slice(0, -1)}000Z`,
      onlyPerson: this.#options.onlyPerson,
      counts,
      members: members.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
      pictureBytes: pictures.bytes,
    };
    await this.#write(manifest, small);
    return { counts, missingPictures: this.#missing.size };
  }

  /** Finds the pictures that exist. A missing or altered one does not fail the export. */
  async #findPictures(): Promise<{ count: number; bytes: number }> {
    const found = { count: 0, bytes: 0 };
    for await (const file of this.#storedFiles()) {
      const content = await this.#files.read(fileKey(file.sha256));
      if (content === null || sha256Of(content) !== file.sha256) this.#missing.add(file.sha256);
      else {
        found.count += 1;
        found.bytes += content.length;
      }
      this.#reportProgress();
    }
    return found;
  }

  async *#storedFiles(): AsyncGenerator<sql.FileToArchive> {
    for (let after = ''; ;) {
      const page = await sql.archivedFilesAfter(this.#tx, this.#person, after, filesPerPage);
      for (const [index, file] of page.entries()) {
        this.#options.stopping.throwIfAborted();
        if (index % filesBetweenStatements === 0) await sql.keepTransactionAlive(this.#tx);
        yield file;
      }
      const last = page.at(-1);
      if (last === undefined || page.length < filesPerPage) return;
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
    const hash = createHash('sha256');
    let [count, bytes] = [0, 0];
    for await (const line of this.#adLines()) {
      hash.update(line);
      bytes += line.length;
      count += 1;
      this.#reportProgress();
    }
    return { count, bytes, sha256: hash.digest('hex') };
  }

  async *#adLines(): AsyncGenerator<Buffer> {
    for (let after = 0; ;) {
      const ids = await sql.savedAdIdsAfter(this.#tx, this.#person, after, idsPerPage);
      for (let start = 0; start < ids.length; start += adsPerPage) {
        this.#options.stopping.throwIfAborted();
        const page = await sql.archivedAds(this.#tx, this.#person, ids.slice(start, start + adsPerPage));
        for (const row of page) yield toLine(this.#archivedAd(row));
      }
      const last = ids.at(-1);
      if (last === undefined || ids.length < idsPerPage) return;
      after = last;
    }
  }

  #archivedAd({
    person,
    team,
    boards,
    pictures,
    ad,
    labels,
    stage,
    comments,
    ...saved
  }: sql.AdToArchive): format.ArchivedAd {
    return {
      owner: person === null ? { team: team ?? '' } : { person },
      ...saved,
      ...(labels.length > 0 && { labels }),
      ...(stage !== null && stage !== undefined && { stage }),
      ...(comments.length > 0 && { comments }),
      boards: boards.map(({ board, addedAt }) => ({ board: this.#numbers.get(board) ?? 0, addedAt })),
      pictures: pictures.map((picture) => archivedPicture(picture, this.#missing)),
      ad,
    };
  }

  async #write(manifest: format.LibraryManifest, small: readonly SmallMember[]): Promise<void> {
    this.#totalBytes = manifest.members.reduce((sum, { bytes }) => sum + bytes, manifest.pictureBytes);
    await writeTarball(this.#members(manifest, small), this.#options.write);
  }

  async *#members(
    manifest: format.LibraryManifest,
    small: readonly SmallMember[],
  ): AsyncGenerator<NewTarMember> {
    const head = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    yield { name: format.manifestName, bytes: head.length, content: [head] };
    for await (const file of this.#storedFiles()) {
      if (this.#missing.has(file.sha256)) continue;
      const content = await this.#files.read(fileKey(file.sha256));
      if (content === null) throw new MagpieError('CONFLICT', pictureDeleted);
      yield { name: format.pictureName(file), bytes: content.length, content: this.#withProgress([content]) };
    }
    for (const { name, content, bytes } of small)
      yield { name, bytes, content: this.#withProgress([content]) };
    const ads = manifest.members.at(-1);
    yield { name: 'ads.jsonl', bytes: ads?.bytes ?? 0, content: this.#withProgress(this.#adLines()) };
    if (this.#person !== null) yield* this.#accountFiles(this.#person);
  }

  async *#accountFiles(person: string): AsyncGenerator<NewTarMember> {
    for await (const { name, content } of this.#options.accountFiles?.(this.#tx, person) ?? []) {
      yield { name, bytes: content.length, content: this.#inPieces(content) };
    }
  }

  /** A slow reader may take longer for a large picture than the idle timeout of the transaction. */
  async *#inPieces(content: Buffer): AsyncGenerator<Buffer> {
    for (let start = 0; start < content.length; start += bytesBetweenStatements) {
      await sql.keepTransactionAlive(this.#tx);
      yield content.subarray(start, start + bytesBetweenStatements);
    }
  }

  async *#withProgress(content: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      this.#bytes += chunk.length;
      this.#reportProgress();
      yield chunk;
    }
  }

  #reportProgress(): void {
    this.#records += 1;
    this.#options.progress({ bytes: this.#bytes, totalBytes: this.#totalBytes, records: this.#records });
  }
}

const pictureDeleted = 'A picture was deleted during the export; export again.';

type SmallMember = ReturnType<typeof smallMember>;

function smallMember(name: format.LineMember, records: readonly object[]) {
  const content = Buffer.concat(records.map(toLine));
  return { name, count: records.length, content, bytes: content.length, sha256: sha256Of(content) };
}

function archivedBoard(row: sql.BoardToArchive, numbers: ReadonlyMap<number, number>): format.ArchivedBoard {
  const { id, person, team, parentBoardId, ...board } = row;
  return {
    board: numbers.get(id) ?? 0,
    owner: team === null ? { person } : { team },
    author: person,
    parent: parentBoardId === null ? null : (numbers.get(parentBoardId) ?? null),
    ...board,
  };
}

/** A missing copy has to be fetched again. */
function archivedPicture(picture: sql.PictureToArchive, lost: ReadonlySet<string>): format.ArchivedPicture {
  const { url, sha256, type, keptAt, waits, error } = picture;
  if (sha256 !== null && type !== null && !lost.has(sha256)) {
    return { url, state: 'kept', file: format.pictureName({ sha256, type }), keptAt, error };
  }
  return { url, state: waits || sha256 !== null ? 'waiting' : 'failed', file: null, keptAt: null, error };
}

function toLine(record: object): Buffer {
  return Buffer.from(`${JSON.stringify(record)}\n`);
}
