import type { Ad, CapturedAd, contract, OpenAd } from '@magpie/contract';
import { adsByHash } from '../ads/ads.sql.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { AskingHandler, Caller, Handlers } from '../rpc/procedure.ts';
import { assertCanDeleteSavedAds, lockScopes, scopeOf, scopesSeenBy, visibleScopes } from '../rpc/scopes.ts';
import { lockScope } from '../rpc/scopes.sql.ts';
import { editableBoard, lockBoard } from './boardAccess.ts';
import { presentBoard } from './boards.ts';
import * as boards from './boards.sql.ts';
import { asCaptured, hashOfCaptured, openAdOf } from './captured.ts';
import { unknownAd } from './details.ts';
import type { LibraryParts } from './library.ts';
import type { SavedSnapshot } from './presentSaved.ts';
import { saveAd, type SaveOptions } from './saveAd.ts';
import * as sql from './savedAds.sql.ts';

type Router = Pick<
  typeof contract.ads,
  'addToBoard' | 'removeFromBoard' | 'delete' | 'setNote' | 'listBoardsContaining'
>;

/** The procedures of the router `ads` that change what is saved, or tell where. */
export function savedAdsRouter(parts: LibraryParts): Handlers<Router> {
  return {
    addToBoard: addToBoardHandler(parts),

    removeFromBoard: async ({ input: { boardId, hash }, caller, db }) => {
      const board = await lockBoard(db, boardId, caller);
      const savedAdId = await sql.unlinkFromBoard(db, board.id, hash);
      if (savedAdId === undefined) {
        throw new MagpieError('NOT_FOUND', `Ad ${hash} is not on board ${boardId}.`);
      }
      await sql.forgetUnheld(db, [savedAdId]);
      return { success: true };
    },

    delete: async ({ input: { hash, teamId = null }, caller, db }) => {
      const scope = scopeOf({ teamId, authorId: caller.userId });
      await lockScope(db, scope);
      if (teamId !== null) await assertCanDeleteSavedAds(db, teamId, caller);
      if (!(await sql.forgetCopy(db, scope, hash))) throw await nothingToDelete(db, hash, teamId, caller);
      return { success: true };
    },

    setNote: async ({ input: { hash, note }, caller, db }) => {
      const [copy] = await heldCopies(db, hash, caller);
      if (copy === undefined) throw notSaved(hash);
      await sql.writeNote(db, copy.id, note);
      return { hash, note };
    },

    listBoardsContaining: async ({ input: { hash }, caller, db }) => {
      const scopes = await scopesSeenBy(db, caller.userId);
      const holding = await boards.listBoardsContaining(db, scopes, hash);
      // A saved ad is on at least one board, so only an ad on none of them is looked up in the index.
      if (holding.length === 0 && (await adsByHash(parts.clickhouse, [hash])).length === 0) {
        throw unknownAd(hash);
      }
      return holding.map(presentBoard);
    },
  };
}

/** A copy that only teams of the caller have is not the caller's to delete without naming the team. */
async function nothingToDelete(
  db: Postgres,
  hash: string,
  teamId: number | null,
  caller: Caller,
): Promise<MagpieError> {
  if (teamId !== null) return new MagpieError('NOT_FOUND', `Team ${teamId} has not saved an ad ${hash}.`);
  const copies = await sql.copiesOf(db, await scopesSeenBy(db, caller.userId), hash);
  if (copies.length === 0) return notSaved(hash);
  return new MagpieError(
    'FORBIDDEN',
    `Ad ${hash} is saved by a team of yours and not by you; take it off a board with ads.removeFromBoard, or delete the team's copy as its owner or admin by giving teamId.`,
  );
}

function notSaved(hash: string): MagpieError {
  return new MagpieError('NOT_FOUND', `You have not saved an ad ${hash}.`);
}

/** The copies of an ad that the caller may change, their own before those of teams. */
async function changeableCopies(db: Postgres, hash: string, caller: Caller): Promise<sql.Copy[]> {
  const visible = await visibleScopes(db, caller.userId);
  const scopesOf = (seen: typeof visible): string[] => seen.map(({ scope }) => scope);
  const copies = await sql.copiesOf(db, scopesOf(visible), hash);
  if (copies.length === 0) throw notSaved(hash);
  const editable = new Set(scopesOf(visible.filter(({ canEdit }) => canEdit)));
  const changeable = copies.filter(({ scope }) => editable.has(scope));
  if (changeable.length > 0) return changeable;
  throw new MagpieError(
    'FORBIDDEN',
    `Ad ${hash} is saved only in teams of which you are a viewer, and a viewer can look but not change.`,
  );
}

