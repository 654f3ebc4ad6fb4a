import type { contract, OutputOf } from '@magpie/contract';
import { notFoundError } from '@magpie/contract/errors';
import type { Handler } from '../../rpc/procedure.ts';
import { visibleScopeNames } from '../../rpc/scopes.ts';
import type { LibraryParts } from '../library.ts';
import { findCopies } from '../savedAds.sql.ts';
import { listMedia, type MediaRow } from './keptMedia.sql.ts';
import { keptUrl } from './keptAddresses.ts';

type ListKeptMedia = typeof contract.ads.listKeptMedia;

/** `ads.listKeptMedia`: prefers the caller's own copy over that of a team. */
export function keptMediaHandler({ siteAddress }: Pick<LibraryParts, 'siteAddress'>): Handler<ListKeptMedia> {
  return async ({ input: { hash }, caller, db }) => {
    const scopes = await visibleScopeNames(db, caller.userId);
    const [copy] = await findCopies(db, scopes, hash);
    if (copy === undefined) throw notFoundError('ad', hash, `You have not saved an ad ${hash}.`);
    return (await listMedia(db, copy.id)).map((row) => presentPicture(row, siteAddress()));
  };
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
