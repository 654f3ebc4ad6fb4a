import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, everyPostgresLane } from '../../testing/postgres.ts';
import { isUniqueViolation, type Postgres, type PostgresEngine } from './postgres.ts';

/** The statement that saves an ad for Ada. */
function savedAd(hash: string, owner = `'ada', NULL`): string {
  return `INSERT INTO saved_ads (user_id, team_id, ad_hash, advertiser_id, company_name, platforms, format, cta_labels,
            is_partnership, first_seen_at, search_text, recommended, date_key, views_key, likes_key, comments_key)
          VALUES (${owner}, ${hash}, 1, 'Acme', '{}', 'image', '{}', false, now(), '', 0, 0, 0, 0, 0)`;
}

/** Ada and Bob, Bob's team with both, a board of Ada's with an ad, one of Bob's, and two of the team. */
async function insertFixture(db: Postgres): Promise<void> {
  await db.query(
    `INSERT INTO users (id, email) VALUES ('ada', 'Ada@example.com'), ('bob', 'bob@example.com')`,
  );
  await db.query(`INSERT INTO teams (name, slug) VALUES ('Bobs', 'bobs')`);
  await db.query(
    `INSERT INTO team_members (team_id, user_id, email, role, joined_at)
     VALUES (1, 'bob', 'bob@example.com', 'owner', now()), (1, 'ada', 'Ada@example.com', 'viewer', now())`,
  );
  await db.query(
    `INSERT INTO boards (author_id, team_id, name, slug, position)
     VALUES ('ada', NULL, 'Ada', 'adas-board', 0), ('bob', NULL, 'Bob', NULL, 0),
            ('bob', 1, 'Team, first', NULL, 0), ('ada', 1, 'Team, second', NULL, 1)`,
  );
  await db.query(savedAd(`repeat('0', 32)`));
  await db.query(`INSERT INTO saved_ad_snapshots (saved_ad_id, ad) VALUES (1, '{}')`);
  await db.query(`INSERT INTO board_ads (board_id, saved_ad_id) VALUES (1, 1)`);
  await db.query(`INSERT INTO instance DEFAULT VALUES`);
  await insertKey(db, Buffer.alloc(32), ['read']);
}

function insertKey(db: Postgres, secret: Buffer, scopes: string[]): Promise<unknown[]> {
  return db.query(
    `INSERT INTO api_keys (user_id, name, prefix, secret_sha256, scopes) VALUES ('ada', 'key', 'mgp_abc', $1, $2)`,
    [secret, scopes],
  );
}

