import { contract } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { buildQuery } from './listAds.ts';
import { findPage, type SavedAdsInput } from './savedSearch.sql.ts';

const mine = 4000;
const all = 6000;
const scopes = ['user:ann', 'team:1'];
const isEven = (number: number): boolean => number % 2 === 0;
/** Behind so many others that a page is not found in index order. */
const isLate = (number: number): boolean => number > mine - 100;

const requests: readonly [Partial<SavedAdsInput>, (number: number) => boolean][] = [
  [{}, () => true],
  [{ formats: ['video'] }, isEven],
  [{ languages: ['de'] }, isLate],
  [{ formats: ['video'], languages: ['de'] }, (number) => isEven(number) && isLate(number)],
  [{ searchQuery: 'even' }, isEven],
  [{ searchQuery: 'late' }, isLate],
  [{ formats: ['video'], searchQuery: 'late' }, (number) => isEven(number) && isLate(number)],
  [{ languages: ['fr'] }, () => false],
];

describe.each(postgresLanes)('a page of many saved ads on $name', (lane) => {
  let db: PostgresEngine;
  beforeAll(async () => {
    db = await freshDatabase(lane);
    await db.query(`INSERT INTO users (id, email) VALUES ('ann', 'ann@example.com')`);
    await db.query(`INSERT INTO teams (name, slug) VALUES ('One', 'one')`);
    await fill('ann', null, 1, mine);
    await fill(null, 1, mine - 50, all);
  });
  afterAll(() => db.close());

  /** Numbers that both contain are the same ad. */
  const fill = (userId: string | null, teamId: number | null, first: number, last: number) =>
    db.query(
      `INSERT INTO saved_ads (user_id, team_id, ad_hash, recommended, date_key, views_key, likes_key, comments_key,
         advertiser_id, first_seen_at, is_partnership, format, language, platforms, cta_labels, search_text, company_name)
       SELECT $1, $2, md5(number::text), number, number, number, number, number, 1, now(), false,
         CASE number % 2 WHEN 0 THEN 'video' ELSE 'image' END, CASE WHEN number > $5 THEN 'de' END, '{}', '{}',
         CASE number % 2 WHEN 0 THEN ' even' ELSE ' odd' END || CASE WHEN number > $5 THEN ' late ' ELSE ' ' END, 'Acme'
       FROM generate_series($3::integer, $4::integer) AS number`,
      [userId, teamId, first, last, mine - 100],
    );

  it.each(requests)('is found and counted with %j', async (input, isMatch) => {
    const query = buildQuery(contract.ads.list.input.parse(input), scopes, null);
    const numbers = Array.from({ length: all }, (_, index) => index + 1).filter((number) => isMatch(number));
    for (const start of [0, 1000, mine - 60, all - 10]) {
      const [hash] = await db.query<{ hash: string }>(`SELECT md5($1::text) AS hash`, [String(start)]);
      const after = start === 0 ? null : { key: start, hash: hash?.hash ?? '' };
      const { total, keys } = await findPage(db, query, { after, most: 21 });
      expect(total).toBe(numbers.length);
      expect(keys).toEqual(numbers.filter((number) => number > start).slice(0, 21));
    }
  });
});
