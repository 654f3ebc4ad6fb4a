import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { indexTexts, type IndexedFacts } from './indexedTexts.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const card = {
  headline: null,
  body: null,
  description: null,
  ctaText: null,
  landingPageUrl: null,
  media: [],
};
const noFacts: IndexedFacts = {
  headlines: [],
  bodies: [],
  description: null,
  landingPageUrl: null,
  media: [],
  cards: [],
  payer: null,
  beneficiary: null,
};

const picture = {
  type: 'image' as const,
  url: 'https://a.example/1.jpg',
  thumbnailUrl: null,
  width: null,
  height: null,
  durationSeconds: null,
};

const index = (
  facts: Partial<IndexedFacts>,
  { name = 'Acme', hash = 'a', advertiserId = 1, pictureTexts = [] as string[] } = {},
) => indexTexts({ hash, advertiserId, facts: { ...noFacts, ...facts }, pictureTexts }, name);
const key = (facts: Partial<IndexedFacts>, options?: Parameters<typeof index>[1]): number =>
  index(facts, options).duplicate_key;

it('contain no templates, which nobody sees', () => {
  const body = 'Visit us at {{page.location.street_address}}, open daily';
  const columns = index({
    headlines: ['{{product.name}} reduced'],
    bodies: [body, 'Fresh bread'],
    description: body,
    cards: [{ ...card, headline: 'Cheap {{x}}', body }],
  });
  for (const word of ['visit', 'daily', 'reduced', 'cheap', 'product'])
    expect(columns.search_text).not.toContain(word);
  expect(columns.search_text).toContain('bread');
  expect(columns).toMatchObject({ headline_words: index({}).headline_words, text_words: 2 });
});

describe('words for ranking', () => {
  it('contain brand and headlines, with those of cards', () => {
    const columns = index(
      { headlines: ['Crème SALE'], bodies: ['Only today'], cards: [{ ...card, headline: 'Two' }] },
      { name: 'Blue Whale' },
    );
    expect(columns).toMatchObject({
      brand_words: ' blue whale ',
      headline_words: ' creme sale | two ',
      page_words: '  ',
      text_words: 5,
    });
  });

  it('contain words of the landing page that no other text has', () => {
    const { page_words: words } = index({
      bodies: ['New shoes'],
      landingPageUrl: 'https://acme.example/shoes/running?utm_source=x',
    });
    expect(words).toBe(' https example running utm source x ');
  });

  it('contain words of the picture that no other text has, and say so', () => {
    const facts = { bodies: ['New shoes'], landingPageUrl: 'https://acme.example/sale' };
    const pictureTexts = ['Half PRICE shoes', 'Sale until Sunday'];
    const { search_text: text, ...columns } = index(facts, { pictureTexts });
    expect(text).toContain(' half price shoes | sale until sunday ');
    expect(columns).toEqual({
      ...index(facts),
      search_text: undefined,
      page_words: ' https example sale | half price until sunday ',
    });
  });

  it('leave out words of a picture with a page of text', () => {
    const texts = Array.from({ length: 500 }, (_, number) => `word${number}`);
    const columns = index({}, { pictureTexts: [texts.join(' ')] });
    expect(columns.search_text).toContain(' word0 word1 ');
    expect(columns.search_text).not.toContain('word499');
    expect(columns.page_words.length).toBeLessThan(1010);
  });

  it('are limited in length', () => {
    const many = Array.from({ length: 500 }, (_, number) => `headline${number}`);
    const columns = index({ headlines: many, landingPageUrl: `https://a.example/?${many.join('=')}` });
    expect(columns.headline_words.length).toBeLessThan(1600);
    expect(columns.page_words.length).toBeLessThan(105);
    expect(index({ bodies: ['x '.repeat(70_000)] }).text_words).toBe(65_535);
  });
});

