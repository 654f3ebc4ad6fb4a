import type { contract, ParsedInputOf } from '@magpie/contract';
import type { Handler } from '../rpc/procedure.ts';
import { scopesSeenBy } from '../rpc/scopes.ts';
import { hashOfCaptured } from './captured.ts';
import { savedPlaces } from './findSaved.sql.ts';

/** `ads.findSaved`: of each ad, in the order asked, on which boards the caller or a team of the caller has it. */
export const findSavedHandler: Handler<typeof contract.ads.findSaved> = async ({ input, caller, db }) => {
  const hashes = input.ads.map(hashOf);
  const scopes = await scopesSeenBy(db, caller.userId);
  const places = await savedPlaces(db, scopes, [...new Set(hashes)]);
  const known = new Map(places.map((place) => [place.hash, place]));
  return hashes.map((hash) => known.get(hash) ?? { hash, boardIds: [], note: null });
};

type KnownAd = ParsedInputOf<typeof contract.ads.findSaved>['ads'][number];

function hashOf({ hash, platform, externalId, sourceUrl }: KnownAd): string {
  if (hash !== undefined) return hash;
  if (platform === undefined) throw new Error('an ad was named by neither its hash nor its platform');
  return hashOfCaptured({ platform, externalId, sourceUrl });
}
