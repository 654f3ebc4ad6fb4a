import { contract, type OpenAdInput } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../ads/catalog.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog, plainEnrichment } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { callBothWays, researchMemory } from '../testing/research.ts';
import type { AdMemory } from './memory/adMemory.ts';
import { createNameIndex } from './nameIndex.ts';
import { findProductCategory } from '../enrichment/productCategories.ts';
import { productCategoryHandler } from './productCategory.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const ads: Partial<OpenAdInput>[] = [
  { headlines: ['Sole to soul'], bodies: ['Our lightest running shoes yet'] },
  { bodies: ['Boots for wet days'], landingPageUrl: 'https://shop.example/shoes/boots' },
  { bodies: ['Half price until Sunday'], language: 'de' },
];

describe('the product category of an advertiser', () => {
  let db: PostgresEngine;
  let clickhouse: ClickHouseEngine;
  let catalog: Catalog;
  let memory: AdMemory;
  beforeAll(async () => {
    db = await freshDatabase(postgres);
    clickhouse = await freshClickHouse('embedded');
    catalog = plainCatalog(clickhouse, db);
    memory = researchMemory(clickhouse, catalog);
    const known = ads.map((ad, number) =>
      openAd({ ...ad, advertiser: { name: 'Acme' }, key: `meta:${number}` }),
    );
    await catalog.recordAds(known, { source: 'test', seenAt: new Date('2026-03-31T08:00:00Z') });
  });
  afterAll(async () => {
    await clickhouse.close();
    await db.close();
  });

  const find = (input: object) =>
    callBothWays(
      contract.brandSpy.getProductCategory,
      (parts) => productCategoryHandler(parts, findProductCategory),
      {
        clickhouse,
        names: createNameIndex({ clickhouse, newestRecording: catalog.recordings.newest }),
        newestRecording: catalog.recordings.newest,
        today: () => '2026-03-31',
        siteAddress: () => 'https://magpie.example',
        tagDefinitions: plainEnrichment.tagDefinitions,
        memory,
      },
      { companyName: 'acme', ...input },
    );

  it('is found by the words of its ads, with what it is found by', async () => {
    expect(await find({})).toMatchObject({
      taxonomy: 'IAB Ad Product Taxonomy 2.0',
      category: { id: 1070, name: 'Footwear', within: ['Clothing and Accessories'] },
    });
  });

  it('is null if the matching ads name none', async () => {
    expect(await find({ language: 'de' })).toMatchObject({ category: null, matchingTexts: 0 });
    expect(await find({ dateTo: '2001-01-01' })).toMatchObject({ category: null, matchingTexts: 0 });
  });

  it('of an unknown company is a 404', async () => {
    await expect(find({ companyName: 'Nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
