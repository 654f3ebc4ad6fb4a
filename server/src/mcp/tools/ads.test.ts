import { type AdDetails, OpenAd } from '@magpie/contract';
import { expect, it } from 'vitest';
import { unknownShownTransparency } from '../../ads/transparency.ts';
import { adTools } from './ads.ts';

const [searchAds, savedAds, getAd] = adTools;

const many = (count: number, word: string) => Array.from({ length: count }, (_, index) => `${word} ${index}`);

function adWith(texts: number, cards: number): AdDetails {
  const { advertiser, ...ad } = OpenAd.parse({ advertiser: { name: 'Acme' }, platforms: ['facebook'] });
  const card = { headline: 'Card' };
  // Only the fields that the tool reads.
  return {
    ...ad,
    hash: 'a'.repeat(32),
    advertiser: { ...advertiser, id: 1 },
    status: 'active',
    daysRunning: 1,
    performanceScore: 1,
    headlines: many(texts, 'Headline'),
    bodies: many(texts, 'Body'),
    cards: Array.from({ length: cards }, () => card),
    countries: ['US'],
    tags: [],
    media: [],
    history: [],
    momentum: null,
    reach: { value: 1 },
    engagement: { total: 1 },
    ...unknownShownTransparency,
  } as unknown as AdDetails;
}

it('counts omitted texts of an ad, and returns all with detail: full', async () => {
  const ad = adWith(12, 10);
  const run = (more: object = {}) => getAd?.run(async () => ad, { hash: ad.hash, ...more });
  expect(await run()).toMatchObject({
    headlines: { length: 5 },
    bodies: { length: 3 },
    cards: { length: 5 },
    leftOut: { headlines: 7, bodies: 9, cards: 5 },
  });
  expect(await run({ detail: 'full' })).toBe(ad);
  const few = adWith(2, 0);
  expect(await getAd?.run(async () => few, { hash: few.hash })).toMatchObject({ leftOut: undefined });
});

it('has the momentum of an ad if it is known', async () => {
  const span = { from: '2026-03-08', to: '2026-03-15', days: 7, reach: 2100, reachPerDay: 300 };
  const momentum = {
    state: 'rising',
    now: span,
    before: { ...span, reachPerDay: 100.4 },
    usual: null,
  } as AdDetails['momentum'];
  const rising = { ...adWith(1, 0), momentum };
  expect(await getAd?.run(async () => rising, { hash: rising.hash })).toMatchObject({
    momentum: { state: 'rising', reachPerDay: 300, before: 100, usualOfBrand: 'not known' },
  });
  const unknown = { ...rising, momentum: { ...momentum, state: 'notKnown' } };
  expect(await getAd?.run(async () => unknown, { hash: rising.hash })).toMatchObject({ momentum: undefined });
});

it('marks days that are a lower bound', async () => {
  const ad = adWith(1, 0);
  const run = (kind: AdDetails['daysRunningKind']) =>
    getAd?.run(async () => ({ ...ad, daysRunningKind: kind }), { hash: ad.hash });
  expect(await run('exact')).toMatchObject({ days: 1 });
  expect(await run('atLeast')).toMatchObject({ days: '1+' });
});

it('states that a reach is not known', async () => {
  const ad = { ...adWith(1, 0), reach: { value: null, lower: null, upper: null, kind: null } };
  expect(await getAd?.run(async () => ad, { hash: ad.hash })).toMatchObject({ reach: 'not known' });
});

it.each([
  [{}, 10],
  [{ detail: 'full' }, 2],
  [{ detail: 'full', limit: 20 }, 20],
])('with %j requests at most %d ads', async (given, limit) => {
  const inputs: unknown[] = [];
  const call = async (_name: string, input: unknown) => {
    inputs.push(input);
    return { ads: [], total: 0, nextCursor: null };
  };
  await savedAds?.run(call, given);
  expect(inputs).toEqual([expect.objectContaining({ limit })]);
});

it.each([
  [true, 'Half price / until Sunday'],
  [false, undefined],
])('says which words of the picture found an ad: %s', async (isOnlyInPicture, foundInPicture) => {
  const pictureMatch = { lines: ['Half price', 'until Sunday'], isOnlyInPicture };
  const call = async () => ({ ads: [{ ...adWith(1, 0), pictureMatch }], total: 1, nextCursor: null });
  expect(await searchAds?.run(call, { searchQuery: 'half' })).toMatchObject({ ads: [{ foundInPicture }] });
});

it('search_ads passes on a text, duplicates and a moment, and counts ads that were not compared yet', async () => {
  const calls: unknown[] = [];
  const call = async (_name: string, input: object) => {
    calls.push(input);
    return { ads: [], total: 0, nextCursor: null, similarity: { pendingAds: 3 } };
  };
  const found = await searchAds?.run(call as never, { similarTo: 'dog food', duplicates: 'family' });
  expect(found).toMatchObject({ total: 0, pendingAds: 3 });
  await searchAds?.run(call as never, { searchQuery: 'dog', match: 'meaning' });
  await searchAds?.run(call as never, { asOf: '2026-01-02' });
  expect(calls).toMatchObject([
    { similarTo: { text: 'dog food' }, duplicates: 'family' },
    { searchQuery: 'dog', match: 'meaning' },
    { asOf: '2026-01-02' },
  ]);
});