describe('the key of duplicates', () => {
  const body = 'Get ready to hit the streets in style with gear made for race day and beyond';

  it.each<[string, Partial<IndexedFacts>, Partial<IndexedFacts>]>([
    ['numbers', { bodies: ['Save 20% on 3 pairs'] }, { bodies: ['Save 35% on 2 pairs'] }],
    ['punctuation, case and emoji', { bodies: ['New in: boots!'] }, { bodies: ['NEW IN – boots 🔥'] }],
    [
      'links',
      { bodies: ['See https://a.example/x and www.b.example'] },
      { bodies: ['See http://c.example/y?z=1 and www.d.example/e'] },
    ],
    ['the order of cards', cards('One', 'Two'), cards('Two', 'One')],
    ['the landing page', { bodies: [body], landingPageUrl: 'https://a.example' }, { bodies: [body] }],
    ['the headline of a long text', { bodies: [body], headlines: ['Shop now'] }, { bodies: [body] }],
  ])('ignores %s', (_, one, other) => {
    expect(key(one)).toBe(key(other));
  });

  it.each<[string, number, number]>([
    ['words', key({ bodies: ['New boots'] }), key({ bodies: ['New shoes'] })],
    [
      'the headline of a short text',
      key({ bodies: ['Just in'], headlines: ['Black jeans'] }),
      key({ bodies: ['Just in'], headlines: ['White shirt'] }),
    ],
    ['the advertiser', key({ bodies: [body] }), key({ bodies: [body] }, { advertiserId: 2 })],
    [
      'the ad if it has media and no words',
      key({ media: [picture] }),
      key({ media: [picture] }, { hash: 'b' }),
    ],
    ['the advertiser of an ad that shows nothing', key({}), key({}, { advertiserId: 2 })],
    ['the ad if it has no words', key({ bodies: ['100% 🔥'] }), key({ bodies: ['100% 🔥'] }, { hash: 'b' })],
  ])('depends on %s', (_, one, other) => {
    expect(one).not.toBe(other);
  });

  it('is the same for all ads of an advertiser that show nothing', () => {
    expect(key({ landingPageUrl: 'https://a.example' })).toBe(key({}, { hash: 'b' }));
  });

  function cards(...headlines: string[]): Partial<IndexedFacts> {
    return { cards: headlines.map((headline) => Object.assign({}, card, { headline })) };
  }
});

describe('the defaults of rows from before these columns', () => {
  const texts = [
    'Notre Crème de jour – 20% offerte !',
    'Große Straße, Łódź, Ærø',
    'Большая СКИДКА только сегодня',
    'متجر مُحَمَّد للعطور',
    '全品送料無料キャンペーン中 2024',
    '오늘만 특별 할인을 받으세요',
    'วันนี้ลดราคาทุกชิ้น',
    'Hot🔥deal™ at https://www.example.com/a?b=1 now',
    '𝗦𝗔𝗟𝗘 ends soon 🇩🇪',
    '100%',
    'One two three four five six seven eight nine ten eleven twelve thirteen fourteen',
  ];
  let clickhouse: ClickHouseEngine;
  let db: PostgresEngine;
  beforeAll(async () => {
    db = await freshDatabase(postgres);
    clickhouse = await freshClickHouse('embedded');
    const ads = texts.flatMap((text, number) => [
      openAd({ key: `meta:body-${number}`, advertiser: { name: `Crème ${number}` }, bodies: [text] }),
      openAd({ key: `meta:headline-${number}`, headlines: [text, 'Another'], bodies: ['Read on'] }),
    ]);
    await plainCatalog(clickhouse, db).recordAds(ads, { source: 'test', seenAt: new Date() });
  });
  afterAll(async () => {
    await clickhouse.close();
    await db.close();
  });

  it.each(['brand_words', 'headline_words', 'duplicate_key'])(
    '%s equal the recorded values',
    async (name) => {
      const [column] = await clickhouse.read<{ expression: string }>(
        `SELECT default_expression AS expression FROM system.columns
       WHERE database = currentDatabase() AND table = 'ads' AND name = {name:String}`,
        { name },
      );
      const rows = await clickhouse.read<{ key: string; recorded: string; computed: string }>(
        `SELECT key, toString(${name}) AS recorded, toString(${column?.expression}) AS computed FROM ads FINAL`,
      );
      expect(rows).toHaveLength(2 * texts.length);
      // Older rows have no boundaries between headlines.
      const recorded = rows.map((row) => [row.key, row.recorded.replaceAll(' | ', ' ')]);
      expect(rows.map((row) => [row.key, row.computed])).toEqual(recorded);
    },
  );
});
