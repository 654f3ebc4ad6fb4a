import type { Ad } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import { adsByHash } from '../../ads/ads.sql.ts';
import { noRank } from '../../ads/percentiles.ts';
import { adHash, advertiserId } from '../../ads/identity.ts';
import { unknownShownTransparency } from '../../ads/transparency.ts';
import type { PresentAds } from '../../ads/presentation.ts';
import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { lockScope } from '../../rpc/scopes.sql.ts';
import { toScopeName } from '../../rpc/scopes.ts';
import { insertBoard } from '../boards.sql.ts';
import * as sql from '../restore.sql.ts';
import type { SavedSnapshot } from '../presentSaved.ts';
import { saveAd, completeAd } from '../saveAd.ts';
import { findCopies } from '../savedAds.sql.ts';

export interface ImportedAd {
  readonly key: string;
  /** Source of the placeholder while the ad is not in the index. */
  readonly libraryAd: AdLibraryEntry | null;
  readonly boards: readonly ImportedBoardPath[];
  readonly note: string | null;
  readonly savedAt: string | null;
}

export interface SaveImportedInput {
  readonly email: string;
  readonly ads: readonly ImportedAd[];
}

/** Each ad counts as saved, as already on its boards, or as unknown, if it has neither an indexed ad nor a placeholder. */
export interface SaveOutcome {
  readonly saved: number;
  readonly there: number;
  readonly unknown: number;
  readonly waiting: number;
  readonly completed: number;
  readonly madeBoards: readonly ImportedBoardPath[];
}

export interface SavingParts {
  readonly db: Postgres;
  readonly clickhouse: ClickHouse;
  readonly presentAds: PresentAds;
}

/** Saves ads to personal boards in one transaction. Repeating it creates no duplicates. */
export async function saveImportedAds(parts: SavingParts, input: SaveImportedInput): Promise<SaveOutcome> {
  const { db } = parts;
  const userId = await sql.findUserIdByEmail(db, input.email);
  if (userId === undefined) {
    throw new MagpieError(
      'NOT_FOUND',
      `No user has the email address ${input.email}; add them with: users add ${input.email}.`,
    );
  }
  const hashes = input.ads.map(({ key }) => adHash(key));
  const known = await knownAds(parts, hashes);
  const scope = toScopeName({ teamId: null, authorId: userId });
  return db.transaction(async (tx) => {
    await lockScope(tx, scope);
    const boards = await openPersonalBoards(tx, userId);
    const savedAds = new Map<string, SavedState>(
      (await sql.findSavedAds(tx, scope, hashes)).map((ad) => [ad.hash, ad]),
    );
    const saving = { tx, userId, boards, known, savedAds, now: new Date() };
    const outcome = { saved: 0, there: 0, unknown: 0, waiting: 0, completed: 0 };
    for (const ad of input.ads) {
      const waited = isWaiting(saving, ad);
      const outcomeOfAd = await saveOne(saving, ad);
      outcome[outcomeOfAd] += 1;
      if (outcomeOfAd === 'unknown') continue;
      if (isWaiting(saving, ad)) outcome.waiting += 1;
      else if (waited) outcome.completed += 1;
    }
    return { ...outcome, madeBoards: boards.created };
  });
}

async function knownAds(
  { clickhouse, presentAds }: Pick<SavingParts, 'clickhouse' | 'presentAds'>,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Ad>> {
  const ads = await presentAds(await adsByHash(clickhouse, [...new Set(hashes)]));
  return new Map(ads.map((ad) => [ad.hash, ad]));
}

interface SaveContext {
  readonly tx: Postgres;
  readonly userId: string;
  readonly boards: PersonalBoards;
  readonly known: ReadonlyMap<string, Ad>;
  readonly savedAds: Map<string, SavedState>;
  readonly now: Date;
}

type SavedState = Omit<sql.ExistingSavedAd, 'id' | 'savedAt' | 'hasStage'>;

function isWaiting({ savedAds }: SaveContext, { key }: ImportedAd): boolean {
  return savedAds.get(adHash(key))?.incomplete === true;
}

/** Keeps an existing note. An ad that is on all its boards already needs no query. */
async function saveOne(saving: SaveContext, ad: ImportedAd): Promise<'saved' | 'there' | 'unknown'> {
  const hash = adHash(ad.key);
  const savedAt = resolveSavedAt(ad, saving.now);
  const indexed = saving.known.get(hash);
  const snapshot = indexed ?? (ad.libraryAd && buildPlaceholder(ad.key, ad.libraryAd, savedAt));
  if (snapshot === null) return 'unknown';
  const boardIds: number[] = [];
  for (const path of ad.boards) boardIds.push(await saving.boards.at(path));
  const existing = saving.savedAds.get(hash);
  const incomplete = indexed === undefined;
  const note = existing?.hasNote === true ? null : ad.note;
  const hasChanges = note !== null || (existing?.incomplete === true && !incomplete);
  const missing = boardIds.filter((id) => existing?.boardIds.includes(id) !== true);
  for (const id of hasChanges ? boardIds : missing) {
    const board = { id, teamId: null, authorId: saving.userId };
    await saveAd(saving.tx, board, snapshot, { note, savedAt, addedAt: savedAt, incomplete });
  }
  saving.savedAds.set(hash, {
    hash,
    incomplete: incomplete && existing?.incomplete !== false,
    hasNote: existing?.hasNote === true || note !== null,
    boardIds: [...(existing?.boardIds ?? []), ...missing],
  });
  return missing.length > 0 ? 'saved' : 'there';
}

/** Clamped to now, so that a wrong clock cannot sort an ad before all others. */
function resolveSavedAt({ savedAt }: ImportedAd, now: Date): Date {
  const given = savedAt === null ? now : new Date(savedAt);
  return given < now ? given : now;
}

const pageSize = 1000;

export async function completePlaceholders(parts: SavingParts, stopping: AbortSignal): Promise<number> {
  let completed = 0;
  let page = await sql.incompleteAdsAfter(parts.db, 0, pageSize);
  while (page.length > 0 && !stopping.aborted) {
    const hashes = page.map(({ hash }) => hash);
    const known = await knownAds(parts, hashes);
    for (const incomplete of page) {
      const ad = known.get(incomplete.hash);
      if (ad !== undefined && !stopping.aborted && (await completeOne(parts.db, incomplete, ad)))
        completed += 1;
    }
    page = await sql.incompleteAdsAfter(parts.db, page.at(-1)?.id ?? 0, pageSize);
  }
  return completed;
}

function completeOne(db: Postgres, { scope, hash }: sql.IncompleteAd, ad: Ad): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockScope(tx, scope);
    const [saved] = await findCopies(tx, [scope], hash);
    if (saved?.incomplete !== true) return false;
    await completeAd(tx, saved, ad);
    return true;
  });
}

