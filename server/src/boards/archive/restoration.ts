import { reservedSlugs } from '@magpie/contract';
import { groupBy } from '../../db/postgres/batches.sql.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { lockScopes, toScopeName } from '../../rpc/scopes.ts';
import { type CommentToRestore, restoreComments } from '../comments.sql.ts';
import { type LabelToRestore, restoreLabels, writeStage } from '../labels.sql.ts';
import * as pictures from '../media/keptMedia.sql.ts';
import * as sql from '../restore.sql.ts';
import { completeAd, videoUrls } from '../saveAd.ts';
import { savedAdColumns } from '../savedAdColumns.ts';
import { type LibraryOwner, writeNote } from '../savedAds.sql.ts';
import * as format from './format.ts';
import { ownerKey } from './references.ts';

/** Creates people and teams; implemented by the module that owns their tables. */
export interface Accounts {
  person(tx: Postgres, person: format.ArchivedPerson): Promise<{ id: string; created: boolean }>;
  team(tx: Postgres, team: Omit<format.ArchivedTeam, 'members'>): Promise<{ id: number; created: boolean }>;
  /** Adds a member or an invitation, unless the team has them already in any role. */
  member(tx: Postgres, teamId: number, member: MemberToRestore): Promise<void>;
}

export interface MemberToRestore extends Omit<format.ArchivedTeam['members'][number], 'person'> {
  readonly userId: string | null;
}

export interface RestoreResult {
  readonly newPeople: string[];
  readonly newTeams: string[];
  readonly skippedSlugs: { readonly board: string; readonly slug: string }[];
  readonly boards: { created: number; known: number };
  readonly ads: { created: number; known: number };
}

interface RestoreTarget extends LibraryOwner {
  readonly scope: string;
}

export class LibraryRestore {
  readonly restored: RestoreResult = {
    newPeople: [],
    newTeams: [],
    skippedSlugs: [],
    boards: { created: 0, known: 0 },
    ads: { created: 0, known: 0 },
  };
  readonly #tx: Postgres;
  readonly #accounts: Accounts;
  readonly #people = new Map<string, string>();
  readonly #targets = new Map<string, RestoreTarget>();
  readonly #boards = new Map<number, number>();

  constructor(tx: Postgres, accounts: Accounts) {
    this.#tx = tx;
    this.#accounts = accounts;
  }

