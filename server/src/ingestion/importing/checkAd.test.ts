import { describe, expect, it } from 'vitest';
import { checkAd } from './checkAd.ts';

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`);
const changed = (from: unknown): object => ({
  advertiser: { name: 'Acme' },
  events: [
    { at: '2026-01-31T12:00:00Z', kind: 'changed', changes: [{ field: 'status', from, to: 'active' }] },
  ],
});

describe('an ad from outside', () => {
  it('is taken as the open format reads it, without what Magpie itself had made of it', () => {
    const checked = checkAd({ advertiser: { name: ' Acme ' }, derived: { adType: 'offer' } });
    expect(checked).toMatchObject({ ad: { advertiser: { name: 'Acme' }, bodies: [], status: null } });
    expect(checked).not.toHaveProperty('ad.derived');
  });

  it('that was checked once is the same when it is checked again, as the running server does', () => {
    const first = checkAd({
      advertiser: { name: 'Acme', categories: ['Shoes'] },
      key: 'meta:1',
      platforms: ['facebook'],
      countries: ['de'],
      startDate: '2026-01-01',
      capturedAt: '2026-01-31T13:00:00+01:00',
      reach: { value: 5 },
      demographics: { age: { '18-24': 3 } },
      snapshots: [{ capturedAt: '2026-01-01T00:00:00Z', likes: 1 }],
      ...changed('inactive'),
    });
    expect(first).toHaveProperty('ad');
    expect('ad' in first && checkAd(JSON.parse(JSON.stringify(first.ad)))).toEqual(first);
  });

  it('tells the first three mistakes', () => {
    expect(checkAd({ advertiser: { name: '' }, status: 'on', format: 'x', language: '?' })).toEqual({
      reason: expect.stringMatching(/^advertiser\.name [^;]+; format [^;]+; status [^;]+$/),
    });
  });

  it('is no ad when an event of it is nested deeper than could be written out', () => {
    expect(checkAd(changed(nested(3)))).toHaveProperty('ad');
    expect(checkAd(changed(nested(50_000)))).toEqual({
      reason: 'events must not be nested more than 12 levels deep',
    });
  });
});