describe.each(everyPostgresLane)('the schema on $name', (lane) => {
  let db: PostgresEngine;
  beforeAll(async () => {
    db = await freshDatabase(lane);
    await insertFixture(db);
  });
  afterAll(() => db.close());

  const undo = new Error('undo');
  /** Runs statements and rolls them back. */
  const afterwards = async (work: (tx: Postgres) => Promise<void>): Promise<void> => {
    await expect(
      db.transaction(async (tx) => {
        await work(tx);
        throw undo;
      }),
    ).rejects.toBe(undo);
  };

  it.each([
    [
      'a second person with the same address in other case',
      `INSERT INTO users (id, email) VALUES ('x', 'ADA@example.com')`,
      'users_email_key',
    ],
    [
      'a team slug that is taken',
      `INSERT INTO teams (name, slug) VALUES ('Other', 'bobs')`,
      'teams_slug_key',
    ],
    [
      'a person twice in a team',
      `INSERT INTO team_members (team_id, user_id, email, role) VALUES (1, 'ada', 'x@example.com', 'member')`,
      'team_members_team_id_user_id_key',
    ],
    [
      'an address that is invited twice to a team',
      `INSERT INTO team_members (team_id, email, role)
       VALUES (1, 'eve@example.com', 'member'), (1, 'EVE@EXAMPLE.COM', 'viewer')`,
      'team_members_invited_key',
    ],
    [
      'a board slug that is taken',
      `INSERT INTO boards (author_id, name, slug, position) VALUES ('bob', 'x', 'adas-board', 1)`,
      'boards_slug_key',
    ],
    [
      "a place that another of the author's boards has",
      `INSERT INTO boards (author_id, name, position) VALUES ('ada', 'x', 0)`,
      'boards_scope_position_key',
    ],
    [
      "a place that another of the team's boards has",
      `INSERT INTO boards (author_id, team_id, name, position) VALUES ('ada', 1, 'x', 0)`,
      'boards_scope_position_key',
    ],
    [
      'an ad twice on a board',
      `INSERT INTO board_ads (board_id, saved_ad_id) VALUES (1, 1)`,
      'board_ads_pkey',
    ],
    ['an ad saved twice by a person', savedAd(`repeat('0', 32)`), 'saved_ads_scope_ad_hash_key'],
    ['a second instance', `INSERT INTO instance DEFAULT VALUES`, 'instance_pkey'],
  ])('refuses %s', async (_, statement, constraint) => {
    const error: unknown = await db.query(statement).catch((thrown: unknown) => thrown);
    expect(isUniqueViolation(error, constraint), String(error)).toBe(true);
  });

  it.each([
    ['an empty address', `INSERT INTO users (id, email) VALUES ('x', '')`, 'users_email_check'],
    [
      'a role that is none',
      `INSERT INTO team_members (team_id, email, role) VALUES (1, 'x@example.com', 'king')`,
      'team_members_role_check',
    ],
    [
      'a member who joined and is nobody',
      `INSERT INTO team_members (team_id, email, role, joined_at) VALUES (1, 'x@example.com', 'member', now())`,
      'team_members_joined_check',
    ],
    [
      'a board without a name',
      `INSERT INTO boards (author_id, name, position) VALUES ('ada', '', 1)`,
      'boards_name_check',
    ],
    ['a board that is its own parent', `UPDATE boards SET parent_board_id = id`, 'boards_parent_check'],
    ['a place before the first', `UPDATE boards SET position = -1`, 'boards_position_check'],
    ['a slug of digits alone', `UPDATE boards SET slug = '2024' WHERE id = 1`, 'boards_slug_check'],
    ['a slug that ends in a dash', `UPDATE boards SET slug = 'abc-' WHERE id = 1`, 'boards_slug_check'],
    ['a slug of two letters', `UPDATE boards SET slug = 'ab' WHERE id = 1`, 'boards_slug_check'],
    ['a slug with a line end', `UPDATE boards SET slug = E'abc\\n' WHERE id = 1`, 'boards_slug_check'],
    ['a hash that is none', savedAd(`repeat('g', 32)`), 'saved_ads_ad_hash_check'],
    ['a hash with a line end', savedAd(`repeat('0', 32) || E'\\n'`), 'saved_ads_ad_hash_check'],
    ['a saved ad of two', savedAd(`repeat('1', 32)`, `'ada', 1`), 'saved_ads_owner_check'],
    [
      'a note of more than 5000 characters',
      `UPDATE saved_ads SET note = repeat('x', 5001)`,
      'saved_ads_note_check',
    ],
    [
      'an instance beside the one',
      `INSERT INTO instance (singleton) VALUES (false)`,
      'instance_singleton_check',
    ],
    ['a team with boards to be deleted', `DELETE FROM teams WHERE id = 1`, 'boards_team_id_fkey'],
  ])('refuses %s', async (_, statement, constraint) => {
    await expect(db.query(statement)).rejects.toMatchObject({ constraint });
  });

  it.each([
    ['a digest of another length', Buffer.alloc(31, 1), ['read'], 'api_keys_secret_sha256_check'],
    ['no scope', Buffer.alloc(32, 1), [], 'api_keys_scopes_check'],
    ['an unknown scope', Buffer.alloc(32, 1), ['read', 'root'], 'api_keys_scopes_check'],
    ['the secret of another key', Buffer.alloc(32), ['read'], 'api_keys_secret_sha256_key'],
  ])('refuses a key with %s', async (_, secret, scopes, constraint) => {
    await expect(insertKey(db, secret, scopes)).rejects.toMatchObject({ constraint });
  });

  it('allows boards to swap positions within a transaction', async () => {
    await afterwards(async (tx) => {
      await tx.query(`UPDATE boards SET position = 1 - position WHERE scope = 'team:1'`);
      await tx.query(`SET CONSTRAINTS boards_scope_position_key IMMEDIATE`);
      const rows = await tx.query<{ id: number }>(
        `SELECT id FROM boards WHERE scope = 'team:1' ORDER BY position`,
      );
      expect(rows.map(({ id }) => id)).toEqual([4, 3]);
    });
  });

  it('counts a board for its team, or for its author if it has no team', async () => {
    const rows = await db.query<{ scope: string }>(`SELECT scope FROM boards ORDER BY id`);
    expect(rows.map(({ scope }) => scope)).toEqual(['user:ada', 'user:bob', 'team:1', 'team:1']);
  });

  it('deletes the keys, boards, saved ads and memberships of a deleted person', async () => {
    await afterwards(async (tx) => {
      await tx.query(`DELETE FROM users WHERE id = 'ada'`);
      const [left] = await tx.query(
        `SELECT (SELECT count(*) FROM api_keys) AS keys, (SELECT count(*) FROM boards) AS boards,
                (SELECT count(*) FROM board_ads) AS links, (SELECT count(*) FROM saved_ads) AS ads,
                (SELECT count(*) FROM saved_ad_snapshots) AS snapshots, (SELECT count(*) FROM team_members) AS members`,
      );
      expect(left).toEqual({ keys: 0, boards: 2, links: 0, ads: 0, snapshots: 0, members: 1 });
    });
  });
});
