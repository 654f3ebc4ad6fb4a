import type { Ad, AdMomentum, contract, ParsedInputOf, OutputOf } from '@magpie/contract';
import { MagpieError, notFoundError } from '@magpie/contract/errors';
import { adsByHash, findSnapshots } from '../ads/ads.sql.ts';
import type { Aliases } from '../ads/aliases.ts';
import type { Catalog } from '../ads/catalog.ts';
import { momentOf } from '../ads/past/moment.ts';
import type { ReadMoment } from '../ads/past/momentCache.ts';
import { readPastAd } from '../ads/past/pastAd.ts';
import type { PastDeps } from '../ads/past/pastAds.ts';
import type { PastFigures } from '../ads/past/pastFigures.ts';
import { noRank, type ScorePercentiles } from '../ads/percentiles.ts';
import { readPictureWords } from '../ads/pictureWords.ts';
import type { PresentAds } from '../ads/presentation.ts';
import { describeReachMomentum, type ReachMomentum } from '../ads/reachMomentum.ts';
import { readUsualReach } from '../ads/usualReach.sql.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';
import type { Caller, ProcedureHandlers } from '../rpc/procedure.ts';
import { visibleScopeNames } from '../rpc/scopes.ts';
import { capturedAdHash } from './captured.ts';
import { listMedia, type MediaRow } from './media/keptMedia.sql.ts';
import { findKeptUrls, keptUrl } from './media/storePicture.ts';
import { presentSaved, withKeptPictures } from './presentSaved.ts';
import { storedAds, findCopies, findSavedOnBoards } from './savedAds.sql.ts';

export interface LibraryParts extends PastDeps {
  readonly aliases: Aliases;
  readonly catalog: Pick<Catalog, 'recordAds'>;
  readonly presentAds: PresentAds;
  readonly readRanking: ScorePercentiles;
  /** Of earlier moments. */
  readonly readPastFigures: ReadMoment<PastFigures>;
  readonly siteAddress: () => string;
  /** Starts storing queued pictures without waiting for the schedule. */
  readonly onPicturesQueued: () => void;
}

type ListKeptMedia = typeof contract.ads.listKeptMedia;
type Router = Pick<typeof contract.ads, 'getDetails' | 'findSaved' | 'listKeptMedia'>;

export function detailsRouter(parts: LibraryParts): ProcedureHandlers<Router> {
  return {
    getDetails: async ({ input: { hash, asOf }, caller, db, newestRecording }) => {
      const [{ indexed, saved, ad, history, usualReach }, pictureWords] = await Promise.all([
        asOf === undefined
          ? lookUpWithHistory(parts, db, caller, hash)
          : lookUpPast(parts, db, caller, { hash, asOf, newest: await newestRecording() }),
        readPictureWords(parts.clickhouse, hash),
      ]);
      const { savedAs = null, savedAt = null, boardIds = [], note = null } = saved ?? {};
      const { labels = [], stage = null } = saved ?? {};
      const organized = { boardIds, note, labels, stage };
      return {
        ...ad,
        pictureWords,
        savedAs,
        savedAt,
        ...organized,
        history: indexed ? [...history] : [],
        momentum: indexed
          ? await addUsualReach(ad, describeReachMomentum(history, ad.reach.kind), usualReach)
          : null,
      };
    },

    findSaved: async ({ input, caller, db }) => {
      const hashes = input.ads.map(toHash);
      const scopes = await visibleScopeNames(db, caller.userId);
      const places = await findSavedOnBoards(db, scopes, [...new Set(hashes)]);
      const known = new Map(places.map((place) => [place.hash, place]));
      return hashes.map((hash) => known.get(hash) ?? { hash, boardIds: [], note: null });
    },

    // Prefers the caller's own copy over that of a team.
    listKeptMedia: async ({ input: { hash }, caller, db }) => {
      const scopes = await visibleScopeNames(db, caller.userId);
      const [copy] = await findCopies(db, scopes, hash);
      if (copy === undefined) throw notFoundError('ad', hash, `You have not saved an ad ${hash}.`);
      return (await listMedia(db, copy.id)).map((row) => presentPicture(row, parts.siteAddress()));
    },
  };
}

type ReadUsualReach = (ad: Ad) => MaybePromise<AdMomentum['usual']>;

/** The other ads are read only for an ad whose momentum is known. */
async function addUsualReach(
  ad: Ad,
  momentum: ReachMomentum,
  usualReach: ReadUsualReach,
): Promise<AdMomentum> {
  return { ...momentum, usual: momentum.state === 'notKnown' ? null : await usualReach(ad) };
}

