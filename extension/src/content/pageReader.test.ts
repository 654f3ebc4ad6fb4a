import { CapturedAd } from '@magpie/contract';
import { detail } from '@magpie/sources/google/google.fixture';
import { kettle, legacyKettle } from '@magpie/sources/meta/metaWeb.fixture';
import { topAd, topAdDetail, webDetail, webRow } from '@magpie/sources/tiktok/tiktok.fixture';
import { buildAdKey } from '@magpie/server/ads/identity';
import { toOpenAd } from '@magpie/server/boards/captured';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amazonPages } from '../sites/amazon/fixture.ts';
import { creativeCenterPages } from '../sites/creativeCenter/fixture.ts';
import { googlePages } from '../sites/google/fixture.ts';
import { linkedinPages } from '../sites/linkedin/fixture.ts';
import { metaPages } from '../sites/meta/fixture.ts';
import { pinterestPages } from '../sites/pinterest/fixture.ts';
import { invented, nothingUnderstood, type SitePages } from '../sites/servedPage.fixture.ts';
import { temuPages } from '../sites/temu/fixture.ts';
import { tiktokLibraryPages } from '../sites/tiktokLibrary/fixture.ts';
import { createAdReader } from './pageReader.ts';
import type { PageAd, Site } from '../sites/types.ts';
import { siteAt, sites } from '../sites/sites.ts';
import { documentOf, inlineData } from '../sites/document.fixture.ts';

const pagesOf: Readonly<Record<Site['name'], { pages: SitePages; family: string }>> = {
  meta: { pages: metaPages(), family: 'meta:' },
  'tiktok-library': { pages: tiktokLibraryPages(), family: 'tiktok:' },
  'tiktok-creative-center': { pages: creativeCenterPages(), family: 'tiktok:top-' },
  linkedin: { pages: linkedinPages(), family: 'linkedin:' },
  google: { pages: googlePages(), family: 'google:' },
  pinterest: { pages: pinterestPages(), family: 'pinterest:' },
  amazon: { pages: amazonPages(), family: 'amazon:' },
  temu: { pages: temuPages(), family: 'temu:' },
};

