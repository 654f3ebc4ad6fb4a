import { describe, expect, it } from 'vitest';
import { isLinkOfSingleAd, readCompetitor } from './competitor.ts';

const named = (kind: string, name: string) => ({ kind, name, id: null });
const withId = (library: string, value: string) => ({ kind: 'library', name: null, id: { library, value } });

describe('an advertiser is read from', () => {
  it.each([
    ['Acme', named('name', 'Acme')],
    [' @acme ', named('name', 'acme')],
    ['Dr. Squatch', named('name', 'Dr. Squatch')],
    ['J.Crew', named('name', 'J.Crew')],
    ['acme.com', named('website', 'acme')],
    ['Nike.com', named('website', 'nike')],
    ['@acme.com', named('website', 'acme')],
    ['https://www.acme.co.uk/shoes?x=1', named('website', 'acme')],
    ['https://www.facebook.com/acme.shoes', named('page', 'acme shoes')],
    ['facebook.com/pages/Acme-Shoes/1234567890', withId('meta', '1234567890')],
    ['https://www.facebook.com/profile.php?id=61550000000000', withId('meta', '61550000000000')],
    [
      'https://www.facebook.com/ads/library/?active_status=all&view_all_page_id=15087023444',
      withId('meta', '15087023444'),
    ],
    ['https://www.facebook.com/ads/library/?q=acme%20shoes', named('library', 'acme shoes')],
    ['https://www.instagram.com/acme_shoes/', named('page', 'acme shoes')],
    ['https://www.tiktok.com/@acme', named('page', 'acme')],
    [
      'https://library.tiktok.com/ads?region=all&adv_biz_ids=7011112223334445556',
      withId('tiktok', '7011112223334445556'),
    ],
    ['https://library.tiktok.com/ads?adv_name=Acme', named('library', 'Acme')],
    [
      'https://adstransparency.google.com/advertiser/AR13371894471885520897?region=DE',
      withId('google', 'AR13371894471885520897'),
    ],
    ['https://adstransparency.google.com/?region=anywhere&domain=acme.com', named('website', 'acme')],
    ['https://www.linkedin.com/company/acme-shoes/', named('page', 'acme shoes')],
    ['https://www.linkedin.com/ad-library/search?accountOwner=Acme', named('library', 'Acme')],
    ['https://apps.apple.com/de/app/acme/id1234567890', withId('apple', '1234567890')],
  ])('%s', (text, expected) => {
    expect(readCompetitor(text)).toEqual(expected);
  });

  it.each([
    'https://www.facebook.com/ads/library/?id=123456789',
    'https://adstransparency.google.com/',
    'https://www.facebook.com/',
    '@',
  ])('nobody: %s', (text) => {
    expect(readCompetitor(text)).toBeNull();
  });
});

it.each([
  'Nike',
  'nike',
  'Lego',
  'Zara',
  'BMW',
  'Ford',
  'Gucci',
  'Apple',
  'Google',
  'Audi',
  'Chanel',
  'Visa',
  'Dell',
  'Lidl',
  'Sony',
  'Puma',
  'IKEA',
])('%s is a name, although some names are top-level domains', (name) => {
  expect(readCompetitor(name)).toEqual(named('name', name));
  expect(readCompetitor(` @${name} `)).toEqual(named('name', name));
});

it.each([
  ['https://www.facebook.com/ads/library/?id=123456789', true],
  ['facebook.com/ads/library/?active_status=all&id=123456789', true],
  ['https://library.tiktok.com/ads/detail/?ad_id=1234567890', true],
  ['https://www.linkedin.com/ad-library/detail/1234567', true],
  ['https://www.facebook.com/ads/library/?view_all_page_id=15087023444', false],
  ['https://acme.com/?id=1', false],
  ['Nike', false],
])('the link of a single ad: %s is %s', (text, isSingle) => {
  expect(isLinkOfSingleAd(text)).toBe(isSingle);
});
