import { expect, test } from 'vitest';
import { chipsOf } from './chips.ts';

test('every filter that holds is told in words', () => {
  const chips = chipsOf({
    searchQuery: 'free shipping',
    platforms: ['tiktok', 'youtube'],
    formats: ['dco'],
    companyNames: 'FOLLOWED',
    adTypes: ['how_to'],
    ctaTypes: ['SHOP_NOW'],
    isPartnership: true,
    viewsMin: 10,
    dateFrom: '2026-01-02',
  });
  expect(chips.map(({ text }) => text)).toEqual([
    '“free shipping”',
    'TikTok',
    'YouTube',
    'Dynamic creative',
    'Brands that I follow',
    'How to',
    'Shop now',
    'Partnership ads',
    'Reach from 10',
    expect.stringContaining('Started from'),
  ]);
});

test('each can be dropped by itself', () => {
  const [first, second] = chipsOf({ platforms: ['tiktok', 'youtube'] });
  expect(first?.without).toEqual({ platforms: ['youtube'] });
  expect(second?.without).toEqual({ platforms: ['tiktok'] });
  expect(chipsOf({ platforms: ['tiktok'] })[0]?.without).toEqual({ platforms: undefined });
  expect(chipsOf({})).toEqual([]);
});