function site(name: Site['name']): Site {
  const found = sites.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no site ${name}`);
  return found;
}

/** The ads on a page after "More", with all data that it loaded. */
function adsOn(name: Site['name'], kind: 'withData' | 'withoutData'): PageAd[] {
  const page = pagesOf[name].pages[kind];
  const document = documentOf(page, true);
  const reader = createAdReader(site(name));
  for (const payload of [...inlineData(document), ...Object.values(page.answers)]) reader.addPayload(payload);
  return reader.readAds(document);
}

function read(
  name: Site['name'],
  html: string,
  address: string,
  payloads: readonly unknown[] = [],
): PageAd[] {
  const reader = createAdReader(site(name));
  for (const payload of payloads) reader.addPayload(payload);
  return reader.readAds(documentOf({ address, html: `<html><body>${html}</body></html>` }));
}

describe.each(Object.keys(pagesOf) as Site['name'][])('%s', (name) => {
  const { pages, family } = pagesOf[name];
  const kinds = name === 'linkedin' ? (['withoutData'] as const) : (['withData', 'withoutData'] as const);

  it('recognises its pages by address', () => {
    expect(siteAt(pages.withData.address)?.name).toBe(name);
  });

  it.each(kinds)('reads every ad once, %s, as valid input for ads.addToBoard', (kind) => {
    const ads = adsOn(name, kind);
    expect(ads.map(({ key }) => key)).toEqual(pages.ids.map((id) => `${family}${id}`));
    expect(ads.map(({ readFrom }) => readFrom)).toEqual(
      pages.ids.map(() => (kind === 'withData' ? 'data' : 'page')),
    );
    expect(ads.map(({ ad }) => ad.companyName)).toEqual(invented.map(({ brand }) => brand));
    expect(ads.every(({ isNamed }) => isNamed)).toBe(true);
    for (const { ad, key } of ads) expect(buildAdKey(toOpenAd(CapturedAd.parse(ad)))).toBe(key);
  });

  it.each(kinds)('each has its picture, and its card is its own, %s', (kind) => {
    for (const [index, { ad, element }] of adsOn(name, kind).entries()) {
      const { brand, picture } = invented[index] ?? invented[0];
      const [medium] = ad.media ?? [];
      expect((medium?.thumbnailUrl ?? medium?.url)?.split('?')[0]).toBe(picture);
      expect(element.textContent).toContain(brand);
      expect(invented.filter((other) => element.textContent?.includes(other.brand))).toHaveLength(1);
    }
  });

  it('returns the same ads when a page is read again', () => {
    const page = pages.withoutData;
    const document = documentOf(page, true);
    const reader = createAdReader(site(name));
    expect(reader.readAds(document)).toEqual(reader.readAds(document));
  });

  it('caches a card until it shows another ad, new data arrives, or it is invalidated', () => {
    const page = pages.withoutData;
    const document = documentOf(page);
    const reader = createAdReader(site(name));
    const [first, second] = reader.readAds(document);
    const again = (): PageAd[] => reader.readAds(document);
    if (first === undefined) throw new Error('no ad');
    first.element.append('More below');
    expect(again()[0]).toBe(first);
    reader.forget(first.element);
    expect(again()[0]).not.toBe(first);
    expect(again()[1]).toBe(second);
    if (name === 'linkedin') return;
    const other = pages.withData;
    for (const payload of [...inlineData(documentOf(other)), ...Object.values(other.answers)])
      reader.addPayload(payload);
    expect(again().map(({ readFrom }) => readFrom)).toEqual(['data', 'data']);
  });

  it('finds nothing on a page without ads', () => {
    expect(read(name, '<main><p>Nothing 12345678901234567</p></main>', pages.withData.address)).toEqual([]);
  });

  it('ignores arbitrary payloads', () => {
    const document = documentOf(pages.withoutData, true);
    const reader = createAdReader(site(name));
    const expected = reader.readAds(document).map(({ ad }) => ad);
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), fc.anything()), (payload) => {
        reader.addPayload(payload);
      }),
      { numRuns: 50 },
    );
    expect(reader.readAds(document).map(({ ad }) => ad)).toEqual(expected);
  });
});

describe('page data', () => {
  it('has fields that no card shows', () => {
    const [meta] = adsOn('meta', 'withData');
    expect(meta?.ad).toMatchObject({
      ctaType: 'SHOP_NOW',
      platforms: ['facebook', 'instagram'],
      status: 'active',
    });
    const [top] = adsOn('tiktok-creative-center', 'withData');
    expect(top?.ad).toMatchObject({ engagement: { likes: 1200 }, media: [{ durationSeconds: 12.5 }] });
  });

  it('is read from several documents, after a guard prefix, in the legacy format', () => {
    const body = `for (;;);${JSON.stringify({ a: 1 })}\nno JSON\n${JSON.stringify({ payload: { results: [[legacyKettle]] } })}`;
    const html = `<div><span>Library ID: 9001002003004005</span><img src="https://x.example/a.png"></div>`;
    const [first] = read('meta', html, 'https://www.facebook.com/ads/library/', [body]);
    expect(first).toMatchObject({ key: 'meta:9001002003004005', readFrom: 'data' });
    expect(first?.ad).toMatchObject({
      companyName: 'Copper Kettle Co.',
      status: 'inactive',
      endDate: '2025-03-31',
    });
  });

  it('merges list and detail rows of one ad', () => {
    const html = `<div><a href="/ads/detail/?ad_id=${webRow.id}">Kettle</a></div>`;
    const address = 'https://library.tiktok.com/ads';
    const payloads = [{ data: webDetail }, { data: [{ ...webRow, estimated_audience: '300K' }] }];
    const [first] = read('tiktok-library', html, address, payloads);
    expect(first?.ad).toMatchObject({
      pageUrl: 'https://www.tiktok.com/@kettleco',
      countries: ['GB', 'IE'],
      reach: { value: 300_000 },
    });
  });

  it('marks an ad without a brand as unnamed', () => {
    const others = '<div><img src="https://x.example/other.png"><p>1</p></div>'.repeat(50);
    const html = `${others}<div><img src="${topAd.video_info.cover}?sig=2"><p>6K</p></div>`;
    const address = 'https://ads.tiktok.com/business/creativecenter/topads/pc/en';
    const [first] = read('tiktok-creative-center', html, address, [
      { data: { materials: [{ ...topAd, brand_name: '' }] } },
    ]);
    expect(first).toMatchObject({
      readFrom: 'data',
      isNamed: false,
      ad: { bodies: ['Wait for the whistle'] },
    });
  });

  it.each([
    {
      name: 'tiktok-creative-center' as const,
      card: `<div class="Card_card"><img src="${topAd.video_info.cover}"><p class="brandName">Shown Name</p></div>`,
      address: 'https://ads.tiktok.com/business/creativecenter/topads/pc/en',
      row: { ...topAd, brand_name: '' },
      expected: { format: 'video', bodies: ['Wait for the whistle'], engagement: { likes: 6200 } },
    },
    {
      name: 'tiktok-library' as const,
      card: `<div class="ad_card"><a href="/ads/detail/?ad_id=${webRow.id}"><div class="ad_info_text">Shown Name</div></a></div>`,
      address: 'https://library.tiktok.com/ads',
      row: { ...webRow, name: '' },
      expected: {
        bodies: ['Tea before the train leaves'],
        media: [{ url: 'https://cdn.example/train.jpg' }],
      },
    },
    {
      name: 'tiktok-library' as const,
      card: `<div class="ad_card"><a href="/ads/detail/?ad_id=${webRow.id}"><div class="ad_info_text">Shown Name</div></a></div>`,
      address: 'https://library.tiktok.com/ads',
      row: { ...webDetail, ad: { ...webDetail.ad, name: '' }, advertiser: { registry_location: 'GB' } },
      expected: { format: 'video', countries: ['GB', 'IE'] },
    },
    {
      name: 'google' as const,
      card: `<creative-preview><a href="/advertiser/${detail['1']['1']}/creative/${detail['1']['2']}">x</a><p class="advertiser-name">Shown Name</p></creative-preview>`,
      address: 'https://adstransparency.google.com/',
      row: { ...detail['1'], '22': {} },
      expected: { endDate: '2026-02-01' },
    },
    {
      name: 'meta' as const,
      card: `<div><span>Library ID: 9001002003004005</span><a href="https://www.facebook.com/p/"><span>Shown Name</span></a><img src="https://x.example/a.png"></div>`,
      address: 'https://www.facebook.com/ads/library/',
      row: {
        ...legacyKettle,
        pageName: '',
        page_name: '',
        snapshot: { ...legacyKettle.snapshot, page_name: '', pageName: '', current_page_name: '' },
      },
      expected: { endDate: '2025-03-31' },
    },
  ])('of $name without a name takes it from the card and keeps everything else', (one) => {
    const { name, card, address, row, expected } = one;
    const [first] = read(name, card, address, [{ data: [row] }]);
    expect(first).toMatchObject({
      readFrom: 'data',
      isNamed: true,
      ad: { companyName: 'Shown Name', ...expected },
    });
    const [unnamed] = read(name, card.replace('Shown Name', ''), address, [{ data: [row] }]);
    expect(unnamed).toMatchObject({ readFrom: 'data', isNamed: false, ad: expected });
  });

  it('falls back to the card when a row is unusable', () => {
    const broken = JSON.stringify({
      ad_archive_id: '701000000000000001',
      page_name: { no: 'text' },
      snapshot: [],
    });
    const reader = createAdReader(site('meta'));
    reader.addPayload(broken);
    const [first] = reader.readAds(documentOf(pagesOf.meta.pages.withoutData));
    expect(first?.ad).toEqual(adsOn('meta', 'withoutData')[0]?.ad);
  });

  it('derives the status from the current date', () => {
    const html = `<creative-preview><a href="/advertiser/${detail['1']['1']}/creative/${detail['1']['2']}">x</a></creative-preview>`;
    const address = 'https://adstransparency.google.com/';
    const shownToday = { ...detail['1'], '4': { '1': String(Math.floor(Date.now() / 1000)) } };
    expect(read('google', html, address, [{ '1': shownToday }])[0]?.ad).toMatchObject({
      status: 'active',
      endDate: null,
    });
    expect(read('google', html, address, [detail])[0]?.ad).toMatchObject({
      status: 'inactive',
      endDate: '2026-02-01',
    });
  });

  it('treats a detail page as one card', () => {
    const html = '<main><video src="https://x.example/v.mp4"></video></main>';
    const address = `https://ads.tiktok.com/business/creativecenter/topads/${topAd.id}/pc/en`;
    const [first] = read('tiktok-creative-center', html, address, [{ data: topAdDetail }]);
    expect(first).toMatchObject({ key: `tiktok:top-${topAd.id}`, ad: { engagement: { comments: 87 } } });
  });
});

