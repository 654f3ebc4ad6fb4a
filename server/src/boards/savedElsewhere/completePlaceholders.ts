import type { Ad } from '@magpie/contract';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { lockScope } from '../../rpc/scopes.sql.ts';
import { completeAd } from '../saveAd.ts';
import { findSavedAd } from '../savedAds.sql.ts';
import { incompleteAdsAfter, type IncompleteAd } from './fromElsewhere.sql.ts';
import { knownAds, type SavingParts } from './saveFromElsewhere.ts';

const pageSize = 1000;

/** Fills in placeholders whose ads are in the index by now; returns how many. */
export async function completePlaceholders(parts: SavingParts, stopping: AbortSignal): Promise<number> {
  let completed = 0;
  let page = await incompleteAdsAfter(parts.db, 0, pageSize);
  while (page.length > 0 && !stopping.aborted) {
    const known = await knownAds(
      parts,
      page.map(({ hash }) => hash),
    );
    for (const incomplete of page) {
      const ad = known.get(incomplete.hash);
      if (ad !== undefined && !stopping.aborted && (await completeOne(parts.db, incomplete, ad)))
        completed += 1;
    }
    page = await incompleteAdsAfter(parts.db, page.at(-1)?.id ?? 0, pageSize);
  }
  return completed;
}

/** Returns whether the ad was still incomplete after its scope was locked. */
function completeOne(db: Postgres, { scope, hash }: IncompleteAd, ad: Ad): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockScope(tx, scope);
    const saved = await findSavedAd(tx, scope, hash);
    if (saved?.incomplete !== true) return false;
    await completeAd(tx, saved, ad);
    return true;
  });
}
