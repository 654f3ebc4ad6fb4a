import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { libraryAdAt, openSwipeFile, type SwipedEntry } from './readSwipeFile.ts';

async function* piece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function read(content: string | Uint8Array): Promise<SwipedEntry[]> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const file = await openSwipeFile({ open: () => piece(bytes) });
  const places: SwipedEntry[] = [];
  for await (const place of file.entries()) places.push(place);
  await file.close();
  return places;
}

/** The known fields of each entry, or its problem. */
async function swiped(content: string | Uint8Array): Promise<unknown[]> {
  return (await read(content)).map((place) => ('problem' in place ? place.problem : place.swiped));
}

async function keys(content: string | Uint8Array): Promise<string[]> {
  return (await read(content)).flatMap((place) =>
    'swiped' in place && 'libraryAd' in place.swiped ? [place.swiped.libraryAd.key] : [],
  );
}

describe('a library address', () => {
  const top = 'https://ads.tiktok.com/business/creativecenter/topads/7300000000000000001';

  it.each([
    [
      'https://www.facebook.com/ads/library/?active_status=all&country=ALL&id=1234567890&search_type=page',
      ['meta:1234567890', '1234567890', 'https://www.facebook.com/ads/library/?id=1234567890', 'facebook'],
    ],
    [
      'http://m.facebook.com/ads/archive/render_ad/?id=1234567890&access_token=secret',
      ['meta:1234567890', '1234567890', 'https://www.facebook.com/ads/library/?id=1234567890', 'facebook'],
    ],
    [
      'https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.facebook.com%2Fads%2Flibrary%2F%3Fid%3D1234567890&h=x',
      ['meta:1234567890', '1234567890', 'https://www.facebook.com/ads/library/?id=1234567890', 'facebook'],
    ],
    [
      'https://library.tiktok.com/ads/detail/?ad_id=1700000000000001&region=DE',
      [
        'tiktok:1700000000000001',
        '1700000000000001',
        'https://library.tiktok.com/ads/detail/?ad_id=1700000000000001',
        'tiktok',
      ],
    ],
    [`${top}/pc/en?countryCode=US`, ['tiktok:top-7300000000000000001', '7300000000000000001', top, 'tiktok']],
    [
      'https://www.linkedin.com/ad-library/detail/555123456?trk=x',
      ['linkedin:555123456', '555123456', 'https://www.linkedin.com/ad-library/detail/555123456', 'linkedin'],
    ],
    [
      'https://ADStransparency.google.com/advertiser/AR0123/creative/CR0456?region=DE#top',
      [
        'google:CR0456',
        'CR0456',
        'https://adstransparency.google.com/advertiser/AR0123/creative/CR0456',
        null,
      ],
    ],
  ])('%s has the same identity as from an importer', (address, [key, externalId, sourceUrl, platform]) => {
    expect(libraryAdAt(address ?? '')).toEqual({ key, externalId, sourceUrl, platform });
  });

  it.each([
    'https://www.facebook.com/ads/library/?q=shoes&view_all_page_id=123456',
    'https://facebook.com.evil.example/ads/library/?id=1234567890',
    'https://evil.example/https://www.facebook.com/ads/library/?id=1234567890',
    'https://evil.example/?u=facebook.com/ads/library/?id=1234567890',
    'https://ads.tiktok.com/business/creativecenter/inspiration/topads/pc/en',
    'https://adstransparency.google.com/advertiser/AR0123?region=DE',
    'javascript:alert(1)',
    '',
  ])('%s is not one', (address) => {
    expect(libraryAdAt(address)).toBeNull();
  });
});