export function adLookup(parts: LibraryParts): (db: Postgres, caller: Caller, hash: string) => Promise<Ad> {
  return async (db, caller, hash) => (await lookUpAd(parts, db, caller, hash)).ad;
}

async function lookUpAd(parts: LibraryParts, db: Postgres, caller: Caller, hash: string) {
  const { clickhouse, presentAds, readRanking, siteAddress } = parts;
  const scopes = await visibleScopeNames(db, caller.userId);
  const [rows, [copy]] = await Promise.all([adsByHash(clickhouse, [hash]), findCopies(db, scopes, hash)]);
  const stored = copy === undefined ? [] : await storedAds(db, [copy.id], scopes);
  const ids = stored.map(({ id }) => id);
  const site = siteAddress();
  const [[indexed], keptUrls, rank] = await Promise.all([
    presentAds(rows),
    findKeptUrls(db, ids, site),
    readRanking(),
  ]);
  const [saved] = presentSaved(stored, { keptUrls, rank, site });
  if (indexed !== undefined) {
    return { ad: withKeptPictures(indexed, keptUrls.get(copy?.id ?? 0) ?? new Map()), indexed: true, saved };
  }
  if (saved !== undefined) return { ad: saved, indexed: false, saved };
  throw adNotFound(hash);
}

async function lookUpWithHistory(parts: LibraryParts, db: Postgres, caller: Caller, hash: string) {
  const [found, snapshots] = await Promise.all([
    lookUpAd(parts, db, caller, hash),
    findSnapshots(parts.clickhouse, [hash]),
  ]);
  const today = new Date().toISOString().slice(0, 10);
  const usualReach: ReadUsualReach = ({ advertiser: { advertiserId } }) =>
    readUsualReach(parts.clickhouse, { advertiserId, hash, today });
  return { ...found, history: snapshots.map(({ hash: _hash, ...measurement }) => measurement), usualReach };
}

/** Of the index as it was known then. Boards and notes are those of now. */
async function lookUpPast(
  parts: LibraryParts,
  db: Postgres,
  caller: Caller,
  { hash, asOf, newest }: { readonly hash: string; readonly asOf: string; readonly newest: number },
) {
  const at = momentOf(asOf, new Date().toISOString().slice(0, 10));
  const scopes = await visibleScopeNames(db, caller.userId);
  const [past, [copy]] = await Promise.all([readPastAd(parts, hash, at), findCopies(db, scopes, hash)]);
  if (past === null) throw notFoundError('ad', hash, `The ad ${hash} was not known by ${at}.`);
  const stored = copy === undefined ? [] : await storedAds(db, [copy.id], scopes);
  const { row, advertisers, measurements } = past;
  const site = parts.siteAddress();
  const figures = await readFigures(parts, at, newest);
  const [[ad], rank, keptUrls] = await Promise.all([
    parts.presentAds([row], { today: at.slice(0, 10), advertisers, rank: figures?.rank ?? (() => noRank) }),
    parts.readRanking(),
    findKeptUrls(
      db,
      stored.map(({ id }) => id),
      site,
    ),
  ]);
  if (ad === undefined) throw adNotFound(hash);
  const [saved] = presentSaved(stored, { keptUrls, rank, site });
  const shown = withKeptPictures(ad, keptUrls.get(copy?.id ?? 0) ?? new Map());
  const usualReach: ReadUsualReach = ({ advertiser: { advertiserId } }) =>
    figures?.usualReach(advertiserId, hash) ?? null;
  return { ad: shown, indexed: true, saved, history: measurements, usualReach };
}

/** Null if too many ads, or too little, were known at the moment: the ad itself is known without them. */
async function readFigures({ readPastFigures }: LibraryParts, at: string, newest: number) {
  try {
    return await readPastFigures(at, newest);
  } catch (error) {
    if (error instanceof MagpieError && error.code === 'BAD_REQUEST') return null;
    throw error;
  }
}

export function adNotFound(hash: string): MagpieError {
  return notFoundError('ad', hash, `There is no ad ${hash} in the index or among your saved ads.`);
}

type KnownAd = ParsedInputOf<typeof contract.ads.findSaved>['ads'][number];

function toHash({ hash, ...identity }: KnownAd): string {
  return hash ?? capturedAdHash(identity);
}

function presentPicture(
  { url, sha256, isWaiting, mimeType, ...rest }: MediaRow,
  site: string,
): OutputOf<ListKeptMedia>[number] {
  if (sha256 === null || mimeType === null) {
    return { url, state: isWaiting ? 'waiting' : 'failed', keptUrl: null, mimeType, ...rest };
  }
  return { url, state: 'kept', keptUrl: keptUrl(site, sha256, mimeType), mimeType, ...rest };
}
