import type { Postgres } from '../db/postgres/postgres.ts';
import { scopeOf, type Scoped } from '../rpc/scopes.ts';
import { copyMedia } from './media/keptMedia.sql.ts';
import { ownerOf } from './saveAd.ts';
import * as sql from './savedAds.sql.ts';

/** Few enough for one statement to end in time. */
const adsAtOnce = 500;

function parts<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / adsAtOnce);
  return Array.from({ length: count }, (_, index) => items.slice(index * adsAtOnce, (index + 1) * adsAtOnce));
}

/**
 * Takes the ads of boards that go to another scope along: a copy that is there takes them in, one that other boards hold
 * is copied, and any other goes along itself. The caller holds both scopes, so what is there is asked for once: the
 * engine does not know how many that are, and asked for each part it might look at all of them each time.
 */
export async function takeAdsAlong(tx: Postgres, boardIds: readonly number[], to: Scoped): Promise<void> {
  const [owner, scope] = [ownerOf(to), scopeOf(to)];
  const moving = await sql.movingAds(tx, boardIds);
  const hashes = moving.map(({ hash }) => hash);
  const there = await sql.copiesIn(tx, scope, hashes);
  for (const ads of parts(moving)) {
    const joined = ads.flatMap(({ id, hash }) => pairOf(id, there.get(hash)));
    const others = ads.filter(({ hash }) => !there.has(hash));
    await sql.giveAway(tx, idsOf(others.filter((ad) => !ad.isHeldElsewhere)), owner);
    const copied = await sql.copyToOwner(tx, idsOf(others.filter((ad) => ad.isHeldElsewhere)), owner);
    await copyMedia(tx, copied);
    await sql.fillNotes(tx, joined);
    await sql.holdCopies(tx, [...joined, ...copied], boardIds);
    await sql.forgetUnheld(tx, idsOf(ads.filter(({ hash }) => there.has(hash))));
  }
}

const idsOf = (ads: readonly sql.MovingAd[]): number[] => ads.map(({ id }) => id);

function pairOf(original: number, copy: number | undefined): sql.CopyPair[] {
  return copy === undefined ? [] : [{ copy, original }];
}

/** Of these, the ads that are on no board any more are no longer saved. */
export async function forgetUnheldAds(tx: Postgres, ids: readonly number[]): Promise<void> {
  for (const part of parts(ids)) await sql.forgetUnheld(tx, part);
}