  async restoreOwners({ people, teams, boards }: format.Owners): Promise<void> {
    for (const person of people) await this.#restorePerson(person);
    for (const team of teams) await this.#restoreTeam(team);
    const owners = new Set(boards.map(({ owner }) => ownerKey(owner)));
    const scopes = Array.from(owners, (key) => required(this.#targets.get(key)).scope);
    await lockScopes(this.#tx, scopes);
    await this.#restoreBoards(boards);
  }

  async restoreAds(ads: readonly format.ArchivedAd[]): Promise<void> {
    for (const [key, ofOwner] of groupBy(ads, ({ owner }) => ownerKey(owner))) {
      await this.#restoreAdsOf(required(this.#targets.get(key)), ofOwner);
    }
  }

  async #restorePerson(person: format.ArchivedPerson): Promise<void> {
    const { id, created } = await this.#accounts.person(this.#tx, person);
    if (created) this.restored.newPeople.push(person.email);
    this.#people.set(person.email, id);
    const scope = toScopeName({ teamId: null, authorId: id });
    this.#targets.set(ownerKey({ person: person.email }), { userId: id, teamId: null, scope });
  }

  async #restoreTeam({ members, ...team }: format.ArchivedTeam): Promise<void> {
    const { id, created } = await this.#accounts.team(this.#tx, team);
    if (created) this.restored.newTeams.push(team.slug);
    for (const { person, ...member } of members) {
      const userId = person === null ? null : required(this.#people.get(person));
      await this.#accounts.member(this.#tx, id, { ...member, userId });
    }
    const scope = toScopeName({ teamId: id, authorId: '' });
    this.#targets.set(ownerKey({ team: team.slug }), { userId: null, teamId: id, scope });
  }

  /** In archive order, so that ties between equal positions are preserved. */
  async #restoreBoards(boards: readonly format.ArchivedBoard[]): Promise<void> {
    const added: format.ArchivedBoard[] = [];
    const positions = new Map<format.ArchivedBoard, number>();
    for (const [key, ofOwner] of groupBy(boards, ({ owner }) => ownerKey(owner))) {
      const existing = await sql.boardsOfScope(this.#tx, required(this.#targets.get(key)).scope);
      const unknown = this.#findNewBoards(ofOwner, existing);
      const inOrder = unknown.toSorted((one, other) => one.order - other.order);
      for (const [index, board] of inOrder.entries()) positions.set(board, existing.length + index);
      added.push(...unknown);
    }
    added.sort((one, other) => one.board - other.board);
    for (const board of added) await this.#addBoard(board, positions.get(board) ?? 0);
    const pairs = added.flatMap(({ board, parent }) =>
      parent === null
        ? []
        : [[required(this.#boards.get(board)), required(this.#boards.get(parent))] as const],
    );
    await sql.restoreParents(this.#tx, pairs);
  }

  /** Returns the boards that do not exist yet. Boards are equal if owner, name and creation time (in microseconds) are. */
  #findNewBoards(
    boards: readonly format.ArchivedBoard[],
    existing: readonly sql.ExistingBoard[],
  ): format.ArchivedBoard[] {
    const inOrder = existing.toSorted((one, other) => one.id - other.id);
    const unmatched = groupBy(inOrder, ({ createdAt, name }) => `${createdAt} ${name}`);
    return boards.filter(({ board, createdAt, name }) => {
      const same = unmatched.get(`${createdAt} ${name}`)?.shift();
      if (same === undefined) return true;
      this.restored.boards.known += 1;
      this.#boards.set(board, same.id);
      return false;
    });
  }

  async #addBoard(board: format.ArchivedBoard, position: number): Promise<void> {
    const { teamId } = required(this.#targets.get(ownerKey(board.owner)));
    const row = { ...board, authorId: required(this.#people.get(board.author)), teamId, position };
    const isReserved = board.slug !== null && reservedSlugs.has(board.slug);
    const withSlug = isReserved ? undefined : await sql.restoreBoard(this.#tx, row);
    const id = withSlug ?? (await sql.restoreBoard(this.#tx, { ...row, slug: null }));
    if (id === undefined) throw new Error('the restored board was not returned');
    if (withSlug === undefined && board.slug !== null) {
      this.restored.skippedSlugs.push({ board: board.name, slug: board.slug });
    }
    this.restored.boards.created += 1;
    this.#boards.set(board.board, id);
  }

  async #restoreAdsOf(target: RestoreTarget, ads: readonly format.ArchivedAd[]): Promise<void> {
    const hashes = ads.map(({ hash }) => hash);
    const rows = await sql.findSavedAds(this.#tx, target.scope, hashes);
    const existing = new Map(rows.map((row) => [row.hash, row]));
    const unknown = ads.filter(({ hash }) => !existing.has(hash));
    const added = await this.#addAds(target, unknown);
    const links: sql.LinkToRestore[] = [];
    const labels: LabelToRestore[] = [];
    const comments: CommentToRestore[] = [];
    const [fresh, completed]: [pictures.PictureToRestore[], pictures.PictureToRestore[]] = [[], []];
    for (const ad of ads) {
      const known = existing.get(ad.hash);
      const savedAdId = known === undefined ? required(added.get(ad.hash)) : await this.#updateAd(known, ad);
      (known === undefined ? fresh : completed).push(...picturesToRestore(savedAdId, ad));
      for (const { name, color } of ad.labels ?? []) labels.push({ savedAdId, name, color });
      for (const { author, ...comment } of ad.comments ?? []) {
        const authorId = author === null ? null : required(this.#people.get(author));
        comments.push({ savedAdId, authorId, ...comment });
      }
      for (const { board, addedAt } of ad.boards) {
        links.push({ boardId: required(this.#boards.get(board)), savedAdId, addedAt });
      }
    }
    await sql.restoreLinks(this.#tx, links);
    await restoreLabels(this.#tx, target, labels);
    await restoreComments(this.#tx, comments);
    await pictures.restorePictures(this.#tx, fresh);
    await pictures.completePictures(this.#tx, completed);
  }

  /** If an archive contains an ad twice, the first one is used. */
  async #addAds(
    owner: LibraryOwner,
    ads: readonly format.ArchivedAd[],
  ): Promise<ReadonlyMap<string, number>> {
    const once = new Map(ads.toReversed().map((ad) => [ad.hash, ad]));
    const rows = ads
      .filter((ad) => once.get(ad.hash) === ad)
      .map(({ hash, savedAt, note, stage = null, incomplete, ad }) => {
        const columns = savedAdColumns(ad, new Date(savedAt));
        return { hash, savedAt, note, stage, incomplete, columns, ad };
      });
    this.restored.ads.created += rows.length;
    return sql.restoreSavedAds(this.#tx, owner, rows);
  }

  /** Existing data is kept; only a missing note or stage and a placeholder are filled in, and labels are added. */
  async #updateAd(
    known: sql.ExistingSavedAd,
    { ad, note, stage, incomplete }: format.ArchivedAd,
  ): Promise<number> {
    this.restored.ads.known += 1;
    if (!known.hasNote && note !== null) await writeNote(this.#tx, known.id, note);
    if (!known.hasStage && stage !== undefined) await writeStage(this.#tx, [known.id], stage);
    if (known.incomplete && !incomplete) await completeAd(this.#tx, known, ad);
    return known.id;
  }
}

/** Never fails, because the reader rejects archives with missing references. */
function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the archive has a missing reference');
  return value;
}

function picturesToRestore(
  savedAdId: number,
  { pictures: all, ad }: format.ArchivedAd,
): pictures.PictureToRestore[] {
  const videos = new Set(videoUrls(ad));
  return all.map(({ url, state, file, keptAt, error }, place) => {
    const sha256 = file === null ? null : (format.parsePictureName(file)?.sha256 ?? null);
    return {
      savedAdId,
      place,
      url,
      isVideo: videos.has(url),
      sha256,
      keptAt,
      waits: state === 'waiting',
      error,
    };
  });
}
