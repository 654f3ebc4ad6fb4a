import { createHash } from 'node:crypto';
import type { PublicAd, PublicBoardPage } from '@magpie/contract';
import fc from 'fast-check';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, it } from 'vitest';
import { fontFiles } from '../../integrations/publicFonts.ts';
import { presentedAd, site } from '../../testing/savedAd.ts';
import { boardHtml, boardSecurityPolicy } from './boardHtml.ts';

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;
type Element = DefaultTreeAdapterTypes.Element;

const sha256 = 'a'.repeat(64);
const kept = `${site}/media/${sha256}.jpg`;

function pageOf(ads: readonly PublicAd[], changes: Partial<PublicBoardPage['board']> = {}): PublicBoardPage {
  const board = {
    id: 7,
    name: 'Hooks',
    slug: 'hooks',
    url: `${site}/b/hooks`,
    adCount: ads.length,
    description: null,
    by: null,
    updatedAt: '2026-02-03T04:05:06.000Z',
    parent: null,
    boards: [],
  };
  return { board: { ...board, ...changes }, ads: [...ads], hasMore: false, nextCursor: null };
}

const ad = (changes: Parameters<typeof presentedAd>[1] = {}): PublicAd => ({
  ...presentedAd('1', changes),
  savedAt: '2026-02-03T04:05:06.000Z',
});

function elementsOf(node: Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes : [];
  return [...('tagName' in node ? [node] : []), ...children.flatMap(elementsOf)];
}