const mostLooks = 10;

/** The same as they are while nobody else changes their scopes. */
async function heldCopies(tx: Postgres, hash: string, caller: Caller): Promise<sql.Copy[]> {
  for (let looks = 1; ; looks += 1) {
    try {
      // What was locked in vain is given back with the savepoint: scopes are only ever locked in one order.
      return await tx.transaction((attempt) => holdCopiesSeen(attempt, hash, caller));
    } catch (error) {
      if (looks === mostLooks || !(error instanceof MovedMeanwhile)) throw error;
    }
  }
}

/** Somebody moved a copy while we waited for its scope. */
class MovedMeanwhile extends MagpieError {
  constructor(hash: string) {
    super('CONFLICT', `Ad ${hash} is just being moved to another team; try again.`);
  }
}

async function holdCopiesSeen(tx: Postgres, hash: string, caller: Caller): Promise<sql.Copy[]> {
  const seen = (await changeableCopies(tx, hash, caller)).map(({ scope }) => scope);
  await lockScopes(tx, seen);
  const held = await changeableCopies(tx, hash, caller);
  if (held.every(({ scope }) => seen.includes(scope))) return held;
  throw new MovedMeanwhile(hash);
}

/** An ad to be saved, and what saving needs to know of it. */
interface Meant extends Pick<SaveOptions, 'copyOf' | 'incomplete'> {
  readonly ad: SavedSnapshot;
}

function addToBoardHandler(parts: LibraryParts): AskingHandler<typeof contract.ads.addToBoard> {
  return {
    askFirst: async ({ input, caller, db }) => {
      // Before anything enters the index on behalf of somebody who may not save it.
      await editableBoard(db, input.boardId, caller);
      const { ad, ...origin } =
        input.ad === undefined
          ? await adOfHash(parts, db, input.hash ?? '', caller)
          : { ad: await adCaptured(parts, input.ad) };
      return async ({ db: tx, afterCommit }) => {
        const board = await lockBoard(tx, input.boardId, caller);
        const { created } = await saveAd(tx, board, ad, { ...origin, note: input.note });
        afterCommit(parts.picturesWait);
        return { hash: ad.hash, boardId: board.id, created };
      };
    },
  };
}

/** From the index, or, where that does not know it any more, from a copy that the caller sees. */
async function adOfHash(parts: LibraryParts, db: Postgres, hash: string, caller: Caller): Promise<Meant> {
  const ad = await adInIndex(parts, hash);
  if (ad !== undefined) return { ad };
  const scopes = await scopesSeenBy(db, caller.userId);
  const [copy] = await sql.copiesOf(db, scopes, hash);
  const snapshot = copy && (await sql.snapshotOf(db, copy.id));
  if (copy === undefined || snapshot === undefined) {
    throw new MagpieError(
      'NOT_FOUND',
      `There is no ad ${hash} in the index; give a hash that ads.search shows, or the ad itself as "ad".`,
    );
  }
  return { ad: snapshot, copyOf: copy.id, incomplete: copy.incomplete };
}

async function adCaptured(parts: LibraryParts, captured: CapturedAd): Promise<Ad> {
  const hash = hashOfCaptured(captured);
  const told = await withoutKnown(parts, hash, openAdOf(captured));
  await parts.catalog.recordAds([told], { source: 'extension', seenAt: new Date(), fillOnly: true });
  const ad = await adInIndex(parts, hash);
  if (ad === undefined) throw new Error('a captured ad was recorded and is not in the index');
  return asCaptured(ad, captured);
}

/** The index finds out the language of an ad whose source tells none; that is known too, and is not changed. */
async function withoutKnown(parts: LibraryParts, hash: string, told: OpenAd): Promise<OpenAd> {
  const known = told.language === null ? undefined : await adInIndex(parts, hash);
  return known === undefined || known.language === null ? told : { ...told, language: null };
}

async function adInIndex({ clickhouse, presentAds }: LibraryParts, hash: string): Promise<Ad | undefined> {
  const [ad] = await presentAds(await adsByHash(clickhouse, [hash]));
  return ad;
}
