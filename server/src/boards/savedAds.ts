import type { Ad, CapturedAd, contract, OpenAd } from '@magpie/contract';
import { adsByHash } from '../ads/ads.sql.ts';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import type { Postgres } from '../db/postgres/postgres.ts';
import { withIsoTimes } from '../rpc/isoTimes.ts';
import type { PreparedHandler, Caller, ProcedureHandlers } from '../rpc/procedure.ts';
import {
  assertCanDeleteSavedAds,
  lockScopes,
  toScopeName,
  visibleScopeNames,
  visibleScopes,
} from '../rpc/scopes.ts';
import { lockScope } from '../rpc/scopes.sql.ts';
import { editableBoard, lockBoard } from './boards.ts';
import * as boards from './boards.sql.ts';
import { withCapturedType, capturedAdHash, toOpenAd } from './captured.ts';
import { adNotFound, type LibraryParts } from './details.ts';
import type { SavedSnapshot } from './presentSaved.ts';
import { saveAd, type SaveOptions } from './saveAd.ts';
import * as sql from './savedAds.sql.ts';

type Router = Pick<
  typeof contract.ads,
  'addToBoard' | 'removeFromBoard' | 'delete' | 'setNote' | 'listBoardsContaining'
>;

export function savedAdsRouter(parts: LibraryParts): ProcedureHandlers<Router> {
  return {
    addToBoard: addToBoardHandler(parts),

    removeFromBoard: async ({ input: { boardId, hash }, caller, db }) => {
      const board = await lockBoard(db, boardId, caller);
      const savedAdId = await sql.unlinkFromBoard(db, board.id, hash);
      if (savedAdId === undefined) {
        throw notFoundError('ad', hash, `Ad ${hash} is not on board ${boardId}.`);
      }
      await sql.deleteUnlinked(db, [savedAdId]);
      return { success: true };
    },

    delete: async ({ input: { hash, teamId = null }, caller, db }) => {
      const scope = toScopeName({ teamId, authorId: caller.userId });
      await lockScope(db, scope);
      if (teamId !== null) await assertCanDeleteSavedAds(db, teamId, caller);
      if (!(await sql.deleteCopy(db, scope, hash))) throw await deleteError(db, hash, teamId, caller);
      return { success: true };
    },

    setNote: async ({ input: { hash, note }, caller, db }) => {
      const [copy] = await lockedCopies(db, hash, caller);
      if (copy === undefined) throw notSaved(hash);
      await sql.writeNote(db, copy.id, note);
      return { hash, note };
    },

    listBoardsContaining: async ({ input: { hash }, caller, db }) => {
      const scopes = await visibleScopeNames(db, caller.userId);
      const holding = await boards.listBoardsContaining(db, scopes, hash);
      // A saved ad is on at least one board, so only other ads are looked up in the index.
      if (holding.length === 0 && (await adsByHash(parts.clickhouse, [hash])).length === 0) {
        throw adNotFound(hash);
      }
      return holding.map(withIsoTimes);
    },
  };
}

async function deleteError(db: Postgres, hash: string, teamId: number | null, caller: Caller) {
  if (teamId !== null) return notFoundError('ad', hash, `Team ${teamId} has not saved an ad ${hash}.`);
  const copies = await sql.findCopies(db, await visibleScopeNames(db, caller.userId), hash);
  if (copies.length === 0) return notSaved(hash);
  return new MagpieError(
    'FORBIDDEN',
    `Ad ${hash} is saved by one of your teams, not by you; remove it from a board with ads.removeFromBoard, or pass teamId to delete the team's copy as its owner or admin.`,
  );
}

function notSaved(hash: string): MagpieError {
  return notFoundError('ad', hash, `You have not saved an ad ${hash}.`);
}

async function changeableCopies(db: Postgres, hash: string, caller: Caller): Promise<sql.SavedCopy[]> {
  const visible = await visibleScopes(db, caller.userId);
  const scopesOf = (seen: typeof visible): string[] => seen.map(({ scope }) => scope);
  const copies = await sql.findCopies(db, scopesOf(visible), hash);
  if (copies.length === 0) throw notSaved(hash);
  const editable = new Set(scopesOf(visible.filter(({ canEdit }) => canEdit)));
  const changeable = copies.filter(({ scope }) => editable.has(scope));
  if (changeable.length > 0) return changeable;
  throw new MagpieError(
    'FORBIDDEN',
    `Ad ${hash} is saved only in teams where you are a viewer; viewers cannot make changes.`,
  );
}

