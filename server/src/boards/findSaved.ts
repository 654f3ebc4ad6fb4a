import type { contract, ParsedInputOf } from '@magpie/contract';
import type { Handler } from '../rpc/procedure.ts';
import { visibleScopeNames } from '../rpc/scopes.ts';
import { capturedAdHash } from './captured.ts';
import { findSavedOnBoards } from './findSaved.sql.ts';

/** `ads.findSaved`: for each requested ad, the boards of the caller and their teams that contain it. */
export const findSavedHandler: Handler<typeof contract.ads.findSaved> = async ({ input, caller, db }) => {
  const hashes = input.ads.map(hashOf);
  const scopes = await visibleScopeNames(db, caller.userId);
  const places = await findSavedOnBoards(db, scopes, [...new Set(hashes)]);
  const known = new Map(places.map((place) => [place.hash, place]));
  return hashes.map((hash) => known.get(hash) ?? { hash, boardIds: [], note: null });
};

type KnownAd = ParsedInputOf<typeof contract.ads.findSaved>['ads'][number];

function hashOf({ hash, platform, externalId, sourceUrl }: KnownAd): string {
  if (hash !== undefined) return hash;
  if (platform === undefined) throw new Error('the ad has neither a hash nor a platform');
  return capturedAdHash({ platform, externalId, sourceUrl });
}