describe('a card', () => {
  it('of Meta has texts, call to action, domain, dates and the landing page behind the redirect', () => {
    const [first] = adsOn('meta', 'withoutData');
    expect(first?.ad).toMatchObject({
      companyName: 'Fernbank Tea',
      pageUrl: 'https://www.facebook.com/invented.0/',
      brandLogo: 'https://pictures.example/logo-0.png',
      bodies: ['Three leaves, two minutes, one quiet morning.'],
      headlines: ['The morning box'],
      description: 'Sent within a day',
      ctaText: 'Shop now',
      landingPageUrl: 'https://fernbank.example/card',
      status: 'active',
      startDate: '2026-01-01',
      format: 'image',
    });
  });

  it.each([
    ['Bibliotheks-ID: ', 'Aktiv', 'Auslieferung begonnen am 01.01.2026', 'Gesponsert'],
    ['ライブラリID： ', '有効', '2026年1月1日に掲載開始', '広告'],
    ['Identifiant dans la bibliothèque : ', 'Actif', 'Début de diffusion le 1 janv. 2026', 'Sponsorisé'],
  ])('of Meta in another language: %s', (label, status, started, sponsored) => {
    const page = pagesOf.meta.pages.withoutData;
    const html = page.html
      .replaceAll('Library ID: ', label)
      .replaceAll('>Active<', `>${status}<`)
      .replaceAll('Started running on Jan 1, 2026', started)
      .replaceAll('Sponsored', sponsored);
    const [first] = createAdReader(site('meta')).readAds(documentOf({ ...page, html }));
    expect(first?.ad).toMatchObject({
      status: 'active',
      startDate: '2026-01-01',
      headlines: ['The morning box'],
    });
  });

  it('is not detected from a phone number', () => {
    const html = '<div><p>Call us: 4915112345678</p><img src="https://x.example/a.png"></div>';
    expect(read('meta', html, 'https://www.facebook.com/ads/library/')).toEqual([]);
  });

  it('of TikTok has dates and audience', () => {
    const [first] = adsOn('tiktok-library', 'withoutData');
    expect(first?.ad).toMatchObject({
      startDate: '2026-01-05',
      endDate: '2026-02-20',
      reach: { lower: 100_000, upper: 200_000 },
      sourceUrl: 'https://library.tiktok.com/ads/detail/?ad_id=1801000000000001',
    });
  });

  it('of Amazon has the payer and the impressions', () => {
    const payer = expect.stringMatching(/ Trading Ltd$/);
    expect(adsOn('amazon', 'withoutData')[0]?.ad).toMatchObject({ payer });
    expect(adsOn('amazon', 'withData')[0]?.ad).toMatchObject({
      payer,
      impressions: { lower: 10_000, upper: 50_000 },
    });
  });

  it('of LinkedIn has copy, headline, format and landing page', () => {
    const [first] = adsOn('linkedin', 'withoutData');
    expect(first?.ad).toMatchObject({
      bodies: ['Three leaves, two minutes, one quiet morning.'],
      headlines: ['The morning box'],
      format: 'image',
      landingPageUrl: 'https://fernbank.example/landing?utm_source=linkedin',
      brandLogo: 'https://pictures.example/logo-0.png',
    });
  });

  it('of LinkedIn can be a personal post promoted by a company', () => {
    const html = `<ul><li><div class="self-center"><div>Ada Moor</div><p>Promoted by Ledgerly</p></div>
      <img src="https://x.example/a.png"><a href="/ad-library/detail/612345678">View</a></li></ul>`;
    const [first] = read('linkedin', html, 'https://www.linkedin.com/ad-library/search');
    expect(first?.ad).toMatchObject({
      companyName: 'Ledgerly',
      isPartnership: true,
      partnerName: 'Ada Moor',
    });
  });

  it('of LinkedIn on a detail page has dates and video', () => {
    const html = `<div class="ad-detail-left-rail"><a href="https://www.linkedin.com/company/9876543">Ledgerly</a>
      <p class="commentary__content">Close the books.<br>By the third.</p>
      <video data-sources='[{"src":"https://v.example/a.mp4?x=1\\u0026y=2"}]' data-poster-url="https://v.example/a.jpg"></video>
      <button data-tracking-control-name="ad_library_ad_detail_cta">Learn more</button></div>
      <div class="ad-detail-right-rail"><p>Ran from Jan 12, 2026 to Feb 20, 2026</p></div>`;
    const [first] = read('linkedin', html, 'https://www.linkedin.com/ad-library/detail/612345678');
    expect(first).toMatchObject({ key: 'linkedin:612345678' });
    expect(first?.ad).toMatchObject({
      bodies: ['Close the books.\nBy the third.'],
      ctaText: 'Learn more',
      startDate: '2026-01-12',
      endDate: '2026-02-20',
      media: [
        { type: 'video', url: 'https://v.example/a.mp4?x=1&y=2', thumbnailUrl: 'https://v.example/a.jpg' },
      ],
    });
  });

  it.each([
    {
      name: 'pinterest' as const,
      expected: {
        library: 'pinterest',
        sourceUrl: 'https://www.pinterest.com/pin/801000000000000001/',
        headlines: ['The morning box'],
        bodies: ['Three leaves, two minutes, one quiet morning.'],
        landingPageUrl: 'https://fernbank.example/card',
        startDate: '2026-01-10',
        countries: ['IE', 'DE'],
      },
    },
    {
      name: 'amazon' as const,
      expected: {
        library: 'amazon',
        externalId: 'ad-90100001',
        headlines: ['The morning box'],
        landingPageUrl: 'https://www.amazon.de/dp/B000000000?ref=adlibrary',
        startDate: '2026-01-10',
        endDate: '2026-02-01',
        status: 'inactive',
      },
    },
    {
      name: 'temu' as const,
      expected: {
        library: 'temu',
        externalId: '601099500000001',
        headlines: ['The morning box'],
        landingPageUrl: 'https://fernbank.example/card',
        startDate: '2026-01-10',
        endDate: '2026-02-01',
        countries: ['DE'],
      },
    },
  ])('of $name has what its labels, links and pictures show, and no platform', ({ name, expected }) => {
    const [first] = adsOn(name, 'withoutData');
    expect(first?.ad).toMatchObject(expected);
    expect(first?.ad.platform).toBeUndefined();
    expect(first?.ad.media).toHaveLength(1);
  });

  it('of a library without labels has no name until the user enters one', () => {
    const html = `<div><a href="/pin/801000000000000001/"><img src="https://x.example/a.png"></a><p>Tea</p><p>Two</p></div>`;
    const [first] = read('pinterest', html, 'https://ads.pinterest.com/ads-repository/');
    expect(first).toMatchObject({ isNamed: false, ad: { companyName: '', library: 'pinterest' } });
  });

  it.each([
    ['amazon' as const, 'https://www.amazon.de/adlibrary'],
    ['temu' as const, 'https://ads.temu.com/library'],
  ])('of %s without an id is not read', (name, address) => {
    const html = `<div><img src="https://x.example/a.png"><p>Advertiser: Fernbank</p><a href="/dp/B000000001">Tea</a></div>
      <div><img src="https://x.example/b.png"><p>Ad ID: unknown</p><p>Paid by: Fernbank</p></div>`;
    expect(read(name, html, address)).toEqual([]);
  });

  it('is found by the picture of its data where it shows no id', () => {
    const page = pagesOf.amazon.pages.withData;
    const html = invented
      .map(({ picture, brand }) => `<section><img src="${picture}?sig=1"><p>${brand}</p><p>x</p></section>`)
      .join('');
    const ads = read('amazon', html, page.address, Object.values(page.answers));
    expect(ads.map(({ key }) => key)).toEqual(pagesOf.amazon.pages.ids.map((id) => `amazon:${id}`));
    expect(ads[0]?.ad).toMatchObject({ headlines: ['The morning box'], startDate: '2026-01-10' });
  });

  it('of Google is identified by its id without a platform', () => {
    const [first] = adsOn('google', 'withoutData');
    expect(first?.ad).toMatchObject({ platform: 'youtube', externalId: 'CR70100000000000000001' });
  });
});

