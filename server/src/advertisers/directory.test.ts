import { contract, type OutputOf, type Procedure } from '@magpie/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { advertiserId, normalizeAdvertiserName } from '../ads/identity.ts';
import { generateAdvertiser } from '@magpie/demo/advertisers';
import { createDemoSeed } from '@magpie/demo/demoSeed';
import type { ClickHouse, ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { Call, Handler } from '../rpc/procedure.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { topCompaniesHandler, topAdvertisersHandler, unknownAdvertiser } from './directory.ts';
import { createNameIndex } from './nameIndex.ts';
import type { ResearchParts } from './research.ts';

interface Known {
  readonly name: string;
  readonly ads?: number;
  readonly reach?: number;
  readonly domains?: readonly string[];
  readonly logo?: string;
}

/** Totals as written by recordings, every second one with an unmerged older row. */
async function store(clickhouse: ClickHouse, advertisers: readonly Known[]): Promise<void> {
  const rows = advertisers.map(({ name, logo = null }) => ({
    advertiser_id: advertiserId(name),
    name_key: normalizeAdvertiserName(name),
    name,
    brand_logo: logo,
    first_seen_at: '2026-01-01 00:00:00',
    version: 1,
  }));
  await clickhouse.insert('advertisers', rows);
  const totals = advertisers.map(({ name, logo = null, ads = 1, reach = 0, domains = [] }) => ({
    advertiser_id: advertiserId(name),
    name,
    name_key: normalizeAdvertiserName(name),
    brand_logo: logo,
    ...(ads > 0 && { ads, reach, platforms: ['facebook', 'tiktok'], domains }),
    built_at: '2026-01-02 00:00:00',
  }));
  const earlier = totals
    .filter((_, index) => index % 2 === 1)
    .map((row) =>
      Object.assign({}, row, { ads: 1000, domains: ['earlier.example'], built_at: '2026-01-01 00:00:00' }),
    );
  await clickhouse.insert('advertiser_totals', earlier);
  await clickhouse.insert('advertiser_totals', totals);
}

/** Validates input and output with the contract, like the service. */
async function callHandler<P extends Procedure>(
  procedure: P,
  handler: Handler<P>,
  input: object,
): Promise<OutputOf<P>> {
  const call = { input: procedure.input.parse(input) } as Call<never>;
  return procedure.output.parse(await handler(call)) as OutputOf<P>;
}

/** With a new name index. */
const partsOver = (clickhouse: ClickHouse): ResearchParts => ({
  clickhouse,
  names: createNameIndex({ clickhouse, newestRecording: () => 1 }),
  newestRecording: () => 1,
  today: () => '2026-03-01',
  siteAddress: () => 'https://magpie.example',
  tagDefinitions: [],
});

describe.each(clickhouseLanes)('on ClickHouse, %s', (lane) => {
  let clickhouse: ClickHouseEngine;
  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
  });
  afterAll(() => clickhouse.close());

  const empty = async (): Promise<void> => {
    for (const table of ['advertisers', 'advertiser_totals'])
      await clickhouse.write(`TRUNCATE TABLE ${table}`);
  };
  const companies = async (name: string, limit = 20) =>
    (
      await callHandler(contract.ads.listTopCompanies, topCompaniesHandler(partsOver(clickhouse)), {
        name,
        limit,
      })
    ).companies;
  const found = async (name: string): Promise<string[]> =>
    (await companies(name)).map((each) => `${each.matchType} ${each.name}`);
  const largest = async (input: object = {}): Promise<string[]> =>
    (
      await callHandler(
        contract.brandSpy.listTopAdvertisers,
        topAdvertisersHandler(partsOver(clickhouse)),
        input,
      )
    ).map((each) => each.company);

  describe('advertisers by name', () => {
    beforeAll(async () => {
      await empty();
      await store(clickhouse, [
        {
          name: 'Nike',
          ads: 5,
          reach: 900,
          domains: ['nike.com', 'nike.co.uk'],
          logo: 'https://nike.example/l.png',
        },
        { name: 'Nike Running', ads: 50, reach: 10 },
        { name: 'Nike.com', ads: 2 },
        { name: 'The Nike Shop', ads: 700 },
        { name: 'Nikke', ads: 9000 },
        { name: 'Éclair', ads: 3 },
        { name: 'Eclair', ads: 1 },
        { name: 'Levi’s', ads: 4 },
        { name: 'H&M', ads: 8 },
        { name: 'Straßenbräu', ads: 1 },
        { name: 'İstanbul Moda', ads: 1 },
        { name: 'Σίσυφος', ads: 1 },
        { name: '株式会社カササギ', ads: 1 },
        { name: '모로세담', ads: 1 },
        { name: 'Ёлка и Ко', ads: 1 },
        { name: '100% \\ "Süß"', ads: 1 },
        { name: '***', ads: 1 },
        { name: 'Left Alone', ads: 0 },
      ]);
    });

    it('are sorted by match quality, number of ads and name', async () => {
      expect(await found('nike')).toEqual([
        'exact Nike',
        'prefix Nike Running',
        'prefix Nike.com',
        'word The Nike Shop',
        'fuzzy Nikke',
      ]);
      expect((await companies('nike', 2)).map(({ name }) => name)).toEqual(['Nike', 'Nike Running']);
    });

    it('have the totals of their ads', async () => {
      expect(await companies('nike', 1)).toEqual([
        {
          name: 'Nike',
          adCount: 5,
          advertiserId: advertiserId('Nike'),
          brandLogo: 'https://nike.example/l.png',
          totalReach: 900,
          platforms: ['facebook', 'tiktok'],
          matchType: 'exact',
        },
      ]);
    });

    it('have a monogram without a logo', async () => {
      const [running] = await companies('nike running');
      expect(running?.brandLogo).toBe(`https://magpie.example/logos/${advertiserId('Nike Running')}.svg`);
    });

    it('are not found and not suggested without ads', async () => {
      for (const name of ['left alone', 'left', 'l', 'Left Alnoe']) {
        expect((await found(name)).filter((each) => each.includes('Left'))).toEqual([]);
      }
      const error = await unknownAdvertiser(partsOver(clickhouse), 'Left Alone Ltd.');
      expect(error.details.suggestions).toEqual([]);
    });

    it('list the exact name before names that differ in accents', async () => {
      expect(await found('ÉCLAIR')).toEqual(['exact Éclair', 'exact Eclair']);
      expect(await found('eclair')).toEqual(['exact Eclair', 'exact Éclair']);
    });

    it.each([
      ['a curly apostrophe', "LEVI'S", 'exact Levi’s'],
      ['no apostrophe', 'levis', 'exact Levi’s'],
      ['other signs between words', 'h & m', 'exact H&M'],
      ['none at all', 'hm', 'prefix H&M'],
      ['German sharp s', 'STRASSENBRAU', 'exact Straßenbräu'],
      ['Turkish i', 'istanbul', 'prefix İstanbul Moda'],
      ['Turkish capital I', 'ISTANBUL MODA', 'exact İstanbul Moda'],
      ['Greek final sigma and accents', 'ΣΙΣΥΦΟΣ', 'exact Σίσυφος'],
      ['Russian yo', 'елка и ко', 'exact Ёлка и Ко'],
      ['an unspaced name from within', 'カササギ', 'word 株式会社カササギ'],
      ['half-width letters', 'ｶｻｻｷﾞ', 'word 株式会社カササギ'],
      ['the beginning of a Korean name', '모로', 'prefix 모로세담'],
      ['words in another order', 'mod ist', 'word İstanbul Moda'],
      ['the beginning of a word within', 'sho', 'word The Nike Shop'],
      ['signs that mean something in SQL', '100% \\ "Süß"', 'exact 100% \\ "Süß"'],
      ['signs alone', '***', 'exact ***'],
    ])('are found by %s', async (_, name, match) => {
      expect((await found(name))[0]).toBe(match);
    });

    it.each(['%', '_', "'", '"', '\\', '*', "' OR 1=1 --", '{name:String}', '🔥', 'i', 'x'.repeat(200)])(
      'are not found by %s',
      async (name) => {
        expect((await found(name)).filter((each) => !each.includes('İstanbul'))).toEqual([]);
      },
    );

    it.each(['nike.com', 'www.nike.com', 'https://www.nike.com/shoes?utm=1', 'HTTP://Shop.Nike.co.uk'])(
      'are found by their domain, as %s',
      async (name) => {
        expect(await found(name)).toContain('exact Nike');
      },
    );

    it('list a name equal to the domain before other owners of the domain', async () => {
      expect((await found('nike.com')).slice(0, 2)).toEqual(['exact Nike.com', 'exact Nike']);
    });

    it('are found once while rows are unmerged', async () => {
      const newer = {
        advertiser_id: advertiserId('Nike'),
        name_key: 'nike',
        name: 'Nike',
        brand_logo: 'https://nike.example/2.png',
        ads: 6,
        platforms: ['youtube'],
        reach: 7,
        domains: [],
      };
      await clickhouse.insert('advertiser_totals', [{ ...newer, built_at: '2026-01-03 00:00:00' }]);
      const all = await companies('nike');
      expect(all).toHaveLength(5);
      expect(all[0]).toMatchObject({
        adCount: 6,
        totalReach: 7,
        platforms: ['youtube'],
        brandLogo: 'https://nike.example/2.png',
      });
    });
  });

  describe('advertisers with unmerged totals', () => {
    const names = ['Alpha', 'Beta', 'Gamma', 'Delta'].map((name) => `Plimtor ${name}`);
    beforeEach(async () => {
      await empty();
      await clickhouse.write('SYSTEM STOP MERGES advertiser_totals');
      await store(
        clickhouse,
        names.map((name, index) => ({ name, ads: [10, 1, 9, 2][index] ?? 0 })),
      );
    });
    afterEach(() => clickhouse.write('SYSTEM START MERGES advertiser_totals'));

    it('are ranked by their current totals, also with limit 1', async () => {
      expect((await companies('plimtor', 1)).map(({ name, adCount }) => [name, adCount])).toEqual([
        ['Plimtor Alpha', 10],
      ]);
      expect((await companies('plimtor')).map(({ adCount }) => adCount)).toEqual([10, 9, 2, 1]);
      expect((await companies('plimtro', 2)).map(({ adCount }) => adCount)).toEqual([10, 9]);
    });

    it('are not found by a former domain', async () => {
      expect(await found('earlier.example')).toEqual([]);
    });

    it('leave room for misspelled names', async () => {
      await store(clickhouse, [{ name: 'Zarbo' }, { name: 'Brumpleton' }, { name: 'Brumpletan' }]);
      expect((await companies('Brumpleton', 2)).map(({ name }) => name)).toEqual([
        'Brumpleton',
        'Brumpletan',
      ]);
    });
  });

  describe('a misspelled name', () => {
    const brands = [
      'Nike',
      'Zara',
      'Adidas',
      'Patagonia',
      'Yves Rocher',
      'Mercedes-Benz',
      'Ростелеком',
      'Αθηνά',
    ];
    const eastern = ['資生堂', 'カササギ製作所', '아모레퍼시픽', 'محمد للعطور', 'Ñandú Café'];
    beforeAll(async () => {
      await empty();
      const world = createDemoSeed('names', '2026-01-01');
      const others = Array.from({ length: 3000 }, (_, rank) => ({
        name: generateAdvertiser(world, rank).name,
        ads: 9,
      }));
      await store(clickhouse, [...others, ...[...brands, ...eastern].map((name) => ({ name }))]);
    });

    it.each([
      ['Nkie', 'Nike'],
      ['Niike', 'Nike'],
      ['Nikee', 'Nike'],
      ['Zra', 'Zara'],
      ['Zaraa', 'Zara'],
      ['Addidas', 'Adidas'],
      ['Adiads', 'Adidas'],
      ['Adisas', 'Adidas'],
      ['Pategonia', 'Patagonia'],
      ['Pategonai', 'Patagonia'],
      ['Patagnoia', 'Patagonia'],
      ['Patgonia', 'Patagonia'],
      ['Yves Rochr', 'Yves Rocher'],
      ['Yve Roscher', 'Yves Rocher'],
      ['Yvesrocher', 'Yves Rocher'],
      ['Rocehr', 'Yves Rocher'],
      ['Mercedez Bens', 'Mercedes-Benz'],
      ['Mercedesbnez', 'Mercedes-Benz'],
      ['Ростлеком', 'Ростелеком'],
      ['Росетлеком', 'Ростелеком'],
      ['Αθινα', 'Αθηνά'],
      ['Αθνηα', 'Αθηνά'],
      ['資性堂', '資生堂'],
      ['カサザギ製作所', 'カササギ製作所'],
      ['아모래퍼시픽', '아모레퍼시픽'],
      ['아모퍼레시픽', '아모레퍼시픽'],
      ['محمدللعطر', 'محمد للعطور'],
      ['Nandu Cafee', 'Ñandú Café'],
    ])('%s finds %s first', async (typed, name) => {
      expect((await companies(typed))[0]?.name).toBe(name);
    });

    it.each([
      ['Adiddaz', 'Adidas'],
      ['Ediidas', undefined],
      ['Roceh', undefined],
      ['Rocehhr', 'Yves Rocher'],
    ])('%s, with two typos in a word of six or seven letters, finds %s', async (typed, name) => {
      expect((await companies(typed))[0]?.name).toBe(name);
    });

    it.each(['q', 'zq', 'qx', 'qqq', 'wxyzq', 'completely unrelated words', '寿司'])(
      '%s finds nothing',
      async (typed) => {
        expect(await companies(typed)).toEqual([]);
      },
    );

    it('gives suggestions in the error for an unknown advertiser', async () => {
      const error = await unknownAdvertiser(partsOver(clickhouse), 'Nkie');
      expect(error.message).toBe("No brand is stored under the name 'Nkie'; did you mean 'Nike'?");
      expect(error).toMatchObject({
        httpStatus: 404,
        details: { field: 'companyName', value: 'Nkie', suggestions: ['Nike'] },
      });
    });

    it.each(['nobody at all zz', 'completely unrelated words', 'qqqqqq', '寿司屋さんの店'])(
      '%s gives no suggestions',
      async (typed) => {
        const error = await unknownAdvertiser(partsOver(clickhouse), typed);
        expect(error.details.suggestions).toEqual([]);
        expect(error.message).toContain(`'${typed}'; ads.listTopCompanies finds brands`);
      },
    );

    it('gives similar names if no name matches its words', async () => {
      expect(
        (await unknownAdvertiser(partsOver(clickhouse), 'Patagonia Provisions Inc.')).details.suggestions,
      ).toContain('Patagonia');
      const nothing = await unknownAdvertiser(partsOver(clickhouse), '\u{1f525}\n');
      expect(nothing.details.suggestions).toEqual([]);
      expect(nothing.message).toMatch(/^No brand is stored under the name '🔥�'; ads\.listTopCompanies/);
    });
  });

  describe('the largest advertisers', () => {
    beforeEach(async () => {
      await empty();
      await store(clickhouse, [
        { name: 'Small Shoes', reach: 1 },
        { name: 'Large Shoes', ads: 3, reach: 9_007_199_254_740_991, domains: ['shoes.example'] },
        { name: 'Middling', reach: 500, logo: 'https://middling.example/l.png' },
        { name: 'Middling Too', reach: 500 },
        { name: 'Without Ads', ads: 0 },
      ]);
    });
    const middle = ['Middling', 'Middling Too'].toSorted((a, b) => advertiserId(a) - advertiserId(b));

    it('are sorted by reach and id, without advertisers that have no ads', async () => {
      expect(await largest()).toEqual(['Large Shoes', ...middle, 'Small Shoes']);
      expect(await largest({ limit: 1, search: '' })).toEqual(['Large Shoes']);
    });

    it('are filtered by a search without typo matching, in the same order', async () => {
      expect(await largest({ search: 'shoes' })).toEqual(['Large Shoes', 'Small Shoes']);
      expect(await largest({ search: 'middling' })).toEqual(middle);
      expect(await largest({ search: 'https://shoes.example/' })).toEqual(['Large Shoes']);
      expect(await largest({ search: 'HOE' })).toEqual(['Large Shoes', 'Small Shoes']);
      expect(await largest({ search: 'oes arg' })).toEqual(['Large Shoes']);
      expect(await largest({ search: 'midling' })).toEqual([]);
      expect(await largest({ search: 'without ads' })).toEqual([]);
    });

    it('match the specification', async () => {
      const all = await callHandler(
        contract.brandSpy.listTopAdvertisers,
        topAdvertisersHandler(partsOver(clickhouse)),
        { limit: 1 },
      );
      expect(all).toEqual([
        {
          advertiserId: advertiserId('Large Shoes'),
          company: 'Large Shoes',
          adCount: 3,
          totalViews: 9_007_199_254_740_991,
          brandLogo: `https://magpie.example/logos/${advertiserId('Large Shoes')}.svg`,
          platforms: ['facebook', 'tiktok'],
        },
      ]);
    });

    it('have their newest totals before rows are merged', async () => {
      const row = {
        advertiser_id: advertiserId('Small Shoes'),
        name: 'Small Shoes',
        name_key: 'small shoes',
        ads: 2,
        reach: 600,
        platforms: [],
        domains: [],
      };
      await clickhouse.insert('advertiser_totals', [{ ...row, built_at: '2026-01-03 00:00:00' }]);
      expect((await largest())[1]).toBe('Small Shoes');
      expect(await largest({ search: 's' })).toEqual(['Large Shoes', 'Small Shoes']);
    });
  });
});