function textOf(node: Node): string {
  if (node.nodeName === 'style' || node.nodeName === 'script') return '';
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

const page = (given: PublicBoardPage, cursor: number | null = null) =>
  parse(boardHtml(given, { cursor, site, logo: null }));
const attribute = (element: Element | undefined, name: string): string | undefined =>
  element?.attrs.find((each) => each.name === name)?.value;
const all = (given: PublicBoardPage, tag: string): Element[] =>
  elementsOf(page(given)).filter(({ tagName }) => tagName === tag);

const nasty = fc.constantFrom(
  '<script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  '</summary></details></main></body>',
  '<!--',
  '\u202e\u2066',
  '\0\r\n',
);
const anyText = fc.oneof(
  nasty,
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.string({ minLength: 1 }),
);
const anyAddress = fc.oneof(
  fc.constantFrom(
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '//evil.example/x',
    'https://ann:secret@evil.example/',
    'https://evil.example/"onclick="alert(1)',
  ),
  fc.webUrl(),
  anyText,
);

describe('the page of a board', () => {
  it('escapes all texts of ads and boards', () => {
    const ads = fc.record({ text: anyText, more: anyText, address: anyAddress, language: anyText });
    fc.assert(
      fc.property(ads, anyText, ({ text, more, address, language }, name) => {
        const media = {
          type: 'image',
          url: address,
          thumbnailUrl: address,
          width: 1,
          height: 1,
          durationSeconds: 1,
        } as const;
        const hostile = ad({
          companyName: text,
          headlines: [text],
          bodies: [more],
          ctaText: text,
          landingPageUrl: address,
          landingPageDomain: text,
          sourceUrl: address,
          language,
          media: [media],
          cards: [
            {
              headline: text,
              body: more,
              description: text,
              ctaText: text,
              landingPageUrl: address,
              media: [media],
            },
          ],
        });
        hostile.advertiser.brandLogo = address;
        hostile.advertiser.pageUrl = address;
        const given = pageOf([hostile], { name, description: more });
        const document = page(given);
        const elements = elementsOf(document);
        // Its own one; see below.
        expect(elements.filter(({ tagName }) => tagName === 'script')).toHaveLength(1);
        expect(
          elements.filter(({ tagName }) => !knownTags.has(tagName)).map(({ tagName }) => tagName),
        ).toEqual([]);
        const attributes = elements.flatMap(({ tagName, attrs }) =>
          attrs.map(({ name: attr, value }) => ({ tagName, attr, value })),
        );
        expect(attributes.filter(({ attr }) => !knownAttributes.has(attr))).toEqual([]);
        const loaded = attributes.filter(({ attr }) => attr === 'src' || attr === 'poster');
        expect(loaded.filter(({ value }) => !/^\.\.\/media\/[0-9a-f]{64}\.[a-z0-9]+$/.test(value))).toEqual(
          [],
        );
        const links = attributes.filter(({ tagName, attr }) => tagName === 'a' && attr === 'href');
        expect(links.filter(({ value }) => !/^https?:\/\//.test(value))).toEqual([]);
        const shown = textOf(document);
        for (const each of [text, more, name]) expect(shown).toContain(readable(each));
      }),
    );
  });

  it('links only to http(s) URLs, without referrer and with nofollow', () => {
    const links = all(
      pageOf([
        ad({ landingPageUrl: 'https://shop.example/a?b=1&c=2', sourceUrl: 'http://library.example/1' }),
      ]),
      'a',
    );
    expect(links.map((link) => [attribute(link, 'href'), attribute(link, 'rel')])).toEqual([
      ['https://shop.example/a?b=1&c=2', 'noopener nofollow ugc'],
      ['http://library.example/1', 'noopener nofollow ugc'],
    ]);
  });

  it('shows only stored pictures, with alternative texts', () => {
    const image = {
      type: 'image',
      thumbnailUrl: null,
      width: 1080,
      height: 1350,
      durationSeconds: null,
    } as const;
    const elsewhere = { ...image, url: 'https://pictures.example/1.jpg' };
    const ads = [
      ad({ headlines: ['Glow'], media: [elsewhere, { ...image, url: kept }] }),
      ad({ headlines: ['Glow'], media: [elsewhere] }),
      ad({
        media: [{ ...elsewhere, type: 'video', thumbnailUrl: kept, durationSeconds: 92 }],
        mediaType: 'video',
      }),
    ];
    const images = all(pageOf(ads), 'img');
    expect(images.map((each) => [attribute(each, 'src'), attribute(each, 'alt')])).toEqual([
      [`../media/${sha256}.jpg`, 'An ad by Acme: Glow'],
      [`../media/${sha256}.jpg`, 'An ad by Acme'],
    ]);
    expect(textOf(page(pageOf(ads)))).toContain('▶ 1:32');
  });

  it('plays kept videos, and scrolls through the kept media of a carousel', () => {
    const video = {
      type: 'video',
      url: `${site}/media/${sha256}.mp4`,
      thumbnailUrl: kept,
      width: 1080,
      height: 1920,
      durationSeconds: 6,
    } as const;
    const [shown] = all(pageOf([ad({ media: [video] })]), 'video');
    expect(['src', 'poster', 'controls', 'preload'].map((name) => attribute(shown, name))).toEqual([
      `../media/${sha256}.mp4`,
      `../media/${sha256}.jpg`,
      '',
      'none',
    ]);
    const card = { headline: null, body: null, description: null, ctaText: null, landingPageUrl: null };
    const image = { ...video, type: 'image', thumbnailUrl: null, url: kept, durationSeconds: null } as const;
    const carousel = pageOf([
      ad({
        cards: [
          { ...card, media: [video] },
          { ...card, media: [image] },
        ],
      }),
    ]);
    const strip = all(carousel, 'ul').find((each) => attribute(each, 'class') === 'slides');
    expect(attribute(strip, 'aria-label')).toBe('2 cards');
    expect(all(carousel, 'video')).toHaveLength(1);
    expect(all(carousel, 'img')).toHaveLength(1);
  });

  it('shows headline and facts, and the rest of the text and the links behind "More", with its line breaks', () => {
    const image = {
      type: 'image',
      url: kept,
      thumbnailUrl: null,
      width: 1080,
      height: 1350,
      durationSeconds: null,
    } as const;
    const given = pageOf([ad({ headlines: ['Glow'], bodies: ['One\nTwo'], media: [image] })]);
    const [hook] = all(given, 'h2');
    expect(hook && textOf(hook)).toBe('Glow');
    const [details] = all(given, 'details');
    const inDetails = details === undefined ? [] : elementsOf(details);
    const copies = inDetails.filter((each) => attribute(each, 'class') === 'copy');
    expect(copies.map(textOf)).toEqual(['One\nTwo']);
    const [summary] = all(given, 'summary');
    expect(summary && textOf(summary).replaceAll(/\s+/g, ' ')).toContain('More');
  });

  it('shows an ad without kept media as its text, and one without text as missing media', () => {
    const given = pageOf([
      ad({ headlines: ['Glow'], bodies: ['One\nTwo'], media: [] }),
      ad({ headlines: [], bodies: [], media: [] }),
    ]);
    const tiles = elementsOf(page(given)).filter((each) => attribute(each, 'class')?.startsWith('media '));
    expect(
      tiles.map((tile) =>
        textOf(tile)
          .trim()
          .replaceAll(/[ \n]+/g, ' '),
      ),
    ).toEqual(['Glow One Two', 'Media not available']);
  });

  it('runs only its own script and loads fonts only from this service', () => {
    const given = pageOf([ad()]);
    const [script] = all(given, 'script');
    const code = (script?.childNodes ?? []).map((node) => ('value' in node ? node.value : '')).join('');
    const hash = createHash('sha256').update(code).digest('base64');
    expect(boardSecurityPolicy).toContain(`script-src 'sha256-${hash}'`);
    expect(boardSecurityPolicy).toContain("font-src 'self'");
    const [style] = all(given, 'style');
    const css = (style?.childNodes ?? []).map((node) => ('value' in node ? node.value : '')).join('');
    const addresses = [...css.matchAll(/url\(([^)]*)\)/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) {
      expect(fontFiles.has(address.replace(/^\.\.\/fonts\//, ''))).toBe(true);
    }
  });

  it('marks demo ads', () => {
    const demo = { ...ad({ platforms: ['facebook'] }), externalId: `90${'1'.repeat(18)}` };
    expect(textOf(page(pageOf([demo])))).toContain('Demo');
    expect(all(pageOf([demo]), 'svg').map((each) => attribute(each, 'aria-label'))).toEqual(['Facebook']);
    expect(textOf(page(pageOf([ad({ platforms: ['facebook'] })])))).not.toContain('Demo');
  });

  it('shows the run time and marks an estimated reach', () => {
    const reach = { value: 120_400, lower: null, upper: null };
    const given = pageOf([
      ad({ daysRunning: 41, daysRunningKind: 'atLeast', reach: { ...reach, kind: 'estimated' } }),
      ad({
        daysRunning: 1,
        daysRunningKind: 'exact',
        status: 'inactive',
        reach: { ...reach, kind: 'reported' },
      }),
      ad({ startDate: '2999-01-01', status: 'inactive', reach: { ...reach, value: null, kind: 'reported' } }),
      // Planned when it was saved.
      ad({ startDate: '2026-02-10', daysRunning: 9, daysRunningKind: 'exact', status: 'active' }),
    ]);
    const facts = elementsOf(page(given)).filter((each) => attribute(each, 'class') === 'facts');
    expect(facts.map((each) => textOf(each).replaceAll(/\s+/g, ' '))).toEqual([
      '41+ days · ≈ 120.4K reach',
      expect.stringMatching(/^1 day · 120.4K reach · Last seen /),
      'Planned',
      '9 days',
    ]);
  });

  it('has link preview metadata and a canonical URL', () => {
    const given = pageOf([ad()], { description: 'Openings\nthat “stop” <you>' });
    const head = all(given, 'meta');
    const meta = (name: string): string | undefined =>
      attribute(
        head.find((each) => [attribute(each, 'property'), attribute(each, 'name')].includes(name)),
        'content',
      );
    expect(['og:title', 'og:description', 'og:url', 'og:image', 'twitter:card'].map(meta)).toEqual([
      'Hooks',
      'Openings that “stop” <you>',
      `${site}/b/hooks`,
      `${site}/b/hooks.png`,
      'summary_large_image',
    ]);
    const canonical = all(given, 'link').find((each) => attribute(each, 'rel') === 'canonical');
    expect(attribute(canonical, 'href')).toBe(`${site}/b/hooks`);
  });

  it('links published parent and child boards and the next page', () => {
    const link = (id: number, slug: string | null) => ({
      id,
      slug,
      name: `Board ${id}`,
      adCount: 3,
      url: '',
    });
    const given = {
      ...pageOf([ad()], { parent: link(1, 'all'), boards: [link(8, null), link(9, 'nine')] }),
      nextCursor: 44,
    };
    expect(all(given, 'a').map((each) => attribute(each, 'href'))).toEqual([
      'all',
      '8',
      'nine',
      'hooks?cursor=44',
    ]);
  });
});

const readable = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{fffd}');

const knownTags = new Set(
  `html head meta title link style script body header nav h1 h2 p time ul li main article span img video svg path div bdi a details summary footer`.split(
    ' ',
  ),
);
const knownAttributes = new Set(
  `lang charset name content rel href type property class dir datetime aria-label aria-hidden title src alt width height loading decoding viewBox role d fill fill-rule tabindex preload poster controls muted playsinline loop`.split(
    ' ',
  ),
);
