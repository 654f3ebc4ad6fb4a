import { OpenAd } from '@magpie/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  euDetails,
  flatKettle,
  graphqlPage,
  kettle,
  kettleShowing,
  legacyKettle,
  tableRow,
} from './metaWeb.fixture.ts';
import { metaWeb } from './metaWeb.ts';
import { Unmappable } from '../source.ts';

const toAd = (record: unknown) => OpenAd.parse(metaWeb.toAd(record));

describe('an ad of the web payload', () => {
  it('maps to the open format', () => {
    const { events: _, snapshots: __, sources: ___, placements, ...ad } = toAd(kettle);
    expect(placements).toEqual(['facebook', 'instagram', 'audience_network', 'threads']);
    expect(ad).toEqual({
      key: 'meta:9001002003004005',
      externalId: '9001002003004005',
      sourceUrl: 'https://www.facebook.com/ads/library/?id=9001002003004005',
      platforms: ['facebook', 'instagram'],
      advertiser: {
        name: 'Copper Kettle Co.',
        externalId: '31415926535',
        externalIds: [],
        legalName: null,
        pageUrl: 'https://www.facebook.com/copperkettle/',
        logoUrl: 'https://scontent.example.net/logo.jpg?_nc_cat=1&oh=00_Af&oe=67',
        categories: ['Kitchen/cooking', 'Shopping & retail'],
      },
      format: 'image',
      mediaType: null,
      status: 'active',
      headlines: ['The last kettle you buy'],
      bodies: ['Boils in 90 seconds.\nWhistles in C major.'],
      description: 'Free returns for 100 days',
      ctaType: 'SHOP_NOW',
      ctaText: 'Shop now',
      landingPageUrl: 'https://copperkettle.example/c-major?utm_source=fb',
      landingPageDomain: null,
      language: null,
      countries: [],
      isPartnership: false,
      partnerName: null,
      media: [
        {
          type: 'image',
          url: 'https://scontent.example.net/kettle-full.jpg?oh=1',
          thumbnailUrl: null,
          width: null,
          height: null,
          durationSeconds: null,
        },
      ],
      cards: [],
      startDate: '2025-03-01',
      endDate: null,
      lastConfirmedAt: '2025-03-31T00:00:00.000Z',
      freshnessDays: null,
      firstSeenAt: null,
      lastSeenAt: null,
      capturedAt: null,
      reach: null,
      reachText: null,
      demographics: null,
      impressions: null,
      impressionsByCountry: {},
      spend: null,
      payer: null,
      beneficiary: null,
      targeting: null,
      collationId: '6001002003',
      coverage: null,
      engagement: null,
    });
  });

  it('has an end date only when inactive, since running ads have an end_date too', () => {
    expect(toAd(kettle)).toMatchObject({ status: 'active', endDate: null });
    expect(toAd({ ...kettle, is_active: false })).toMatchObject({
      status: 'inactive',
      endDate: '2025-03-31',
    });
    expect(toAd({ ...kettle, is_active: undefined })).toMatchObject({
      status: null,
      endDate: null,
      lastConfirmedAt: '2025-03-31T00:00:00.000Z',
    });
  });

  it('that runs is confirmed when it was read', () => {
    const scraped_at = '2025-04-02T10:00:00.000Z';
    expect(toAd({ ...kettle, scraped_at })).toMatchObject({ lastConfirmedAt: scraped_at });
    expect(toAd({ ...kettle, scraped_at, is_active: false })).toMatchObject({ lastConfirmedAt: null });
  });

  it.each([
    ['IMAGE', 'image'],
    ['MULTI_IMAGES', 'image'],
    ['VIDEO', 'video'],
    ['carousel', 'carousel'],
    ['DCO', 'dco'],
    ['dpa', 'dpa'],
    ['PAGE_LIKE', 'other'],
    [null, null],
  ])('with display format %s has format %s', (display_format, format) => {
    expect(toAd(kettleShowing({ display_format })).format).toBe(format);
  });

  it("ignores the page's likes", () => {
    expect(toAd(kettle).engagement).toBeNull();
    expect(JSON.stringify(toAd(kettle))).not.toContain('48211');
  });

  it('is the same as first or later ad of its group', () => {
    expect(toAd({ ...kettle, collation_count: null })).toEqual(toAd(kettle));
  });

  it('with only a caption uses its domain', () => {
    const ad = toAd(kettleShowing({ link_url: null, caption: 'www.CopperKettle.example' }));
    expect(ad).toMatchObject({ landingPageUrl: null, landingPageDomain: 'copperkettle.example' });
  });

  it('keeps a video with its preview, or only the preview if the video is missing', () => {
    const video = {
      video_hd_url: 'https://v.example/hd.mp4',
      video_sd_url: 'https://v.example/sd.mp4',
      video_preview_image_url: 'https://v.example/p.jpg',
    };
    const gone = { video_hd_url: null, video_preview_image_url: 'https://v.example/gone.jpg' };
    expect(toAd(kettleShowing({ images: [], videos: [video, gone, video] })).media).toMatchObject([
      { type: 'video', url: 'https://v.example/hd.mp4', thumbnailUrl: 'https://v.example/p.jpg' },
      { type: 'image', url: 'https://v.example/gone.jpg', thumbnailUrl: null },
    ]);
  });

  it.each([
    [{ ...kettle, ad_archive_id: null }, "'ad_archive_id' must be the ad's library id, got nothing."],
    [{ ad_archive_id: '7', snapshot: {} }, "'page_name' must be the name of the page, got nothing."],
    ['text', 'An ad of the web payload must be an object.'],
  ])('is rejected with a reason', (record, message) => {
    expect(() => metaWeb.toAd(record)).toThrow(new Unmappable(message));
  });

  it('is valid for any values of its other fields', () => {
    const anything = fc.oneof(fc.anything({ maxDepth: 3 }), fc.array(fc.string()), fc.string());
    const record = fc.record({
      top: fc.dictionary(fc.constantFrom(...Object.keys(kettle)), anything),
      snapshot: fc.dictionary(fc.constantFrom(...Object.keys(kettle.snapshot), '__proto__'), anything),
    });
    fc.assert(
      fc.property(record, ({ top, snapshot }) => {
        const ad = {
          ...kettle,
          snapshot: { ...kettle.snapshot, ...snapshot },
          ...top,
          ad_archive_id: '7',
          page_name: 'Shop',
        };
        expect(toAd(ad).key).toBe('meta:7');
      }),
    );
  });
});

