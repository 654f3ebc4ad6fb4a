import { describe, expect, it } from 'vitest';
import { magpie } from './openFormat.ts';
import { Unmappable } from './source.ts';

describe('the open format', () => {
  it.each([
    ['a minimal ad', { advertiser: { name: 'Acme' } }],
    ['an ad with a misspelt field', { advertiser: { name: 'Acme' }, bodys: ['x'], key: 'meta:1' }],
  ])('is recognised: %s', (_name, document) => {
    expect(magpie.recognises(document)).toBe(true);
    expect([...magpie.unfold(document)]).toEqual([document]);
  });

  it.each([
    ['an advertiser that is a text', { advertiser: 'Acme', bodies: ['x'] }],
    ["TikTok's pair of ad and advertiser", { ad: { id: 1 }, advertiser: { business_name: 'Acme' } }],
    ['a record with other fields', { advertiser: { name: 'Acme' }, a: 1, b: 2 }],
    ['a list', [{ advertiser: { name: 'Acme' } }]],
    ['nothing', null],
  ])('is not recognised: %s', (_name, document) => {
    expect(magpie.recognises(document)).toBe(false);
  });

  it('rejects a record that is not an object', () => {
    expect(() => magpie.toAd([1])).toThrow(Unmappable);
  });
});
