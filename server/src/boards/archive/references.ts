import { MagpieError } from '@magpie/contract/errors';
import type { ArchivedAd, ArchivedBoard, ArchivedOwner, Owners } from './format.ts';
import { pictureName, type PictureFile } from './pictureFiles.ts';

/** Holds an archive to itself: whoever and whatever it refers to must be in it. */
export class References {
  /** About a hundred bytes for each. */
  readonly #pictures = new Set<string>();
  readonly #boards = new Map<number, ArchivedBoard>();
  /** Boards from which the way up is known to end. */
  readonly #rooted = new Set<number>();

  addPicture(file: PictureFile): void {
    this.#pictures.add(pictureName(file));
  }

  addOwners({ people, teams, boards }: Owners): void {
    const addresses = new Set(people.map(({ email }) => email));
    const slugs = new Set(teams.map(({ slug }) => slug));
    refuseTwice(
      people.map(({ email }) => email.toLowerCase()),
      'people.jsonl',
    );
    refuseTwice(
      teams.map(({ slug }) => slug),
      'teams.jsonl',
    );
    const known = (email: string, where: string): void => {
      if (!addresses.has(email)) throw unknown(where, 'somebody who is not in people.jsonl');
    };
    for (const { slug, members } of teams) {
      for (const { person } of members) if (person !== null) known(person, `The team ${slug}`);
    }
    for (const board of boards) {
      const where = `Board ${board.board}`;
      known(board.author, where);
      if ('person' in board.owner) known(board.owner.person, where);
      else if (!slugs.has(board.owner.team)) throw unknown(where, 'a team that is not in teams.jsonl');
      if (this.#boards.has(board.board)) throw unknown(where, 'a number that another board has');
      this.#boards.set(board.board, board);
    }
    for (const board of boards) this.#checkParents(board);
  }

  checkAd({ hash, ad, owner, boards, pictures }: ArchivedAd): void {
    const where = `The saved ad ${hash}`;
    if (ad.hash !== hash) throw unknown(where, 'another hash inside');
    for (const { board } of boards) {
      const holder = this.#boards.get(board);
      if (holder === undefined || !isSame(holder.owner, owner)) {
        throw unknown(where, `board ${board}, which is no board of its owner`);
      }
    }
    for (const { file } of pictures) {
      if (file !== null && !this.#pictures.has(file))
        throw unknown(where, 'a picture that is not in the archive');
    }
  }

  #checkParents(board: ArchivedBoard): void {
    const climbed = new Set<number>();
    for (let at = board; at.parent !== null && !this.#rooted.has(at.board);) {
      climbed.add(at.board);
      const parent = this.#boards.get(at.parent);
      if (parent === undefined || climbed.has(parent.board) || !isSame(parent.owner, at.owner)) {
        throw unknown(`Board ${at.board}`, 'a parent that cannot hold it');
      }
      at = parent;
    }
    for (const each of climbed) this.#rooted.add(each);
  }
}

/** As one text, to compare owners and to look them up by. */
export function ownerKey(owner: ArchivedOwner): string {
  return 'person' in owner ? `person ${owner.person}` : `team ${owner.team}`;
}

function isSame(one: ArchivedOwner, other: ArchivedOwner): boolean {
  return ownerKey(one) === ownerKey(other);
}

function refuseTwice(names: readonly string[], where: string): void {
  if (new Set(names).size < names.length) throw unknown(where, 'the same name twice');
}

function unknown(where: string, what: string): MagpieError {
  return new MagpieError('BAD_REQUEST', `${where} has ${what}, so the archive is not right.`);
}