describe('an ad with versions', () => {
  const card = (title: string, body: string, path: string) => ({
    title,
    body,
    link_description: 'In stock',
    link_url: `https://copperkettle.example/${path}`,
    cta_text: 'Buy',
    original_image_url: null,
    resized_image_url: `https://scontent.example.net/${path}.jpg`,
    video_hd_url: null,
    video_preview_image_url: null,
  });
  const templates = {
    display_format: 'DPA',
    title: '{{product.name}}',
    body: { text: '{{product.brand}} for your kitchen' },
    link_description: '{{product.price}}',
    link_url: 'https://copperkettle.example/{{product.id}}',
  };

  it('takes its copy from the cards when the rest is a template', () => {
    const cards = [
      card('Red kettle', 'So red.', 'red'),
      card('Blue kettle', 'So blue.', 'blue'),
      card('{{product.name}}', 'So red.', 'x'),
    ];
    expect(toAd(kettleShowing({ ...templates, cards }))).toMatchObject({
      headlines: ['Red kettle', 'Blue kettle'],
      bodies: ['So red.', 'So blue.'],
      description: 'In stock',
      landingPageUrl: 'https://copperkettle.example/red',
      cards: [
        {
          headline: 'Red kettle',
          body: 'So red.',
          description: 'In stock',
          ctaText: 'Buy',
          landingPageUrl: 'https://copperkettle.example/red',
          media: [{ type: 'image', url: 'https://scontent.example.net/red.jpg' }],
        },
        { headline: 'Blue kettle' },
        { body: 'So red.' },
      ],
    });
  });

  it('has the bodies of all versions when it is a DCO ad', () => {
    const cards = [card('Red kettle', 'So red.', 'red')];
    const body = { text: 'Boils in 90 seconds.' };
    expect(toAd(kettleShowing({ display_format: 'DCO', body, cards })).bodies).toEqual([
      body.text,
      'So red.',
    ]);
    expect(toAd(kettleShowing({ display_format: 'CAROUSEL', body, cards })).bodies).toEqual([body.text]);
  });

  it('keeps its template when there is no other copy', () => {
    expect(toAd(kettleShowing({ ...templates, cards: [] }))).toMatchObject({
      headlines: ['{{product.name}}'],
      bodies: ['{{product.brand}} for your kitchen'],
    });
  });
});