describe('an address list', () => {
  it('is read line by line with any text around an address', async () => {
    const list = [
      '\uFEFF# mine',
      '',
      'https://www.facebook.com/ads/library/?id=1234567890',
      '- this one: <https://www.linkedin.com/ad-library/detail/555123456>, because of the hook',
      'www.facebook.com/ads/library/?id=1234567891\r',
      '[a](https://library.tiktok.com/ads/detail/?ad_id=1700000000000001) and "https://www.facebook.com/ads/library/?id=1234567892"',
    ];
    const found = [
      'meta:1234567890',
      'linkedin:555123456',
      'meta:1234567891',
      'tiktok:1700000000000001',
      'meta:1234567892',
    ];
    expect(await keys(list.join('\n'))).toEqual(found);
    expect(await keys(gzipSync(list.join('\n')))).toEqual(found);
  });

  it('reports invalid lines with their position', async () => {
    const list = [
      'https://www.facebook.com/ads/library/?id=1234567890',
      'https://www.facebook.com/ads/library/?q=shoes',
      'nothing here',
      `https://example.com/${'x'.repeat(70_000)}`,
    ];
    const places = await read(list.join('\n'));
    expect(places.map((place) => [place.position, 'problem' in place ? place.problem : null])).toEqual([
      ['line 1', null],
      ['line 2', expect.stringMatching(/^It contains no address of an ad in an ad library; open the ad/)],
      ['line 3', expect.stringMatching(/^It contains no address of an ad; give one such as https:/)],
      ['line 4', 'It is too long to be an address.'],
    ]);
  });

  it('may be a column with a header and other columns', async () => {
    expect(await keys('Ad Library URL\nhttps://www.facebook.com/ads/library/?id=1234567890\n')).toEqual([
      'meta:1234567890',
    ]);
    const table = 'n;Link;seen\n1;https://www.facebook.com/ads/library/?id=1234567890;yes\n2;-;no\n';
    expect(await swiped(table)).toEqual([
      expect.objectContaining({ libraryAd: expect.objectContaining({ key: 'meta:1234567890' }) }),
      expect.stringMatching(/^It contains no address/),
    ]);
  });

  it('rejects a binary file', async () => {
    await expect(read('PK\u0003\u0004rest')).rejects.toThrow('This is a zip archive or an Excel workbook');
  });

  it('survives any file content', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (noise) => {
        // A file with this character is rejected as binary.
        const text = noise.replaceAll('\0', '');
        const places = await read(`see ${text}\nhttps://www.facebook.com/ads/library/?id=1234567890`);
        expect(places.length).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the export of a tool', () => {
  it('with folders, boards, readable names and one row per board', async () => {
    const rows = await swiped(
      [
        'Ad ID,Brand,Folder,Board,Headline,Primary Text,CTA,Landing Page,Platforms,Format,Video URL,Thumbnail,Started Running,Date Saved,Ad Library URL,Notes,Tags',
        'tool-1,Acme,Clients,Hooks,Anvils for all,"Buy our anvils,\nthey fall fast",Shop now,https://acme.example/a,"Facebook, Instagram",Video,https://cdn.example/a.mp4,https://cdn.example/a.jpg,2025-01-05,2025-02-06T07:08:09Z,https://www.facebook.com/ads/library/?id=1234567890,Great hook,"UGC; Free shipping"',
      ].join('\n'),
    );
    expect(rows).toMatchObject([
      {
        boards: [['Clients', 'Hooks']],
        note: 'Great hook\n\n#UGC #Free-shipping',
        savedAt: '2025-02-06T07:08:09.000Z',
        ad: {
          // The library id, not the id of the tool.
          key: 'meta:1234567890',
          externalId: '1234567890',
          advertiser: { name: 'Acme' },
          headlines: ['Anvils for all'],
          bodies: ['Buy our anvils,\nthey fall fast'],
          ctaText: 'Shop now',
          landingPageUrl: 'https://acme.example/a',
          platforms: ['facebook', 'instagram'],
          format: 'video',
          startDate: '2025-01-05',
          capturedAt: '2025-02-06T07:08:09.000Z',
          media: [
            { type: 'video', url: 'https://cdn.example/a.mp4' },
            { type: 'image', url: 'https://cdn.example/a.jpg' },
          ],
        },
      },
    ]);
  });

  it('has its own ids: the first rows of two files are two ads', async () => {
    const [row] = await swiped('id,advertiser,platform,ad copy,collection\n1,Acme,facebook,Anvils,Ideas');
    const [other] = await swiped('id,advertiser,platform,ad copy,collection\n1,Zeta,facebook,Zithers,Ideas');
    const [known] = await swiped(
      'id,advertiser,platform,ad copy,collection\n123456789012345,Zeta,facebook,Zithers,Ideas',
    );
    expect([row, other, known]).toMatchObject([
      { ad: { key: null, externalId: null } },
      { ad: { key: null, externalId: null } },
      { ad: { externalId: '123456789012345' } },
    ]);
  });

  it('gets the platform from a library address', async () => {
    const [row] = await swiped(
      'Ad ID,Brand,Headline,Board,Ad URL\n4,Nike,Run,X,https://www.facebook.com/ads/library/?id=88900001',
    );
    expect(row).toMatchObject({ ad: { key: 'meta:88900001', platforms: ['facebook'] } });
  });

  it('with technical names, several boards in a cell and a creation time', async () => {
    const [row] = await swiped(
      [
        'id\tbrand_name\tad_copy\theadline\timage_url\tpublisher_platform\tboards\tcreated_at\tads_library_link',
        'x1\tAcme\tBuy anvils\tAnvils\thttps://cdn.example/a.jpg\ttiktok\tHooks, Offers / Summer; Offers > Winter\t1738825689\thttps://library.tiktok.com/ads/detail/?ad_id=1700000000000001',
      ].join('\n'),
    );
    expect(row).toMatchObject({
      boards: [['Hooks'], ['Offers', 'Summer'], ['Offers', 'Winter']],
      note: null,
      savedAt: '2025-02-06T07:08:09.000Z',
      ad: { key: 'tiktok:1700000000000001', bodies: ['Buy anvils'], headlines: ['Anvils'], startDate: null },
    });
  });

  it('in another language, with other separators and dates', async () => {
    const [row] = await swiped(
      [
        'Werbetreibender;Anzeigentext;Überschrift;Zielseite;Startdatum;Gespeichert am;Ordner;Notizen;Schlagwörter',
        'Öko GmbH;Jetzt kaufen und sparen;Ambosse;https://oeko.example/a;13.10.2024;24.12.2024;Ideen | Später;Schön;Rabatt, Natur',
      ].join('\n'),
    );
    expect(row).toMatchObject({
      boards: [['Ideen'], ['Später']],
      note: 'Schön\n\n#Rabatt #Natur',
      savedAt: '2024-12-24T00:00:00.000Z',
      ad: { advertiser: { name: 'Öko GmbH' }, startDate: '2024-10-13', headlines: ['Ambosse'] },
    });
  });

  it('as JSON with lists keeps commas in names', async () => {
    const rows = await swiped(
      JSON.stringify([
        {
          brand: 'Acme',
          adCopy: 'Buy anvils',
          headline: 'Anvils',
          collections: ['Hooks, short', 'Later'],
          tags: ['a b', '#c'],
        },
        {
          brand: 'Acme',
          adCopy: 'Buy more anvils',
          headline: 'Anvils',
          collections: [{ id: 7, name: 'Later' }],
          tags: '[{"id": 1, "name": "d"}]',
        },
      ]),
    );
    expect(rows).toMatchObject([
      { boards: [['Hooks, short'], ['Later']], note: '#a-b #c' },
      { boards: [['Later']], note: '#d' },
    ]);
  });

  it('with only addresses and boards has no ad content yet', async () => {
    const rows = await swiped(
      [
        'Link,Board',
        'https://www.facebook.com/ads/library/?id=1234567890,Hooks',
        'https://www.linkedin.com/ad-library/detail/555123456,Offers',
        'https://example.com/x,Offers',
      ].join('\n'),
    );
    expect(rows).toEqual([
      expect.objectContaining({
        boards: [['Hooks']],
        libraryAd: expect.objectContaining({ key: 'meta:1234567890' }),
      }),
      expect.objectContaining({
        boards: [['Offers']],
        libraryAd: expect.objectContaining({ key: 'linkedin:555123456' }),
      }),
      expect.stringMatching(/address of an ad in a library|advertiser/),
    ]);
  });

  it('reports rows without ads and reads the others', async () => {
    const places = await read(
      [
        'Brand,Ad text,Headline,Board,Ad Library URL',
        'Acme,Buy,Anvils,Hooks,https://www.facebook.com/ads/library/?id=1234567890',
        ',Buy,Anvils,Hooks,',
        'only one cell',
        ',,,Hooks,https://www.facebook.com/ads/library/?id=1234567891',
      ].join('\n'),
    );
    expect(places).toMatchObject([
      { position: 'row 2', swiped: { ad: { key: 'meta:1234567890' } } },
      { position: 'row 3', problem: "'Brand' must name the advertiser, got nothing." },
      { position: 'row 4', problem: 'It has 1 cell, but there are 5 columns.' },
      { position: 'row 5', swiped: { libraryAd: { key: 'meta:1234567891' } } },
    ]);
  });

  it('without board columns, the creation time belongs to the ad', async () => {
    const [row] = await swiped('Brand,Ad text,Headline,Created at\nAcme,Buy,Anvils,2025-01-05\n');
    expect(row).toMatchObject({ savedAt: null, boards: [], ad: { startDate: '2025-01-05' } });
  });

  it('is limited to names of 120 characters, eight levels and notes of 5,000 characters', async () => {
    const levels = Array.from({ length: 20 }, (_, level) => `${level}${'x'.repeat(200)}`).join('/');
    const [row] = await swiped(
      `Brand,Ad text,Headline,Board,Note\nAcme,Buy,Anvils,${levels},${'n'.repeat(9000)}\n`,
    );
    const { boards, note } = row as { boards: string[][]; note: string };
    expect(boards.map((path) => path.map((name) => name.length))).toEqual([Array(8).fill(120)]);
    expect(note).toHaveLength(5000);
  });
});
