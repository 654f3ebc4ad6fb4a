import { contract, maxListBytes } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import { scoreOfText } from '../ads/score.ts';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { clickhouseLanes } from '../testing/clickhouse.ts';
import { cursorAt } from '../testing/cursors.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { callBothWays, openResearch, type NamedAds, type ResearchIndex } from '../testing/research.ts';
import { adCopiesHandler, headlinesHandler, hooksHandler } from './texts.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

/** On the last day of March. "Sale" is in many ads, "Story" has the highest reach, "Old" ran longest, "Quiet" has no reach. */
const ads: NamedAds = {
  sale1: {
    bodies: ['Sale', '  Sale  '],
    headlines: ['Half price'],
    reach: { value: 100 },
    startDate: '2026-03-01',
    firstSeenAt: '2026-03-01T00:00:00Z',
    language: 'en',
    media: [{ type: 'image', url: 'https://cdn.example/less.jpg' }],
  },
  sale2: {
    bodies: ['Sale', 'Story'],
    reach: { value: 900 },
    startDate: '2026-03-11',
    endDate: '2026-03-20',
    mediaType: 'video',
    media: [{ type: 'video', url: 'https://cdn.example/a.mp4', thumbnailUrl: 'https://cdn.example/a.jpg' }],
  },
  sale3: {
    bodies: ['Hello {{product.name}}', '{{lead}}'],
    headlines: ['{{product.name}}', 'Half price'],
    cards: [
      { headline: 'Boots', body: 'Sale', media: [{ type: 'image', url: 'https://cdn.example/boots.jpg' }] },
      { headline: 'Boots', body: 'Sale {{price}}' },
      { headline: 'Socks' },
    ],
    startDate: '2026-03-21',
  },
  story: {
    bodies: ['Story'],
    reach: { value: 1_000_000 },
    startDate: '2026-03-25',
    mediaType: 'image',
    lastSeenAt: '2026-03-30T10:00:00Z',
    language: 'de',
  },
  old: { bodies: ['Old'], reach: { value: 0 }, startDate: '2025-03-31', status: 'active' },
  quiet: { bodies: ['Quiet'], startDate: '2026-03-30', status: 'inactive' },
  scripts: {
    advertiser: { name: 'Everywhere' },
    bodies: ['Ёлка', '送料無料', 'cafe\u0301', 'ｓａｌｅ', '🔥 hot', 'Zoo', 'apple', 'It\'s "50%" \\ off'],
  },
  accents: { advertiser: { name: 'Everywhere' }, bodies: ['caf\u00e9', 'Café'] },
  textless: { advertiser: { name: 'Textless' }, bodies: ['{{all}}'], headlines: ['{{all}}'] },
};

let db: PostgresEngine;
beforeAll(async () => {
  db = await freshDatabase(postgres);
});
afterAll(() => db.close());