describe('a partnership', () => {
  const creator = {
    page_id: '27182',
    page_name: 'Tea with Tom',
    page_profile_uri: 'https://www.facebook.com/teawithtom/',
    page_profile_picture_url: 'https://scontent.example.net/tom.jpg',
    page_categories: ['Video creator'],
    branded_content: {
      page_id: '31415926535',
      page_name: 'Copper Kettle Co.',
      page_profile_uri: 'https://www.facebook.com/copperkettle/',
      page_is_deleted: false,
    },
  };

  it('has the brand as advertiser and the creator as partner', () => {
    expect(toAd(kettleShowing(creator))).toMatchObject({
      isPartnership: true,
      partnerName: 'Tea with Tom',
      advertiser: {
        name: 'Copper Kettle Co.',
        externalId: '31415926535',
        pageUrl: 'https://www.facebook.com/copperkettle/',
        logoUrl: null,
        categories: [],
      },
    });
  });

  it('finds the brand in the branded content', () => {
    const ad = toAd({ ...kettleShowing(creator), page_name: null });
    expect(ad.advertiser.name).toBe('Copper Kettle Co.');
  });
});

describe('the details of an ad in the EU', () => {
  it.each([
    ['attached', { ...kettle, ad_details: euDetails }],
    ['mixed in', { ...kettle, ...euDetails }],
  ])('%s have reach, countries and demographics', (_where, record) => {
    expect(toAd(record)).toMatchObject({
      reach: { value: 4210, kind: 'reported' },
      countries: ['IE', 'DE'],
      demographics: {
        gender: { female: 3000, male: 1200, unknown: 10 },
        age: { '25-34': 4200, '65+': 10 },
        country: { IE: 4200, DE: 10 },
      },
      payer: 'Copper Kettle Ltd',
      beneficiary: 'Copper Kettle Co.',
      targeting: { ages: ['25-65'], genders: ['male'], countries: ['IE'], excluded: ['Dublin'] },
      coverage: { regions: ['EU'] },
    });
  });

  it('have the reach in the United Kingdom where the EU has none', () => {
    const transparency_by_location = { uk_transparency: { total_reach: 77, age_audience: { min: 18 } } };
    expect(toAd({ ...kettle, ad_details: { transparency_by_location } })).toMatchObject({
      reach: { value: 77 },
      coverage: { regions: ['UK'] },
      targeting: { ages: ['18+'] },
    });
  });

  it('have the reach in the older field too', () => {
    const ad = toAd(tableRow({ ...kettle, ad_details: { aaa_info: { eu_total_reach: 512 } } }, '/'));
    expect(ad.reach).toMatchObject({ value: 512, kind: 'reported' });
  });
});

describe('the older camelCase form', () => {
  it('maps to the same ad', () => {
    expect(toAd(legacyKettle)).toMatchObject({
      key: 'meta:9001002003004005',
      advertiser: {
        name: 'Copper Kettle Co.',
        externalId: '31415926535',
        pageUrl: 'https://www.facebook.com/31415926535',
        categories: ['Kitchen/cooking'],
      },
      status: 'inactive',
      endDate: '2025-03-31',
      format: 'dco',
      ctaType: null,
      countries: ['US'],
      impressions: { value: 1_000_000, lower: 1_000_000, upper: null, kind: 'range' },
      reach: null,
      collationId: '6001002003',
      media: [{ type: 'video', url: 'https://video.example.net/sd.mp4?oh=3' }],
    });
  });

  it('converts its markup to text', () => {
    expect(toAd(legacyKettle).bodies).toEqual([`Boils in 90 seconds.\nWhistles in C & D's major <3`]);
  });

  it.each([
    ['<<b>script>alert(1)<</b>/script>', 'script>alert(1)/script>'],
    ['a<img src=x onerror=alert(1)', 'aimg src=x onerror=alert(1)'],
    ['&lt;b&gt; is bold &unknown; &#99999999; &#x1F600;', '<b> is bold &unknown; &#99999999; 😀'],
    ['<p>One</p><p>Two</p>', 'One\nTwo'],
    [`${' '.repeat(150_000)}<br`, 'br'],
    ['<a'.repeat(60_000), 'a'.repeat(60_000)],
  ])('removes every tag: %#', (__html, body) => {
    expect(toAd(kettleShowing({ body: { markup: { __html } } })).bodies).toEqual([body]);
  });

  it('uses the filled value when a record has both names', () => {
    const record = { ...legacyKettle, ad_archive_id: null, is_active: null, page_name: '' };
    expect(toAd(record)).toMatchObject({ externalId: '9001002003004005', status: 'inactive' });
    expect(toAd(record).advertiser.name).toBe('Copper Kettle Co.');
  });
});

