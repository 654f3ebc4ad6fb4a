import { reservedSlugs } from '@magpie/contract';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { type BoardHere, boardsOfScope, type SavedAdHere, savedAdsAmong } from '../alreadyHere.sql.ts';
import { lockScopes, scopeOf } from '../../rpc/scopes.ts';
import * as pictures from '../media/restore.sql.ts';
import type { PictureToRestore } from '../media/restore.sql.ts';
import * as sql from '../restore.sql.ts';
import type { LinkToRestore } from '../restore.sql.ts';
import { completeAd } from '../saveAd.ts';
import { savedAdColumns } from '../savedAdColumns.ts';
import { type Owner, writeNote } from '../savedAds.sql.ts';
import type { ArchivedAd, ArchivedBoard, ArchivedPerson, ArchivedTeam, Owners } from './format.ts';
import { pictureNamed } from './pictureFiles.ts';
import { ownerKey } from './references.ts';

/** People and teams are made by the domain whose tables they are in. */
export interface Accounts {
  /** Finds a person by address, or adds them, without a key. */
  person(tx: Postgres, person: ArchivedPerson): Promise<{ id: string; created: boolean }>;
  /** Finds a team by slug, or adds it. */
  team(tx: Postgres, team: Omit<ArchivedTeam, 'members'>): Promise<{ id: number; created: boolean }>;
  /** Adds a member or an invitation, unless the team has them already in whatever role. */
  member(tx: Postgres, teamId: number, member: MemberToRestore): Promise<void>;
}

export interface MemberToRestore extends Omit<ArchivedTeam['members'][number], 'person'> {
  readonly userId: string | null;
}

/** What an import came to. */
export interface Restored {
  /** The addresses of those who were not here. */
  readonly newPeople: string[];
  /** The slugs of the teams that were not here. */
  readonly newTeams: string[];
  readonly slugsLeftOut: { readonly board: string; readonly slug: string }[];
  readonly boards: { created: number; known: number };
  readonly ads: { created: number; known: number };
}

interface Place extends Owner {
  readonly scope: string;
}

/** Puts what an archive holds into one transaction: first the owners with their boards, then ads, some at a time. */
export class Restoration {
  readonly restored: Restored = {
    newPeople: [],
    newTeams: [],
    slugsLeftOut: [],
    boards: { created: 0, known: 0 },
    ads: { created: 0, known: 0 },
  };
  readonly #tx: Postgres;
  readonly #accounts: Accounts;
  readonly #people = new Map<string, string>();
  readonly #places = new Map<string, Place>();
  /** Numbers of boards within the archive, and their ids here. */
  readonly #boards = new Map<number, number>();

  constructor(tx: Postgres, accounts: Accounts) {
    this.#tx = tx;
    this.#accounts = accounts;
  }

