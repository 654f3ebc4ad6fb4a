import type { Ad, contract, SavedAd } from '@magpie/contract';
import { notFoundError } from '@magpie/contract/errors';
import { adsByHash } from '../ads/ads.sql.ts';
import { shortenEntries } from '../ads/shorten.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller, Handler } from '../rpc/procedure.ts';
import { visibleScopeNames } from '../rpc/scopes.ts';
import { type CsvAd, csvHeader, csvLines } from './csv.ts';
import type { LibraryParts } from './details.ts';
import { findKeptUrls } from './media/storePicture.ts';
import { presentSaved, withKeptPictures } from './presentSaved.ts';
import { nearestCopies, storedAds } from './savedAds.sql.ts';

type GetMany = typeof contract.ads.getMany;
type LookupParts = Pick<LibraryParts, 'clickhouse' | 'presentAds' | 'readRanking' | 'siteAddress'>;

export function getManyHandler(parts: LookupParts): Handler<GetMany> {
  return async ({ input, caller, db }) => {
    const hashes = [...new Set(input.hashes)];
    const found = await lookUpAds(parts, db, caller, hashes);
    const ads = hashes.flatMap((hash) => found.get(hash)?.ad ?? []);
    return { ads: await shortenEntries(ads), notFound: hashes.filter((hash) => !found.has(hash)) };
  };
}

/** The ads of a selection as CSV, in its order. Throws before the first chunk if one does not exist. */
export function csvOfHashes(db: Postgres, parts: LookupParts) {
  return async function* pieces(hashes: readonly string[], caller: Caller): AsyncGenerator<string> {
    const found = await lookUpAds(parts, db, caller, hashes);
    const rows = [...new Set(hashes)].map((hash) => {
      const known = found.get(hash);
      if (known === undefined) throw notFoundError('ad', hash, `There is no ad ${hash}.`);
      return toCsvAd(known);
    });
    yield `${csvHeader()}${csvLines(rows)}`;
  };
}

interface KnownAd {
  readonly ad: Ad;
  readonly saved: SavedAd | undefined;
}

function toCsvAd({ ad, saved }: KnownAd): CsvAd {
  const { savedAt = null, note = null, boardIds = [], labels = [], stage = null } = saved ?? {};
  return { ...ad, savedAt, note, boardIds, labels, stage };
}

/** As `ads.getDetails`: of the index, else the copy nearest to the caller. */
async function lookUpAds(
  { clickhouse, presentAds, readRanking, siteAddress }: LookupParts,
  db: Postgres,
  caller: Caller,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, KnownAd>> {
  const site = siteAddress();
  const scopes = await visibleScopeNames(db, caller.userId);
  const readIndexed = async (): Promise<Ad[]> => presentAds(await adsByHash(clickhouse, hashes));
  const [indexed, copies, rank] = await Promise.all([
    readIndexed(),
    nearestCopies(db, scopes, hashes),
    readRanking(),
  ]);
  const ids = copies.map(({ id }) => id);
  const [stored, keptUrls] = await Promise.all([storedAds(db, ids, scopes), findKeptUrls(db, ids, site)]);
  const known = new Map<string, KnownAd>();
  for (const saved of presentSaved(stored, { keptUrls, rank, site })) {
    const { savedAs: _savedAs, savedAt: _savedAt, boardIds: _boardIds, note: _note, ...more } = saved;
    const { labels: _labels, stage: _stage, ...ad } = more;
    known.set(saved.hash, { ad, saved });
  }
  const copyIds = new Map(copies.map(({ hash, id }) => [hash, id]));
  for (const ad of indexed) {
    const urls = keptUrls.get(copyIds.get(ad.hash) ?? 0) ?? new Map<string, string>();
    known.set(ad.hash, { ad: withKeptPictures(ad, urls), saved: known.get(ad.hash)?.saved });
  }
  return known;
}
