import type { Ad } from '@magpie/contract';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { lockScope } from '../../rpc/scopes.sql.ts';
import { completeAd } from '../saveAd.ts';
import { findSavedAd } from '../savedAds.sql.ts';
import { incompleteAdsAfter, type IncompleteAd } from './fromElsewhere.sql.ts';
import { knownAds, type SavingParts } from './saveFromElsewhere.ts';

const pageLength = 1000;

/** Fills in the saved ads of which only the address was known and that the index knows by now; returns how many. */
export async function completePlaceholders(parts: SavingParts, stopping: AbortSignal): Promise<number> {
  let completed = 0;
  let page = await incompleteAdsAfter(parts.db, 0, pageLength);
  while (page.length > 0 && !stopping.aborted) {
    const known = await knownAds(
      parts,
      page.map(({ hash }) => hash),
    );
    for (const incomplete of page) {
      const ad = known.get(incomplete.hash);
      if (ad !== undefined && !stopping.aborted && (await complete(parts.db, incomplete, ad))) completed += 1;
    }
    page = await incompleteAdsAfter(parts.db, page.at(-1)?.id ?? 0, pageLength);
  }
  return completed;
}

/** Whether it was still to be done when nobody else could do it or take the ad away. */
function complete(db: Postgres, { scope, hash }: IncompleteAd, ad: Ad): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockScope(tx, scope);
    const saved = await findSavedAd(tx, scope, hash);
    if (saved?.incomplete !== true) return false;
    await completeAd(tx, saved, ad);
    return true;
  });
}