describe('exports of scrapers', () => {
  it.each(['.', '/'] as const)('maps a row with columns joined by %s to the same ad', (separator) => {
    const carousel = kettleShowing({
      cards: [
        { title: 'One', body: 'First' },
        { title: 'Two', body: 'Second' },
      ],
    });
    expect(toAd(tableRow(carousel, separator))).toEqual({ ...toAd(carousel), isPartnership: null });
  });

  it('reads lists and objects as JSON in a row', () => {
    const cells = Object.entries(kettle).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    expect(toAd(Object.fromEntries(cells))).toEqual(toAd(kettle));
  });

  it('survives a hostile row', () => {
    const row = {
      ...tableRow(kettle, '.'),
      '__proto__.polluted': 'yes',
      'snapshot.__proto__.polluted': 'yes',
      'constructor.prototype.polluted': 'yes',
      'snapshot.images.999999999.original_image_url': 'https://x.example/a.jpg',
      'snapshot.cards.0': 'no card',
      'snapshot.cards.0.title': 'Nowhere',
      [Array(5000).fill('a').join('.')]: 'deep',
    };
    expect(toAd(row)).toEqual({ ...toAd(kettle), isPartnership: null });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('maps a flat record with other field names', () => {
    expect(toAd(flatKettle)).toMatchObject({
      key: 'meta:9001002003004005',
      advertiser: {
        name: 'Copper Kettle Co.',
        externalId: '31415926535',
        pageUrl: 'https://www.facebook.com/copperkettle/',
        categories: ['Kitchen/cooking'],
      },
      headlines: ['The last kettle you buy'],
      bodies: ['Boils in 90 seconds.'],
      description: 'Free returns for 100 days',
      ctaText: 'Shop now',
      format: 'video',
      status: null,
      landingPageUrl: 'https://copperkettle.example/c-major',
      media: [
        {
          type: 'video',
          url: 'https://video.example.net/hd.mp4',
          thumbnailUrl: 'https://scontent.example.net/preview.jpg',
        },
      ],
    });
  });

  it('have a capture time', () => {
    expect(toAd({ ...kettle, scrapedAt: '2025-03-20T10:00:00Z' }).capturedAt).toBe(
      '2025-03-20T10:00:00.000Z',
    );
  });
});

describe('documents', () => {
  const second = { ...kettle, ad_archive_id: '9001002003004006' };
  const third = { ...kettle, ad_archive_id: '9001002003004007' };
  const page = graphqlPage([kettle, second], [third]);
  const edges = page.data.ad_library_main.search_results_connection.edges;

  it.each([
    ['a GraphQL answer', page],
    ['a list of answers', [graphqlPage([kettle, second]), graphqlPage([third])]],
    ['a list of edges', edges],
    ['collated results', { collated_results: [kettle, second, third] }],
    [
      'the older form',
      { results: [[kettle, second], [third]], continuation_token: 'AQH', number_of_ads: 50_001 },
    ],
    ['the older answer', { payload: { results: [[kettle], [second, third]], isResultComplete: true } }],
    ['a list of ads', [kettle, second, third]],
  ])('%s unfolds to every ad of every group', (_name, document) => {
    expect(metaWeb.recognises(document)).toBe(true);
    expect([...metaWeb.unfold(document)]).toEqual([kettle, second, third]);
  });

  it.each([
    ['an ad', kettle],
    ['an older ad', legacyKettle],
    ['a flat record', flatKettle],
    ['a row', tableRow(kettle, '/')],
    ['an edge', edges[0]],
  ])('%s is recognised', (_name, record) => expect(metaWeb.recognises(record)).toBe(true));

  it.each([
    ['an empty answer', graphqlPage()],
    ['an answer of errors', { errors: [{ message: 'Rate limit exceeded' }], data: null }],
    ['a list of pages', { results: [{ id: '7', name: 'Apple', category: 'Shop' }] }],
    [
      'a row with other columns',
      { ad_archive_id: '7', page_name: 'Shop', is_active: 'True', ad_text: 'Soap', start: '2024-01-01' },
    ],
    ['a record with other fields', { adArchiveID: '7', page_name: 'Shop', ad_text: 'Soap' }],
    ['a row of another table', { ad_library_id: '7', page_name: 'Shop', start_date: '2024-01-01' }],
    ['nothing', null],
    ['text', 'ad_archive_id'],
  ])('%s is not recognised', (_name, document) => expect(metaWeb.recognises(document)).toBe(false));

  it('other values among the ads are reported', () => {
    expect([...metaWeb.unfold(graphqlPage([kettle, null, { page_name: 'No id' }]))]).toHaveLength(3);
  });

  it('endless nesting is cut off', () => {
    let document: unknown = kettle;
    for (let depth = 0; depth < 50_000; depth += 1) document = [document];
    expect(metaWeb.recognises(document)).toBe(false);
    expect([...metaWeb.unfold(document)]).toHaveLength(1);
  });
});
