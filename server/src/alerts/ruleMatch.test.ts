import { describe, expect, it } from 'vitest';
import type { AdVersion, AdChange } from '../ads/adChanges.ts';
import { toConditions, fires } from './ruleMatch.ts';

const today = '2026-06-30';

const plain: AdVersion = {
  platforms: ['facebook'],
  searchText: ' acme | summer sale ',
  startDay: '2026-06-20',
  reach: null,
  landingPage: null,
};

function happening(kind: AdChange['kind'], changes: Partial<AdChange> = {}): AdChange {
  return {
    hash: '0'.repeat(32),
    advertiserId: 1,
    advertiserName: 'Acme',
    kind,
    at: '2026-06-30T10:00:00.000Z',
    before: kind === 'launched' ? null : plain,
    after: plain,
    isDated: true,
    pageFirstDay: null,
    ...changes,
  };
}

type Looking = Partial<Parameters<typeof toConditions>[0]>;
const rule = (event: Parameters<typeof toConditions>[0]['event'], looking: Looking = {}) =>
  toConditions({ event, platforms: [], keywords: [], threshold: null, ...looking });
const state = (changes: Partial<AdVersion>): AdVersion => ({ ...plain, ...changes });

describe('a rule fires', () => {
  const reachAbove = rule('reach_above', { threshold: 1000 });
  const saysSale = rule('copy_matches', { keywords: ['"winter sale"', 'sale -winter'] });
  const newPage = rule('landing_page_new');
  const page = state({ landingPage: 'acme.example/sale' });
  const first = { after: page, pageFirstDay: '2026-06-20' };

  it.each([
    ['new_ads on a new ad', rule('new_ads'), happening('launched')],
    ['ad_stopped on one that stopped', rule('ad_stopped'), happening('stopped')],
    [
      'reach_above on a new ad above it',
      reachAbove,
      happening('launched', { after: state({ reach: 1001 }) }),
    ],
    [
      'reach_above when an ad passes it',
      reachAbove,
      happening('changed', { before: state({ reach: 1000 }), after: state({ reach: 2000 }) }),
    ],
    [
      'reach_above when reach becomes known',
      reachAbove,
      happening('changed', { after: state({ reach: 2000 }) }),
    ],
    ['landing_page_new on a new ad', newPage, happening('launched', first)],
    ['landing_page_new on an ad that leads elsewhere', newPage, happening('changed', first)],
    ['copy_matches on a new ad', saysSale, happening('launched')],
    [
      'copy_matches when an ad begins to match',
      saysSale,
      happening('changed', { before: state({ searchText: ' acme | winter collection ' }) }),
    ],
    [
      'on one of its platforms, with one of its keywords',
      rule('new_ads', { platforms: ['tiktok', 'facebook'], keywords: ['shoes', 'SUMMER'] }),
      happening('launched'),
    ],
    [
      'on an ad that began 30 days ago',
      rule('new_ads'),
      happening('launched', { after: state({ startDay: '2026-05-31' }) }),
    ],
  ])('%s', (_, conditions, happened) => {
    expect(fires(conditions, happened, today)).toBe(true);
  });
});

describe('a rule does not fire', () => {
  const reachAbove = rule('reach_above', { threshold: 1000 });
  const old = state({ startDay: '2026-05-30', reach: 5000, landingPage: 'acme.example' });

  it.each([
    ['new_ads on a change', rule('new_ads'), happening('changed')],
    ['new_ads on a revival', rule('new_ads'), happening('revived')],
    ['new_ads on an ad of unknown age', rule('new_ads'), happening('launched', { isDated: false })],
    ['new_ads on history', rule('new_ads'), happening('launched', { after: old })],
    [
      'ad_stopped on a stop long ago',
      rule('ad_stopped'),
      happening('stopped', { at: '2026-05-30T23:59:59.999Z' }),
    ],
    ['reach_above on history', reachAbove, happening('launched', { after: old })],
    ['reach_above at the threshold', reachAbove, happening('launched', { after: state({ reach: 1000 }) })],
    ['reach_above on unknown reach', reachAbove, happening('launched')],
    [
      'reach_above on an ad that was above it',
      reachAbove,
      happening('changed', { before: state({ reach: 1001 }), after: state({ reach: 2000 }) }),
    ],
    [
      'landing_page_new on a page that is known',
      rule('landing_page_new'),
      happening('launched', { after: state({ landingPage: 'acme.example' }) }),
    ],
    [
      'landing_page_new on a page that was in use long ago',
      rule('landing_page_new'),
      happening('launched', { pageFirstDay: '2026-05-30' }),
    ],
    [
      'copy_matches on an ad that matched before',
      rule('copy_matches', { keywords: ['sale'] }),
      happening('changed'),
    ],
    ['on another platform', rule('new_ads', { platforms: ['tiktok'] }), happening('launched')],
    [
      'without one of its keywords',
      rule('new_ads', { keywords: ['shoes', 'sale -summer'] }),
      happening('launched'),
    ],
  ])('%s', (_, conditions, happened) => {
    expect(fires(conditions, happened, today)).toBe(false);
  });
});