const maxAttempts = 10;

async function lockedCopies(tx: Postgres, hash: string, caller: Caller): Promise<sql.SavedCopy[]> {
  for (let looks = 1; ; looks += 1) {
    try {
      // A failed attempt releases its locks with the savepoint, because scopes must be locked in a fixed order.
      return await tx.transaction((attempt) => lockVisibleCopies(attempt, hash, caller));
    } catch (error) {
      if (looks === maxAttempts || !isConflict(error)) throw error;
    }
  }
}

const isConflict = (error: unknown): boolean => error instanceof MagpieError && error.code === 'CONFLICT';

async function lockVisibleCopies(tx: Postgres, hash: string, caller: Caller): Promise<sql.SavedCopy[]> {
  const seen = (await changeableCopies(tx, hash, caller)).map(({ scope }) => scope);
  await lockScopes(tx, seen);
  const locked = await changeableCopies(tx, hash, caller);
  if (locked.every(({ scope }) => seen.includes(scope))) return locked;
  throw new MagpieError('CONFLICT', `Ad ${hash} is being moved to another team; try again.`);
}

interface SaveSource extends Pick<SaveOptions, 'copyOf' | 'incomplete'> {
  readonly ad: SavedSnapshot;
}

function addToBoardHandler(parts: LibraryParts): PreparedHandler<typeof contract.ads.addToBoard> {
  return {
    prepare: async ({ input, caller, db }) => {
      // Check the permission before the index is changed.
      await editableBoard(db, input.boardId, caller);
      const { ad, ...origin } =
        input.ad === undefined
          ? await findAd(parts, db, input.hash ?? '', caller)
          : { ad: await recordCapturedAd(parts, input.ad) };
      return async ({ db: tx, afterCommit }) => {
        const board = await lockBoard(tx, input.boardId, caller);
        const { created } = await saveAd(tx, board, ad, { ...origin, note: input.note });
        afterCommit(parts.onPicturesQueued);
        return { hash: ad.hash, boardId: board.id, created };
      };
    },
  };
}

async function findAd(parts: LibraryParts, db: Postgres, hash: string, caller: Caller): Promise<SaveSource> {
  const ad = await adInIndex(parts, hash);
  if (ad !== undefined) return { ad };
  const scopes = await visibleScopeNames(db, caller.userId);
  const [copy] = await sql.findCopies(db, scopes, hash);
  const snapshot = copy && (await sql.readSnapshot(db, copy.id));
  if (copy === undefined || snapshot === undefined) {
    throw notFoundError(
      'ad',
      hash,
      `There is no ad ${hash} in the index; pass a hash from ads.search, or the ad itself as "ad".`,
    );
  }
  return { ad: snapshot, copyOf: copy.id, incomplete: copy.incomplete };
}

async function recordCapturedAd(parts: LibraryParts, captured: CapturedAd): Promise<Ad> {
  const hash = capturedAdHash(captured);
  const openAd = await withoutKnownLanguage(parts, hash, toOpenAd(captured));
  await parts.catalog.recordAds([openAd], { source: 'extension', seenAt: new Date(), fillOnly: true });
  const ad = await adInIndex(parts, hash);
  if (ad === undefined) throw new Error('the captured ad is missing in the index after recording');
  return withCapturedType(ad, captured);
}

/** A language detected by the index counts as known, so the captured one does not replace it. */
async function withoutKnownLanguage(parts: LibraryParts, hash: string, openAd: OpenAd): Promise<OpenAd> {
  const known = openAd.language === null ? undefined : await adInIndex(parts, hash);
  return known === undefined || known.language === null ? openAd : { ...openAd, language: null };
}

async function adInIndex({ clickhouse, presentAds }: LibraryParts, hash: string): Promise<Ad | undefined> {
  const [ad] = await presentAds(await adsByHash(clickhouse, [hash]));
  return ad;
}
