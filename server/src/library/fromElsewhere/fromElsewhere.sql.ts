import type { Postgres } from '../../kernel/postgres/postgres.ts';

export async function personAt(db: Postgres, email: string): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(`SELECT id FROM users WHERE lower(email) = lower($1)`, [email]);
  return rows[0]?.id;
}

export interface NamedBoard {
  readonly id: number;
  readonly name: string;
  readonly parentBoardId: number | null;
}

/** The boards of a scope in their order. */
export function boardsByOrder(db: Postgres, scope: string): Promise<NamedBoard[]> {
  return db.query<NamedBoard>(
    `SELECT id, name, parent_board_id AS "parentBoardId" FROM boards WHERE scope = $1 ORDER BY position, id`,
    [scope],
  );
}

/** What is saved of an ad already. */
export interface HeldAd {
  readonly hash: string;
  readonly incomplete: boolean;
  readonly hasNote: boolean;
  readonly boardIds: number[];
}

/** Those of these ads that are saved in a scope. */
export function heldAds(db: Postgres, scope: string, hashes: readonly string[]): Promise<HeldAd[]> {
  return db.query<HeldAd>(
    `SELECT ad_hash AS hash, incomplete, note IS NOT NULL AS "hasNote",
            ARRAY (SELECT board_id FROM board_ads WHERE saved_ad_id = saved.id) AS "boardIds"
     FROM saved_ads saved
     WHERE scope = $1 AND ad_hash = ANY ($2)`,
    [scope, hashes],
  );
}

export interface IncompleteAd {
  readonly id: number;
  readonly scope: string;
  readonly hash: string;
}

/** Saved ads of which only the address is known, by id. */
export function incompleteAdsAfter(db: Postgres, id: number, limit: number): Promise<IncompleteAd[]> {
  return db.query<IncompleteAd>(
    `SELECT id, scope, ad_hash AS hash FROM saved_ads WHERE incomplete AND id > $1 ORDER BY id LIMIT $2`,
    [id, limit],
  );
}
