import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAd } from '../../testing/catalog.ts';
import { compareCreatives, listCreatives, normalizeText, toPictureCreative } from './creatives.ts';

const copy =
  'Meet the kettle with a gooseneck spout and a base that keeps water hot for an hour. Made for people who pour slowly.';

function creatives(ad: Parameters<typeof openAd>[0], nameId = 1, key = 'meta:1') {
  return listCreatives({ key, nameId, facts: openAd(ad) });
}

const compare = (...[one, other]: [ReturnType<typeof creatives>, ReturnType<typeof creatives>]) =>
  compareCreatives(one, other);

describe('two ads are the same creative', () => {
  it('with the same text, whatever its case, emoji, tags and links', () => {
    const shouted = `<p>${copy.toUpperCase()}</p> ☕️ https://acme.example/?utm_source=x`;
    expect(compare(creatives({ bodies: [copy] }), creatives({ bodies: [shouted] }, 2))).toEqual({
      kind: 'text',
      similarity: 1,
      pictureDistance: null,
    });
  });

  it('with nearly the same text, with its similarity', () => {
    const found = compare(
      creatives({ bodies: [copy] }),
      creatives({ bodies: [copy.replace('hot', 'warm')] }, 2),
    );
    expect(found?.kind).toBe('text');
    expect(found?.similarity).toBeGreaterThan(0.8);
    expect(found?.similarity).toBeLessThan(1);
  });

  it('with several texts, if they have most of them in common', () => {
    const others = [
      'Twelve runners wore these shoes for 800 kilometres each, and two of them never gave them back.',
      'Your back has opinions about your mattress. Try ours for 100 nights and sleep better, or we pay you back.',
    ];
    const [shoes = ''] = others;
    const all = creatives({ bodies: [copy, ...others] });
    expect(compare(all, creatives({ bodies: [...others, `${copy} Order today.`] }))?.kind).toBe('text');
    expect(compare(all, creatives({ bodies: [copy] }))).toBeNull();
    expect(compare(creatives({ bodies: [copy, shoes] }), creatives({ bodies: [shoes] }))).toBeNull();
  });

  it('if the library groups them, within the library only', () => {
    const grouped = { collationId: '77', bodies: ['Shop now'] };
    const other = { collationId: '77', bodies: ['Order now'] };
    expect(compare(creatives(grouped), creatives(other, 2))).toMatchObject({
      kind: 'collation',
      similarity: null,
    });
    expect(compare(creatives(grouped), creatives(other, 2, 'google:1'))).toBeNull();
  });

  it('with a picture that differs by up to 31 of 256 bits, with their number', () => {
    const picture = (differing: string) => [toPictureCreative(differing.padStart(64, '0'))];
    const near = { kind: 'picture', similarity: null };
    expect(compareCreatives(picture(''), picture(''))).toEqual({ ...near, pictureDistance: 0 });
    expect(compareCreatives(picture(''), picture('7fffffff'))).toEqual({ ...near, pictureDistance: 31 });
    expect(compareCreatives(picture(''), picture('ffffffff'))).toBeNull();
    const texts = creatives({ bodies: [copy] });
    expect(compareCreatives([...picture('1'), ...texts], [...picture(''), ...texts])?.kind).toBe('text');
  });

  it('with the same video file of one advertiser, however its URL is signed', () => {
    const ad = (file: string, text: string, type: 'video' | 'image' = 'video') => ({
      bodies: [text],
      media: [{ type, url: `https://files.example/${file}` }],
    });
    const one = creatives(ad('1.mp4?oh=1a&oe=2b', 'Sleep as if it were your job'));
    const again = creatives(ad('1.mp4?oh=3c&oe=4d', 'Half price until Sunday'));
    expect(compare(one, again)).toEqual({ kind: 'video', similarity: null, pictureDistance: null });
    expect(compare(one, creatives(ad('1.mp4?oh=1a', 'Half price until Sunday'), 2))).toBeNull();
    expect(compare(one, creatives(ad('2.mp4?oh=1a', 'Half price until Sunday')))).toBeNull();
    const pictures = ['Sleep as if it were your job', 'Half price until Sunday'].map((text) =>
      creatives(ad('1.jpg', text, 'image')),
    );
    expect(compare(pictures[0] ?? [], pictures[1] ?? [])).toBeNull();
  });

  it('with the same short text, if advertiser and headlines are the same', () => {
    const short = { bodies: ['These looks make an entrance.'], headlines: ['Skirts'] };
    const lively = { ...short, bodies: ['These looks make an entrance ✨'] };
    expect(compare(creatives(short), creatives(lively))).toMatchObject({ kind: 'text', similarity: 1 });
    expect(compare(creatives(short), creatives(short, 2))).toBeNull();
    expect(compare(creatives(short), creatives({ ...short, headlines: ['Boots'] }))).toBeNull();
  });

  it('with texts of cards, if the ad has none', () => {
    const cards = [{ body: copy }];
    expect(
      compare(creatives({ bodies: ['{{product.name}}'], cards }), creatives({ bodies: [copy] }))?.kind,
    ).toBe('text');
    expect(
      compare(creatives({ bodies: ['Another text of this ad'], cards }), creatives({ bodies: [copy] })),
    ).toBeNull();
  });
});

describe('an ad has nothing to compare', () => {
  it.each([
    ['without texts', {}],
    ['with a text that says nothing', { bodies: ['Shop now'] }],
    ['with a template', { bodies: [`{{product.brand}}: ${copy}`] }],
    [
      'with a notice of the library',
      { bodies: ['This content was removed because it didn’t follow our Advertising Standards.'] },
    ],
    [
      'with the texts of a catalogue',
      { cards: Array.from({ length: 11 }, (_, at) => ({ body: `${copy} ${'x'.repeat(at)}` })) },
    ],
  ])('%s', (_, ad) => {
    expect(creatives(ad)).toEqual([]);
  });
});

describe('creatives', () => {
  const words = fc.array(fc.constantFrom('kettle', 'spout', 'hour', '94', 'Café', '茶', 'слово', '✨'), {
    maxLength: 60,
  });

  it('do not depend on the order of texts', () => {
    const texts = fc.array(
      words.map((each) => each.join(' ')).filter((text) => text !== ''),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(texts, (bodies) => {
        expect(creatives({ bodies: bodies.toReversed() })).toEqual(creatives({ bodies }));
      }),
    );
  });

  it('are compared in either direction with the same result', () => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [first, second] = [one, other].map((each) => creatives({ bodies: [each.join(' ') || '-'] }));
        expect(compareCreatives(first ?? [], second ?? [])).toEqual(
          compareCreatives(second ?? [], first ?? []),
        );
      }),
    );
  });

  it('have normalized texts that stay the same if normalized again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        const normalized = normalizeText(text);
        expect(normalizeText(normalized)).toBe(normalized);
      }),
    );
  });
});
