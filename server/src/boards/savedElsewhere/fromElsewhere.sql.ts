import type { Postgres } from '../../db/postgres/postgres.ts';

export interface IncompleteAd {
  readonly id: number;
  readonly scope: string;
  readonly hash: string;
}

/** Placeholders, ordered by id. */
export function incompleteAdsAfter(db: Postgres, id: number, limit: number): Promise<IncompleteAd[]> {
  return db.query<IncompleteAd>(
    `SELECT id, scope, ad_hash AS hash FROM saved_ads WHERE incomplete AND id > $1 ORDER BY id LIMIT $2`,
    [id, limit],
  );
}
