import type { contract, OutputOf } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';

type SavedOnBoards = OutputOf<typeof contract.ads.findSaved>[number];

/** The ads saved in these scopes, with their boards and the note of the copy in the first scope. */
export function findSavedOnBoards(
  db: Postgres,
  scopes: readonly string[],
  hashes: readonly string[],
): Promise<SavedOnBoards[]> {
  return db.query<SavedOnBoards>(
    `SELECT saved.ad_hash AS hash,
       array_agg(board_ad.board_id ORDER BY board_ad.board_id) AS "boardIds",
       (array_agg(saved.note ORDER BY array_position($1, saved.scope)))[1] AS note
     FROM saved_ads saved
     JOIN board_ads board_ad ON board_ad.saved_ad_id = saved.id
     WHERE saved.scope = ANY ($1) AND saved.ad_hash = ANY ($2)
     GROUP BY saved.ad_hash`,
    [scopes, hashes],
  );
}