  async restoreOwners({ people, teams, boards }: Owners): Promise<void> {
    for (const person of people) await this.#restorePerson(person);
    for (const team of teams) await this.#restoreTeam(team);
    const owners = [...new Set(boards.map(({ owner }) => ownerKey(owner)))];
    await lockScopes(
      this.#tx,
      owners.map((key) => this.#placeNamed(key).scope),
    );
    await this.#restoreBoards(boards);
  }

  async restoreAds(ads: readonly ArchivedAd[]): Promise<void> {
    for (const [key, ofOwner] of grouped(ads, ({ owner }) => ownerKey(owner))) {
      await this.#restoreAdsOf(this.#placeNamed(key), ofOwner);
    }
  }

  async #restorePerson(person: ArchivedPerson): Promise<void> {
    const { id, created } = await this.#accounts.person(this.#tx, person);
    if (created) this.restored.newPeople.push(person.email);
    this.#people.set(person.email, id);
    const owner = { userId: id, teamId: null };
    this.#places.set(ownerKey({ person: person.email }), {
      ...owner,
      scope: scopeOf({ teamId: null, authorId: id }),
    });
  }

  async #restoreTeam({ members, ...team }: ArchivedTeam): Promise<void> {
    const { id, created } = await this.#accounts.team(this.#tx, team);
    if (created) this.restored.newTeams.push(team.slug);
    for (const { person, ...member } of members) {
      const userId = person === null ? null : this.#personNamed(person);
      await this.#accounts.member(this.#tx, id, { ...member, userId });
    }
    this.#places.set(ownerKey({ team: team.slug }), {
      userId: null,
      teamId: id,
      scope: scopeOf({ teamId: id, authorId: '' }),
    });
  }

  /** In the order of the archive, so that where positions are equal the same board comes first. */
  async #restoreBoards(boards: readonly ArchivedBoard[]): Promise<void> {
    const added: ArchivedBoard[] = [];
    const positions = new Map<ArchivedBoard, number>();
    for (const [key, ofOwner] of grouped(boards, ({ owner }) => ownerKey(owner))) {
      const here = await boardsOfScope(this.#tx, this.#placeNamed(key).scope);
      const unknown = this.#recognise(ofOwner, here);
      const inOrder = unknown.toSorted((one, other) => one.order - other.order);
      for (const [index, board] of inOrder.entries()) positions.set(board, here.length + index);
      added.push(...unknown);
    }
    added.sort((one, other) => one.board - other.board);
    for (const board of added) await this.#addBoard(board, positions.get(board) ?? 0);
    const pairs = added.flatMap(({ board, parent }) =>
      parent === null ? [] : [[this.#boardNumbered(board), this.#boardNumbered(parent)] as const],
    );
    await sql.restoreParents(this.#tx, pairs);
  }

  /** Those that are not here. A board is the same when its owner, its name and the microsecond it was made in are. */
  #recognise(boards: readonly ArchivedBoard[], here: readonly BoardHere[]): ArchivedBoard[] {
    const inOrder = here.toSorted((one, other) => one.id - other.id);
    const unmatched = grouped(inOrder, ({ createdAt, name }) => `${createdAt} ${name}`);
    return boards.filter(({ board, createdAt, name }) => {
      const same = unmatched.get(`${createdAt} ${name}`)?.shift();
      if (same === undefined) return true;
      this.restored.boards.known += 1;
      this.#boards.set(board, same.id);
      return false;
    });
  }

  async #addBoard(board: ArchivedBoard, position: number): Promise<void> {
    const { teamId } = this.#placeNamed(ownerKey(board.owner));
    const row = { ...board, authorId: this.#personNamed(board.author), teamId, position };
    const isReserved = board.slug !== null && reservedSlugs.has(board.slug);
    const withSlug = isReserved ? undefined : await sql.restoreBoard(this.#tx, row);
    const id = withSlug ?? (await sql.restoreBoard(this.#tx, { ...row, slug: null }));
    if (id === undefined) throw new Error('the restored board was not returned');
    if (withSlug === undefined && board.slug !== null) {
      this.restored.slugsLeftOut.push({ board: board.name, slug: board.slug });
    }
    this.restored.boards.created += 1;
    this.#boards.set(board.board, id);
  }

  async #restoreAdsOf(place: Place, ads: readonly ArchivedAd[]): Promise<void> {
    const hashes = ads.map(({ hash }) => hash);
    const rows = await savedAdsAmong(this.#tx, place.scope, hashes);
    const here = new Map(rows.map((row) => [row.hash, row]));
    const added = await this.#addAds(
      place,
      ads.filter(({ hash }) => !here.has(hash)),
    );
    const links: LinkToRestore[] = [];
    const [fresh, completed]: [PictureToRestore[], PictureToRestore[]] = [[], []];
    for (const ad of ads) {
      const known = here.get(ad.hash);
      const savedAdId = known === undefined ? found(added.get(ad.hash)) : await this.#touchAd(known, ad);
      (known === undefined ? fresh : completed).push(...picturesToRestore(savedAdId, ad));
      for (const { board, addedAt } of ad.boards) {
        links.push({ boardId: this.#boardNumbered(board), savedAdId, addedAt });
      }
    }
    await sql.restoreLinks(this.#tx, links);
    await pictures.restorePictures(this.#tx, fresh);
    await pictures.completePictures(this.#tx, completed);
  }

  /** Should an archive hold an ad twice, the first one counts. */
  async #addAds(owner: Owner, ads: readonly ArchivedAd[]): Promise<ReadonlyMap<string, number>> {
    const once = new Map(ads.toReversed().map((ad) => [ad.hash, ad]));
    const rows = ads
      .filter((ad) => once.get(ad.hash) === ad)
      .map(({ hash, savedAt, note, incomplete, ad }) => {
        const columns = savedAdColumns(ad, new Date(savedAt));
        return { hash, savedAt, note, incomplete, columns, ad };
      });
    this.restored.ads.created += rows.length;
    return sql.restoreSavedAds(this.#tx, owner, rows);
  }

  /** What is here stays; a note and an ad of which only the address is known are filled in. */
  async #touchAd(known: SavedAdHere, { ad, note, incomplete }: ArchivedAd): Promise<number> {
    this.restored.ads.known += 1;
    if (!known.hasNote && note !== null) await writeNote(this.#tx, known.id, note);
    if (known.incomplete && !incomplete) await completeAd(this.#tx, known, ad);
    return known.id;
  }

  #personNamed(email: string): string {
    return found(this.#people.get(email));
  }

  #placeNamed(key: string): Place {
    return found(this.#places.get(key));
  }

  #boardNumbered(number: number): number {
    return found(this.#boards.get(number));
  }
}

/** The reader refuses archives that refer to what they do not hold. */
function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the archive refers to what it does not hold');
  return value;
}

function picturesToRestore(savedAdId: number, { pictures: all }: ArchivedAd): PictureToRestore[] {
  return all.map(({ url, state, file, keptAt, error }, place) => {
    const sha256 = file === null ? null : (pictureNamed(file)?.sha256 ?? null);
    return { savedAdId, place, url, sha256, keptAt, waits: state === 'waiting', error };
  });
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
