import { contract } from '@magpie/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { searchCondition } from '../ads/search/matching.sql.ts';
import { parseQuery } from '../ads/query.ts';
import { versionsOfPage } from '../ads/search/search.sql.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { parseKeyword, matches } from './ruleMatch.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

/** Few enough that many ads have them, of scripts that put spaces between words and of others. */
const words = [
  'free',
  'Crème',
  'СКИДКА',
  'off-season',
  '50%',
  '送料無料',
  '料',
  '할인을',
  'ลดราคา',
  '🔥',
  '|',
  'İst',
];
const texts = fc.array(fc.constantFrom(...words, 'freeship', '無料', '送'), { minLength: 1, maxLength: 5 });
const glued = fc
  .tuple(texts, fc.constantFrom(' ', '', ', ', '\n'))
  .map(([parts, between]) => parts.join(between));

const ads = fc
  .sample(fc.tuple(glued, glued), { numRuns: 150, seed: 11 })
  .map(([headline, body], index) => openAd({ key: `meta:${index}`, headlines: [headline], bodies: [body] }));

const terms = fc
  .tuple(fc.constantFrom('', '', '-'), fc.constantFrom('"', ''), glued)
  .map(([minus, quote, text]) => `${minus}${quote}${text}${quote}`);
const keywords = fc.array(terms, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));

describe('a keyword', () => {
  let clickhouse: ClickHouseEngine;
  let db: PostgresEngine;
  let known: { hash: string; text: string }[];
  beforeAll(async () => {
    [clickhouse, db] = [await freshClickHouse('embedded'), await freshDatabase(postgres)];
    await plainCatalog(clickhouse, db).recordAds(ads, { source: 'test', seenAt: new Date() });
    known = await clickhouse.read('SELECT hash, search_text AS text FROM ads FINAL ORDER BY hash');
  });
  afterAll(async () => {
    await clickhouse.close();
    await db.close();
  });

  const foundBySearch = async (searchQuery: string): Promise<string[]> => {
    const filters = { ...contract.ads.search.input.parse({}), companyNames: undefined, advertiserIds: null };
    const found = searchCondition(filters, parseQuery(searchQuery), '2026-01-01');
    const page = { sortBy: 'date', terms: [], limit: 1000, offset: 0 } as const;
    return (await versionsOfPage(clickhouse, found, page, null)).map(({ hash }) => hash);
  };

  it('matches the same ads as a search, for all scripts, word orders and quotes', async () => {
    expect(known).toHaveLength(150);
    let matched = 0;
    await fc.assert(
      fc.asyncProperty(keywords, async (text) => {
        const keyword = parseKeyword(text);
        if (keyword === null) return;
        const ours = known.filter((ad) => matches(keyword, ad.text)).map(({ hash }) => hash);
        expect(ours).toEqual((await foundBySearch(text)).toSorted());
        if (ours.length > 0 && ours.length < known.length) matched += 1;
      }),
      { numRuns: 150 },
    );
    expect(matched).toBeGreaterThan(20);
  });

  it('is null for punctuation only', () => {
    expect(['!!', '"—"', '-', '- …'].map(parseKeyword)).toEqual([null, null, null, null]);
  });
});
