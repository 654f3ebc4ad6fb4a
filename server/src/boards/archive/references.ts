import { MagpieError } from '@magpie/contract/errors';
import * as format from './format.ts';

export class ReferenceChecker {
  /** About a hundred bytes for each. */
  readonly #pictures = new Set<string>();
  readonly #boards = new Map<number, format.ArchivedBoard>();
  readonly #people = new Set<string>();
  readonly #rooted = new Set<number>();

  addPicture(file: format.PictureFile): void {
    this.#pictures.add(format.pictureName(file));
  }

  addOwners({ people, teams, boards }: format.Owners): void {
    const addresses = new Set(people.map(({ email }) => email));
    for (const address of addresses) this.#people.add(address);
    const slugs = new Set(teams.map(({ slug }) => slug));
    const distinctPeople = new Set(people.map(({ email }) => email.toLowerCase()));
    if (distinctPeople.size < people.length) throw invalidReference('people.jsonl', 'duplicate names');
    if (slugs.size < teams.length) throw invalidReference('teams.jsonl', 'duplicate names');
    const known = (email: string, where: string): void => {
      if (!addresses.has(email)) throw invalidReference(where, 'a person who is not in people.jsonl');
    };
    for (const { slug, members } of teams) {
      for (const { person } of members) if (person !== null) known(person, `team ${slug}`);
    }
    for (const board of boards) {
      const where = `board ${board.board}`;
      known(board.author, where);
      if ('person' in board.owner) known(board.owner.person, where);
      else if (!slugs.has(board.owner.team))
        throw invalidReference(where, 'a team that is not in teams.jsonl');
      if (this.#boards.has(board.board)) throw invalidReference(where, 'a duplicate number');
      this.#boards.set(board.board, board);
    }
    for (const board of boards) this.#checkParents(board);
  }

  checkAd({ hash, ad, owner, boards, pictures, comments = [] }: format.ArchivedAd): void {
    const where = `saved ad ${hash}`;
    if (ad.hash !== hash) throw invalidReference(where, 'a different hash inside');
    for (const { board } of boards) {
      const holder = this.#boards.get(board);
      if (holder === undefined || !isSame(holder.owner, owner)) {
        throw invalidReference(where, `board ${board}, which belongs to another owner`);
      }
    }
    for (const { author } of comments) {
      if (author !== null && !this.#people.has(author))
        throw invalidReference(where, 'a comment by a person who is not in people.jsonl');
    }
    for (const { file } of pictures) {
      if (file !== null && !this.#pictures.has(file))
        throw invalidReference(where, 'a picture that is not in the archive');
    }
  }

  #checkParents(board: format.ArchivedBoard): void {
    const ancestors = new Set<number>();
    for (let at = board; at.parent !== null && !this.#rooted.has(at.board);) {
      ancestors.add(at.board);
      const parent = this.#boards.get(at.parent);
      if (parent === undefined || ancestors.has(parent.board) || !isSame(parent.owner, at.owner)) {
        throw invalidReference(`board ${at.board}`, 'an invalid parent');
      }
      at = parent;
    }
    for (const each of ancestors) this.#rooted.add(each);
  }
}

export function ownerKey(owner: format.ArchivedOwner): string {
  return 'person' in owner ? `person ${owner.person}` : `team ${owner.team}`;
}

function isSame(one: format.ArchivedOwner, other: format.ArchivedOwner): boolean {
  return ownerKey(one) === ownerKey(other);
}

function invalidReference(where: string, what: string): MagpieError {
  return new MagpieError('BAD_REQUEST', `The archive is invalid: ${where} has ${what}.`);
}