export type ImportedBoardPath = readonly string[];

type PersonalBoards = Awaited<ReturnType<typeof openPersonalBoards>>;

/** The personal boards of a user by path. The caller has locked the scope. */
async function openPersonalBoards(tx: Postgres, userId: string) {
  const scope = toScopeName({ teamId: null, authorId: userId });
  const ids = new Map<string, number>();
  const created: ImportedBoardPath[] = [];
  for (const { id, name, parentBoardId } of await sql.boardsOfScope(tx, scope)) {
    const key = keyAt(parentBoardId, name);
    if (!ids.has(key)) ids.set(key, id);
  }
  /** The board at a path, created if missing; the first one if several have the same name. */
  const at = async (path: ImportedBoardPath): Promise<number> => {
    let parent: number | null = null;
    for (const [index, name] of path.entries()) {
      const key = keyAt(parent, name);
      const known = ids.get(key);
      const board = { name, description: null, authorId: userId, teamId: null, parentBoardId: parent };
      const id: number = known ?? (await insertBoard(tx, scope, board));
      if (known === undefined) created.push(path.slice(0, index + 1));
      ids.set(key, id);
      parent = id;
    }
    if (parent === null) throw new Error('a board path needs at least one name');
    return parent;
  };
  return { created, at };
}

function keyAt(parent: number | null, name: string): string {
  return `${parent ?? ''}/${name}`;
}

export interface AdLibraryEntry {
  readonly externalId: string;
  readonly sourceUrl: string;
  readonly platform: SavedSnapshot['platform'];
}

const unknownAdvertiser = 'Unknown advertiser';

export function buildPlaceholder(key: string, libraryAd: AdLibraryEntry, savedAt: Date): SavedSnapshot {
  const { externalId, sourceUrl, platform } = libraryAd;
  return {
    ...emptySnapshot,
    hash: adHash(key),
    platform,
    platforms: platform === null ? [] : [platform],
    externalId,
    sourceUrl,
    firstSeenAt: savedAt.toISOString(),
    lastSeenAt: savedAt.toISOString(),
    lastConfirmedAt: savedAt.toISOString(),
  };
}

const emptySnapshot = {
  advertiser: {
    advertiserId: advertiserId(unknownAdvertiser),
    name: unknownAdvertiser,
    brandLogo: null,
    pageUrl: null,
  },
  format: 'other' as const,
  mediaType: 'other' as const,
  adType: null,
  status: 'active' as const,
  headline: null,
  body: null,
  description: null,
  ctaType: null,
  ctaText: null,
  headlines: [],
  bodies: [],
  landingPageUrl: null,
  landingPageDomain: null,
  language: null,
  countries: [],
  isPartnership: false,
  partnerName: null,
  media: [],
  cards: [],
  startDate: null,
  endDate: null,
  daysRunning: 1,
  reach: { value: null, lower: null, upper: null, kind: null },
  ...unknownShownTransparency,
  engagement: {
    views: null,
    likes: null,
    comments: null,
    shares: null,
    total: null,
    capturedAt: null,
    rankCountry: null,
  },
  tags: [],
  performanceScore: 0,
  scoreParts: { longevity: null, reach: null, engagement: null, variants: null },
  confidence: 0,
  ...noRank,
};