describe.each(clickhouseLanes)('texts on ClickHouse, %s', (lane) => {
  let index: ResearchIndex;
  beforeAll(async () => {
    index = await openResearch(lane, db, { today: '2026-03-31', seenAt: '2026-03-30T08:00:00Z' });
    await index.record(ads);
  });
  afterAll(() => index.close());

  const copies = (input: object = {}) =>
    callBothWays(contract.brandSpy.getAdCopies, adCopiesHandler, index.parts, {
      companyName: 'Acme',
      ...input,
    });
  const headlines = (input: object = {}) =>
    callBothWays(contract.brandSpy.getHeadlines, headlinesHandler, index.parts, {
      companyName: 'acme',
      ...input,
    });
  const bodies = async (input: object = {}): Promise<string[]> =>
    (await copies(input)).copies.map(({ body }) => body);
  const copy = async (text: string, input: object = {}) =>
    (await copies({ limit: 100, ...input })).copies.find(({ body }) => body === text);

  it('sum over all ads that use them, including cards, once per ad', async () => {
    expect(await copy('Sale')).toEqual({
      body: 'Sale',
      adCount: 3,
      totalReach: 1000,
      daysRunning: 30,
      daysRunningKind: 'atLeast',
      ...scoreOfText(30, 1000, 3),
      firstSeenAt: '2026-03-01T00:00:00.000Z',
      lastSeenAt: '2026-03-30T08:00:00.000Z',
      sampleAd: { hash: adHash('meta:sale2'), thumbnailUrl: 'https://cdn.example/a.jpg' },
    });
    expect(await copy('Story')).toMatchObject({
      adCount: 2,
      totalReach: 1_000_900,
      daysRunning: 9,
      lastSeenAt: '2026-03-30T10:00:00.000Z',
      sampleAd: { hash: adHash('meta:story'), thumbnailUrl: null },
    });
  });

  it('shortens copies in a list that would exceed 4 MB, and returns them whole in a shorter list', async () => {
    const bodiesOf = (ad: number): string[] =>
      Array.from({ length: 20 }, (_, place) => `${ad} ${place} ${'界'.repeat(19_000)}`);
    const long = Array.from({ length: 5 }, (_, ad) => [
      `long${ad}`,
      { advertiser: { name: 'Wordy' }, bodies: bodiesOf(ad) },
    ]);
    await index.record(Object.fromEntries(long));
    const answer = await copies({ companyName: 'Wordy', limit: 100 });
    expect(answer).toMatchObject({ total: 100, hasMore: false });
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(maxListBytes);
    for (const { body, shortened } of answer.copies) {
      expect(body).toMatch(/^\d+ \d+ 界+…$/);
      expect(shortened).toEqual(['body']);
    }
    const [first] = (await copies({ companyName: 'Wordy', limit: 1 })).copies;
    expect(first?.shortened).toBeUndefined();
    expect(first?.body).toHaveLength(19_004);
  });

  it('ranks texts that exceed the memory limit of a query', async () => {
    await index.record({ huge: { advertiser: { name: 'Huge' }, bodies: ['Huge'] } });
    await index.parts.clickhouse.write(
      `INSERT INTO ads SELECT ad.* REPLACE (
         lower(leftPad(hex(number), 32, '0')) AS hash,
         [concat(toString(number), ' ', repeat('x', 1000000))] AS bodies
       )
       FROM (SELECT * FROM ads WHERE hash = {hash:String}) AS ad CROSS JOIN numbers(300) AS copy`,
      { hash: adHash('meta:huge') },
    );
    const answer = await copies({ companyName: 'Huge', limit: 5 });
    expect(answer).toMatchObject({ total: 301, hasMore: true });
    expect(answer.copies.map(({ body }) => body.length > 1000)).toEqual([true, true, true, true, true]);
  });

  it('returns the longest headlines whole: a page of them is below 4 MB', async () => {
    const long = Array.from({ length: 100 }, (_, ad) => `${ad} ${'🔥'.repeat(1990)}`);
    const media = [{ type: 'image' as const, url: `https://cdn.example/${'é'.repeat(8000)}` }];
    await index.record({ titled: { advertiser: { name: 'Titled' }, headlines: long, media } });
    const answer = await headlines({ companyName: 'Titled', limit: 100 });
    expect(answer.headlines.map(({ headline }) => headline).toSorted()).toEqual(long.toSorted());
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(maxListBytes);
  });

  it('work the same for headlines', async () => {
    const { headlines: ranked, ...page } = await headlines({ sortBy: 'adCount' });
    expect(ranked.map(({ headline, adCount }) => [headline, adCount])).toEqual([
      ['Half price', 2],
      ['Boots', 1],
      ['Socks', 1],
    ]);
    expect(ranked[1]?.sampleAd).toEqual({
      hash: adHash('meta:sale3'),
      thumbnailUrl: 'https://cdn.example/boots.jpg',
    });
    expect(page).toEqual({ total: 3, hasMore: false, nextCursor: null });
  });

  it('work the same for opening lines: the first sentence or line', async () => {
    const advertiser = { name: 'Openers' };
    const long = `${'word '.repeat(60)}end`;
    await index.record({
      open1: {
        advertiser,
        bodies: ['Tired of cold feet? Try these socks.', '  Tired of cold feet?\nNow -20%'],
      },
      open2: {
        advertiser,
        bodies: ['Tired of cold feet? {{x}}', 'Ask Dr. Weber. He knows.', 'Save 1.5 kg a week!'],
      },
      open3: {
        advertiser,
        bodies: ['Short.\nThen more', '眠れない夜に、新しい枕です。今すぐ', long],
      },
      open4: { advertiser, bodies: ['Tired of cold feet? Buy now.'] },
    });
    const { hooks, total } = await callBothWays(contract.brandSpy.getHooks, hooksHandler, index.parts, {
      companyName: 'openers',
      sortBy: 'adCount',
    });
    expect(hooks.map(({ hook, adCount }) => [hook, adCount])).toEqual([
      ['Tired of cold feet?', 2],
      ['Ask Dr. Weber.', 1],
      ['Save 1.5 kg a week!', 1],
      ['Short.', 1],
      [long.slice(0, 200).trim(), 1],
      ['眠れない夜に、新しい枕です。', 1],
    ]);
    expect(total).toBe(6);
  });

  it('have less confidence with an unknown or zero reach', async () => {
    const old = await copy('Old');
    expect(old).toMatchObject({ totalReach: 0, daysRunning: 365, ...scoreOfText(365, 0, 1) });
    expect(old?.scoreParts).toMatchObject({ reach: null, engagement: null, variants: 0 });
    expect(await copy('Quiet')).toMatchObject({ totalReach: 0, ...scoreOfText(1, 0, 1) });
  });

  it.each([
    ['adCount', ['Sale', 'Story', 'Old', 'Quiet']],
    ['reach', ['Story', 'Sale', 'Old', 'Quiet']],
    ['longestRunning', ['Old', 'Sale', 'Story', 'Quiet']],
    ['performanceScore', ['Sale', 'Story', 'Old', 'Quiet']],
  ])('are sorted by %s, highest first', async (sortBy, expected) => {
    expect(await bodies({ sortBy })).toEqual(expected);
  });

  it('are sorted by the displayed score by default', async () => {
    const { copies: ranked } = await copies();
    expect(ranked).toEqual((await copies({ sortBy: 'performanceScore' })).copies);
    const scores = ranked.map(({ performanceScore }) => performanceScore);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  });

  it('are distinguished in any script, ties by UTF-8 bytes', async () => {
    const all = ['Café', 'It\'s "50%" \\ off', 'Zoo', 'apple', 'Ёлка', '送料無料', 'ｓａｌｅ', '🔥 hot'];
    expect(await bodies({ companyName: 'EVERYWHERE', sortBy: 'adCount' })).toEqual(['café', ...all]);
    expect(await bodies({ companyName: 'Everywhere', sortBy: 'longestRunning' })).toEqual([
      ...all.slice(0, 4),
      'café',
      ...all.slice(4),
    ]);
  });

  it.each([
    ['status', { status: 'active' }, ['Old', 'Sale', 'Story']],
    ['the other status', { status: 'inactive' }, ['Quiet', 'Sale', 'Story']],
    ['kind of medium', { mediaType: 'video' }, ['Sale', 'Story']],
    ['the other kind', { mediaType: 'image' }, ['Story']],
    ['language', { language: 'de' }, ['Story']],
    ['first day', { dateFrom: '2026-03-25' }, ['Quiet', 'Story']],
    ['last day', { dateTo: '2026-03-01' }, ['Old', 'Sale']],
    ['both days', { dateFrom: '2026-03-11', dateTo: '2026-03-21T00:00:00Z' }, ['Sale', 'Story']],
    [
      'all at once',
      { status: 'active', mediaType: 'image', language: 'de', dateTo: '2026-03-25' },
      ['Story'],
    ],
  ])('include only matching ads, by %s', async (_, filters, expected) => {
    expect((await bodies(filters)).toSorted()).toEqual(expected);
  });

  it('count only matching ads', async () => {
    expect(await copy('Sale', { mediaType: 'video' })).toMatchObject({
      adCount: 1,
      totalReach: 900,
      daysRunning: 9,
    });
  });

  it('have the ad with the highest reach as sample, unknown last, ties by hash', async () => {
    const advertiser = { name: 'Samples' };
    const names = ['sample1', 'sample2', 'sample3', 'sample4'];
    const hashes = names.map((name) => adHash(`meta:${name}`)).toSorted();
    const same = { advertiser, bodies: ['Zero is more than unknown', 'All alike'] };
    await index.record(Object.fromEntries(names.map((name) => [name, same])));
    const input = { companyName: 'Samples' };
    expect((await copy('All alike', input))?.sampleAd.hash).toBe(hashes[0]);
    const last = names.find((name) => adHash(`meta:${name}`) === hashes[3]) ?? '';
    await index.record({ [last]: { ...same, capturedAt: '2026-03-31T08:00:00Z', reach: { value: 0 } } });
    expect((await copy('Zero is more than unknown', input))?.sampleAd.hash).toBe(hashes[3]);
  });

  it('are empty if no ad matches or has a text', async () => {
    const none = { total: 0, hasMore: false, nextCursor: null };
    expect(await copies({ language: 'ja' })).toEqual({ copies: [], ...none });
    expect(await headlines({ companyName: 'textless' })).toEqual({ headlines: [], ...none });
  });

  it('appear once, also when ads are recorded between pages', async () => {
    const advertiser = { name: 'Walked' };
    await index.record({
      w1: { advertiser, bodies: ['a', 'b', 'c'] },
      w2: { advertiser, bodies: ['a', 'b'] },
      w3: { advertiser, bodies: ['a'] },
    });
    const walked = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const page = await copies({ companyName: 'Walked', sortBy: 'adCount', limit: 1, cursor });
      walked.push(page);
      cursor = page.nextCursor;
      const name = `later${walked.length}`;
      await index.record({ [`${name}c`]: { advertiser, bodies: ['c', name] } });
    }
    expect(walked.map((page) => page.copies.map(({ body, adCount }) => [body, adCount]))).toEqual([
      [['a', 3]],
      [['b', 2]],
      [['c', 1]],
    ]);
    expect(walked.map(({ total }) => total)).toEqual([3, 3, 3]);
    expect(await bodies({ companyName: 'Walked', sortBy: 'adCount', limit: 1 })).toEqual(['c']);
  });

  it('are alike in memory and in ClickHouse for any text', async () => {
    const advertiser = { name: 'Any text' };
    const character = fc.constantFrom(
      'a',
      'B',
      '.',
      '! ',
      '? ',
      '…',
      '。',
      '\n',
      ' ',
      '\t',
      '\u{a0}',
      'é',
      '\uffe5',
      '😀',
      '1.5',
    );
    const someText = fc
      .tuple(fc.constantFrom('', 'x'.repeat(99), 'é'.repeat(60)), fc.array(character, { maxLength: 300 }))
      .map(([start, rest]) => `${start}${rest.join('')}`)
      .filter((text) => text.trim() !== '');
    const sampled = fc.sample(fc.array(someText, { maxLength: 4 }), 60);
    const named = sampled.map((own, at) => [
      `any${at}`,
      { advertiser, bodies: own, headlines: own.slice(0, 1) },
    ]);
    await index.record(Object.fromEntries(named) as NamedAds);
    const input = { companyName: advertiser.name, sortBy: 'adCount', limit: 100 };
    const totals = [
      await callBothWays(contract.brandSpy.getAdCopies, adCopiesHandler, index.parts, input),
      await callBothWays(contract.brandSpy.getHeadlines, headlinesHandler, index.parts, input),
      await callBothWays(contract.brandSpy.getHooks, hooksHandler, index.parts, input),
    ].map(({ total }) => total);
    expect(Math.min(...totals)).toBeGreaterThan(5);
  });

  it('have the total on a page beyond the last', async () => {
    const cursor = await cursorAt(
      index.parts,
      contract.brandSpy.getAdCopies,
      'brandSpy.getAdCopies',
      { companyName: 'Acme' },
      50,
    );
    expect(await copies({ cursor })).toEqual({ copies: [], total: 4, hasMore: false, nextCursor: null });
  });

  it('400 for an invalid cursor and for one of another list', async () => {
    const refused = { code: 'BAD_REQUEST', details: { issues: [{ path: 'cursor' }] } };
    await expect(copies({ cursor: Number.MAX_SAFE_INTEGER })).rejects.toMatchObject(refused);
    await expect(copies({ cursor: 1 })).rejects.toMatchObject(refused);
    const { nextCursor: cursor } = await copies({ limit: 1 });
    expect(await copies({ limit: 2, cursor })).toMatchObject({ copies: { length: 2 } });
    await expect(copies({ cursor, sortBy: 'reach' })).rejects.toMatchObject(refused);
    await expect(copies({ cursor, status: 'active' })).rejects.toMatchObject(refused);
    await expect(copies({ cursor, companyName: 'Walked' })).rejects.toMatchObject(refused);
    await expect(headlines({ cursor })).rejects.toMatchObject(refused);
  });

  it('404 for an unknown advertiser on any page', async () => {
    const unknown = { code: 'NOT_FOUND', details: { suggestions: expect.arrayContaining(['Acme']) } };
    await expect(copies({ companyName: 'Acmee' })).rejects.toMatchObject(unknown);
  });
});
