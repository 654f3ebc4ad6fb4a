import type { Ad } from '@magpie/contract';
import { adsByHash } from '../../ads/ads.sql.ts';
import { adHash } from '../../ads/identity.ts';
import type { PresentAds } from '../../ads/presentation.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { MagpieError } from '@magpie/contract/errors';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { findPerson, type SavedAdHere, savedAdsAmong } from '../alreadyHere.sql.ts';
import { scopeOf } from '../../rpc/scopes.ts';
import { lockScope } from '../../rpc/scopes.sql.ts';
import { saveAd } from '../saveAd.ts';
import { type BoardPath, openOwnBoards, type OwnBoards } from './boardPaths.ts';
import { type LibraryAd, placeholderOf } from './placeholder.ts';

/** An ad that a person kept elsewhere. */
export interface AdFromElsewhere {
  /** `meta:1234`: by it the index knows the ad, or will. */
  readonly key: string;
  /** What is saved as long as the index does not know it. */
  readonly libraryAd: LibraryAd | null;
  /** Where it goes, at least one. */
  readonly boards: readonly BoardPath[];
  readonly note: string | null;
  /** When it was saved; null: now. */
  readonly savedAt: string | null;
}

export interface SaveOrder {
  /** Whose boards they go to. */
  readonly email: string;
  readonly ads: readonly AdFromElsewhere[];
}

/** What became of them: each is saved, or was on its boards already, or cannot be because nothing is known of it. */
export interface SaveOutcome {
  readonly saved: number;
  readonly there: number;
  readonly unknown: number;
  /** Of those that are saved or there, how many wait for the index to know them. */
  readonly waiting: number;
  /** Of those that were there, how many waited until now. */
  readonly completed: number;
  readonly madeBoards: readonly BoardPath[];
}

export interface SavingParts {
  readonly db: Postgres;
  readonly clickhouse: ClickHouse;
  readonly presentAds: PresentAds;
}

/** Saves to a person's own boards, all of it or, when it fails, nothing. Repeated, it saves nothing twice. */
export async function saveFromElsewhere(parts: SavingParts, order: SaveOrder): Promise<SaveOutcome> {
  const { db } = parts;
  const userId = await findPerson(db, order.email);
  if (userId === undefined) {
    throw new MagpieError(
      'NOT_FOUND',
      `There is nobody with the address ${order.email} here; users add ${order.email} adds them.`,
    );
  }
  const hashes = order.ads.map(({ key }) => adHash(key));
  const known = await knownAds(parts, hashes);
  const scope = scopeOf({ teamId: null, authorId: userId });
  return db.transaction(async (tx) => {
    await lockScope(tx, scope);
    const boards = await openOwnBoards(tx, userId);
    const held = new Map<string, HeldAd>((await savedAdsAmong(tx, scope, hashes)).map((ad) => [ad.hash, ad]));
    const saving = { tx, userId, boards, known, held, now: new Date() };
    const outcome = { saved: 0, there: 0, unknown: 0, waiting: 0, completed: 0 };
    for (const ad of order.ads) {
      const waited = isWaiting(saving, ad);
      const became = await saveOne(saving, ad);
      outcome[became] += 1;
      if (became === 'unknown') continue;
      if (isWaiting(saving, ad)) outcome.waiting += 1;
      else if (waited) outcome.completed += 1;
    }
    return { ...outcome, madeBoards: boards.made };
  });
}

/** The ads of these hashes that the index knows, as they are shown. */
export async function knownAds(
  { clickhouse, presentAds }: Pick<SavingParts, 'clickhouse' | 'presentAds'>,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Ad>> {
  const ads = await presentAds(await adsByHash(clickhouse, [...new Set(hashes)]));
  return new Map(ads.map((ad) => [ad.hash, ad]));
}

interface Saving {
  readonly tx: Postgres;
  readonly userId: string;
  readonly boards: OwnBoards;
  readonly known: ReadonlyMap<string, Ad>;
  /** What was saved before by its hash, and what has been since. */
  readonly held: Map<string, HeldAd>;
  readonly now: Date;
}

type HeldAd = Omit<SavedAdHere, 'id' | 'savedAt'>;

/** Whether an ad is saved by its address alone. */
function isWaiting({ held }: Saving, { key }: AdFromElsewhere): boolean {
  return held.get(adHash(key))?.incomplete === true;
}

/** A note that is there stays; an ad that is on all its boards costs no statement. */
async function saveOne(saving: Saving, ad: AdFromElsewhere): Promise<'saved' | 'there' | 'unknown'> {
  const hash = adHash(ad.key);
  const savedAt = savedAtOf(ad, saving.now);
  const indexed = saving.known.get(hash);
  const snapshot = indexed ?? (ad.libraryAd && placeholderOf(ad.key, ad.libraryAd, savedAt));
  if (snapshot === null) return 'unknown';
  const boardIds: number[] = [];
  for (const path of ad.boards) boardIds.push(await saving.boards.at(path));
  const held = saving.held.get(hash);
  const incomplete = indexed === undefined;
  const note = held?.hasNote === true ? null : ad.note;
  const hasNews = note !== null || (held?.incomplete === true && !incomplete);
  const missing = boardIds.filter((id) => held?.boardIds.includes(id) !== true);
  for (const id of hasNews ? boardIds : missing) {
    const board = { id, teamId: null, authorId: saving.userId };
    await saveAd(saving.tx, board, snapshot, { note, savedAt, addedAt: savedAt, incomplete });
  }
  saving.held.set(hash, {
    hash,
    incomplete: incomplete && held?.incomplete !== false,
    hasNote: held?.hasNote === true || note !== null,
    boardIds: [...(held?.boardIds ?? []), ...missing],
  });
  return missing.length > 0 ? 'saved' : 'there';
}

/** A clock that goes wrong elsewhere must not put an ad before all others. */
function savedAtOf({ savedAt }: AdFromElsewhere, now: Date): Date {
  const told = savedAt === null ? now : new Date(savedAt);
  return told < now ? told : now;
}
