import type { Postgres } from '../kernel/postgres/postgres.ts';

/** What breaks a promise of the library: none, at any moment. One statement, so that it sees one moment. */
export async function libraryFlaws(db: Postgres): Promise<string[]> {
  const rows = await db.query<{ flaw: string }>(
    `WITH RECURSIVE placed AS (
       SELECT scope, position, row_number() OVER (PARTITION BY scope ORDER BY position) - 1 AS place FROM boards
     ), hung AS (
       SELECT id FROM boards WHERE parent_board_id IS NULL
       UNION ALL
       SELECT child.id FROM boards child JOIN hung ON child.parent_board_id = hung.id
     )
     SELECT 'the order of ' || scope || ' has a gap or a double at ' || place AS flaw
     FROM placed WHERE position <> place
     UNION ALL
     SELECT 'board ' || id || ' is below itself' FROM boards WHERE id NOT IN (SELECT id FROM hung)
     UNION ALL
     SELECT 'board ' || child.id || ' is below one of ' || parent.scope
     FROM boards child JOIN boards parent ON parent.id = child.parent_board_id WHERE child.scope <> parent.scope
     UNION ALL
     SELECT 'saved ad ' || saved.id || ' is on no board'
     FROM saved_ads saved WHERE NOT EXISTS (SELECT FROM board_ads WHERE saved_ad_id = saved.id)
     UNION ALL
     SELECT 'board ' || board.id || ' holds a saved ad of ' || saved.scope
     FROM board_ads link JOIN boards board ON board.id = link.board_id JOIN saved_ads saved ON saved.id = link.saved_ad_id
     WHERE board.scope <> saved.scope
     UNION ALL
     SELECT 'saved ad ' || saved.id || ' has no snapshot'
     FROM saved_ads saved WHERE NOT EXISTS (SELECT FROM saved_ad_snapshots WHERE saved_ad_id = saved.id)
     UNION ALL
     SELECT 'ad ' || ad_hash || ' is saved more than once in ' || scope
     FROM saved_ads GROUP BY scope, ad_hash HAVING count(*) > 1`,
  );
  return rows.map(({ flaw }) => flaw);
}