describe('hostile input', () => {
  const html = `<div><span>Library ID: ${kettle.ad_archive_id}</span><img src="https://x.example/a.png"></div>`;
  const address = 'https://www.facebook.com/ads/library/';

  it('keeps markup as text', () => {
    const bad = {
      ...kettle,
      page_name: '<img src=x onerror=alert(1)>',
      snapshot: { ...kettle.snapshot, link_url: 'javascript:alert(1)' },
    };
    const [first] = read('meta', html, address, [bad]);
    expect(first?.ad.companyName).toBe('<img src=x onerror=alert(1)>');
    expect(first?.ad.landingPageUrl).toBeNull();
  });

  it('ignores inherited property names', () => {
    const bad = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"ads":[${JSON.stringify(kettle)}]}`;
    expect(read('meta', html, address, [bad])[0]?.readFrom).toBe('data');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('survives deep and large documents', () => {
    const deep = `${'['.repeat(4000)}${JSON.stringify(kettle)}${']'.repeat(4000)}`;
    expect(read('meta', html, address, [deep])[0]?.readFrom).toBe('data');
    const wide = Array.from({ length: 300_000 }, () => []);
    expect(read('meta', html, address, [{ wide }, nothingUnderstood])).toHaveLength(1);
    const endless: { self?: unknown } = {};
    endless.self = endless;
    expect(read('meta', html, address, [endless, 'x'.repeat(20_000_001)])).toHaveLength(1);
  });

  it('finds an ad after any number of texts', () => {
    expect(read('meta', `<p>${'a<br>'.repeat(60_000)}</p>${html}`, address)).toHaveLength(1);
  });

  it('drops the oldest rows above the limit', () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({
      ...kettle,
      ad_archive_id: `80000000000${10_000 + index}`,
    }));
    expect(read('meta', html, address, [kettle, many])[0]?.readFrom).toBe('page');
    expect(read('meta', html, address, [many, kettle])[0]?.readFrom).toBe('data');
  });
});
