import { layouts } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageRenderer } from '@magpie/server/integrations/drawing/drawing';
import { sizes, type AspectRatio, type Creative, type OwnLayout } from '@magpie/server/studio/makers/maker';
import { createSeededRandom } from '@magpie/server/studio/makers/template/chance';
import { chooseLayout, composeLayout } from '@magpie/server/studio/makers/template/compose';
import { choosePalette } from '@magpie/server/studio/makers/template/palette';
import {
  getBottom,
  intersect,
  getFrame,
  getRight,
  type SceneParts,
  type PlacedLine,
  type Rect,
  type Scene,
  type SceneShape,
} from '@magpie/server/studio/makers/template/scene';
import { examples } from './examples.ts';
import type { ProductImage } from '@magpie/server/studio/makers/template/subject';
import { ratingIn, chooseWording, type Wording } from '@magpie/server/studio/makers/template/wording';

const drawing = createImageRenderer();
const ratios = Object.keys(sizes) as AspectRatio[];
const wordings = new Map<string, Wording>();

interface Composed {
  readonly name: string;
  readonly layout: OwnLayout;
  readonly scene: Scene;
  readonly parts: SceneParts;
}

/** All scenes of the examples. */
const composed: Composed[] = [];

beforeAll(async () => {
  const each = new Map(
    examples.map(({ creative }) => [`${creative.headline} ${creative.text} ${creative.font}`, creative]),
  );
  for (const [name, creative] of each) wordings.set(name, await chooseWording(creative, 'AB', drawing));
  for (const { name, scene } of scenes()) {
    for (const layout of layouts)
      composed.push({ name: `${layout} ${name}`, layout, scene, parts: composeLayout(scene, layout) });
  }
});
afterAll(() => drawing.close());

const anyCreative = examples[0]?.creative ?? expect.fail();

const subjectOf = (kind: ProductImage['kind'], width: number, height: number): ProductImage => ({
  kind,
  pixels: Buffer.alloc(0),
  width,
  height,
  surround: null,
  colors: ['#b23a48'],
  luminance: 0.2,
});

const subjects = [
  null,
  subjectOf('photograph', 1400, 1000),
  subjectOf('photograph', 300, 200),
  subjectOf('cutout', 500, 900),
  subjectOf('packshot', 900, 400),
  subjectOf('packshot', 400, 900),
];

function sceneOf(
  wording: Wording,
  ratio: AspectRatio,
  subject: ProductImage | null,
  seed: number,
  colors: readonly string[] = [],
): Scene {
  const chance = createSeededRandom(seed);
  return {
    frame: getFrame(ratio),
    wording,
    palette: choosePalette(colors, [], chance),
    chance,
    subject,
    reference: null,
    logo: null,
  };
}

function* scenes(): Generator<{ readonly name: string; readonly scene: Scene }> {
  let seed = 0;
  for (const [name, wording] of wordings) {
    for (const ratio of ratios) {
      for (const subject of subjects) {
        seed += 1;
        const scene = sceneOf(wording, ratio, subject, seed);
        yield { name: `${name.slice(0, 20)} ${ratio} ${subject?.kind ?? 'none'} ${seed}`, scene };
      }
    }
  }
}

/** Descriptions of all compositions that violate a condition. */
function wrong(check: (scene: Scene, parts: SceneParts) => boolean): string[] {
  return composed.filter(({ scene, parts }) => !check(scene, parts)).map(({ name }) => name);
}

function isWithin(inner: Rect, outer: Rect): boolean {
  const [x, y] = [inner.left >= outer.left - 1, inner.top >= outer.top - 1];
  return x && y && getRight(inner) <= getRight(outer) + 1 && getBottom(inner) <= getBottom(outer) + 1;
}

function overlap(one: Rect, other: Rect): boolean {
  const across = Math.min(getRight(one), getRight(other)) - Math.max(one.left, other.left);
  const down = Math.min(getBottom(one), getBottom(other)) - Math.max(one.top, other.top);
  return across > 1 && down > 1;
}

function isClear(lines: readonly PlacedLine[]): boolean {
  return lines.every((line, index) =>
    lines.slice(index + 1).every((other) => !overlap(line.room, other.room)),
  );
}

describe('compositions of every layout, aspect ratio, script and kind of picture', () => {
  it('keep all text in the safe area of the frame', () => {
    expect(
      wrong(({ frame }, { lines }) => {
        const { whole, safe } = frame;
        const may = frame.isTall ? { ...whole, top: safe.top, height: safe.height } : whole;
        // Placeholder initials belong to the picture and may be anywhere in it.
        return lines.every(({ room, text }) => text === 'AB' || isWithin(room, may));
      }),
    ).toEqual([]);
  });

  it('do not overlap texts', () => {
    expect(wrong((_scene, { lines }) => isClear(lines))).toEqual([]);
  });

  it('contain a headline or a proof, and a call to action', () => {
    expect(
      wrong(({ wording }, { lines }) => {
        const texts = lines.map(({ text }) => text).join('');
        const first = (words: Wording['proof']): string => words?.measured.words[0]?.text.slice(0, 3) ?? '';
        const says = texts.includes(first(wording.headline)) || texts.includes(first(wording.proof));
        return says && texts.includes(first(wording.callToAction));
      }),
    ).toEqual([]);
  });

  it('keep the picture in the frame, with text over it only on an overlay or a badge', () => {
    expect(
      wrong(({ frame, wording }, { shapes, lines }) => {
        const pictures = shapes.filter(({ kind }) => kind === 'subject');
        const isVeiled = shapes.some(({ kind }) => kind === 'veil');
        const offer = wording.offer?.measured.text ?? '';
        const isFree = (line: PlacedLine): boolean =>
          isVeiled ||
          offer.includes(line.text) ||
          shapes.some(
            ({ kind, rect }) =>
              kind === 'box' && rect !== frame.whole && rect.width < frame.width && isWithin(line.room, rect),
          ) ||
          pictures.every(({ rect }) => !overlap(rect, line.room));
        return pictures.every(({ rect }) => isWithin(rect, frame.whole)) && lines.every(isFree);
      }),
    ).toEqual([]);
  });
});

describe('a picture in a form', () => {
  it('stays inside it', () => {
    expect(
      wrong((_scene, { shapes }) =>
        shapes.every((shape, index) => {
          const panel = shapes[index - 1]?.kind === 'box' ? shapes[index - 1] : shapes[index - 2];
          if (shape.kind !== 'subject' || shape.fit === 'cover' || panel?.kind !== 'box' || panel.clip)
            return true;
          return !isWithin(shape.rect, panel.rect) || cornersOf(shape.rect).every(isInForm(panel));
        }),
      ),
    ).toEqual([]);
  });
});

type Point = readonly [x: number, y: number];

function cornersOf(rect: Rect): Point[] {
  const [right, low] = [getRight(rect), getBottom(rect)];
  return [
    [rect.left, rect.top],
    [right, rect.top],
    [rect.left, low],
    [right, low],
  ];
}

/** Uses the radius of the nearest corner. */
function isInForm({ rect, style }: Extract<SceneShape, { kind: 'box' }>): (point: Point) => boolean {
  return ([x, y]) => {
    const [isLeft, isHigh] = [x < rect.left + rect.width / 2, y < rect.top + rect.height / 2];
    const corner = `border${isHigh ? 'Top' : 'Bottom'}${isLeft ? 'Left' : 'Right'}Radius`;
    const radius = Number(style['borderRadius'] ?? style[corner] ?? 0);
    const across = radius - (isLeft ? x - rect.left : getRight(rect) - x);
    const down = radius - (isHigh ? y - rect.top : getBottom(rect) - y);
    return across <= 0 || down <= 0 || Math.hypot(across, down) <= radius + 1;
  };
}

describe('an offer', () => {
  const offers =
    `€29|−20 %|$1,299.95|₹1,29,999|IDR 2,490,000|1.299,00 €|12.345,00 €|₫290.000|Rp 1.250.000|CHF 1’299.00
    |₫1.290.000.000|1 299 000,00 ₽|¥1,234,567,890|٢٬٤٩٩٫٠٠ ج.م.‏|AED 12,345.67|1.190.000원|Save 20% today|เริ่มต้น 890 บาท
    |From only $1,299.95 a month|Two for the price of one until Sunday, delivery for free`.split(/\n?\s*\|/u);
  const priced: Composed[] = [];

  beforeAll(async () => {
    const [short, long] = [anyCreative, { ...anyCreative, headline: 'Nobody has said it yet. '.repeat(12) }];
    for (const [index, offer] of offers.entries()) {
      const wording = await chooseWording({ ...(index % 3 === 0 ? long : short), offer }, 'AB', drawing);
      for (const ratio of ratios) {
        for (const [seed, subject] of subjects.entries()) {
          const scene = sceneOf(wording, ratio, subject, seed + index);
          for (const layout of layouts)
            priced.push({
              name: `${layout} ${offer} ${ratio} ${subject?.kind ?? 'none'}`,
              layout,
              scene,
              parts: composeLayout(scene, layout),
            });
        }
      }
    }
  });

  it('is complete in every layout except quote, however long it is', () => {
    const missing = priced.filter(({ layout, scene, parts }) => {
      const said = parts.lines.map(({ text }) => text).join('');
      const expected = scene.wording.offer?.measured.text ?? 'an offer';
      return layout !== 'quote' && !said.replaceAll(/\s/gu, '').includes(expected.replaceAll(/\s/gu, ''));
    });
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('stays in the frame and overlaps no other text', () => {
    const bad = priced.filter(
      ({ scene, parts: { lines } }) =>
        !isClear(lines) || !lines.every(({ room }) => isWithin(room, scene.frame.whole)),
    );
    expect(bad.map(({ name }) => name)).toEqual([]);
  });

  it('is at an edge of a photograph, and beside a cutout', () => {
    const bad = priced.filter(({ layout, scene, parts: { shapes } }) => {
      const picture = shapes.findIndex(({ kind }) => kind === 'subject');
      const [shown, , sign] = shapes.slice(picture);
      if (layout !== 'offer' || shown?.kind !== 'subject' || !isSign(sign, scene)) return false;
      const covered = areaOf(intersect(shown.rect, sign.rect));
      return shown.fit === 'contain' ? covered > 4 : covered > 0.5 * areaOf(sign.rect);
    });
    expect(bad.map(({ name }) => name)).toEqual([]);
  });
});

function isSign(shape: SceneShape | undefined, { palette }: Scene): shape is SceneShape {
  return (
    shape?.kind === 'box' &&
    Object.values(palette).some(({ button }) => shape.style['backgroundColor'] === button)
  );
}

function areaOf({ width, height }: Rect): number {
  return Math.max(0, width) * Math.max(0, height);
}

describe('the seed', () => {
  /** The overall look: large surfaces, position of the picture, start of the text. */
  function lookOf({ frame }: Scene, { shapes, lines }: SceneParts): string {
    const near = ({ left, top }: Rect): string =>
      [left / frame.width, top / frame.height].map((share) => Math.round(share * 10)).join(' ');
    const grounds = shapes.filter(
      ({ kind, rect }) => kind === 'box' && areaOf(rect) > 0.3 * areaOf(frame.whole),
    );
    const colors = grounds.map((shape) => shape.kind === 'box' && String(shape.style['backgroundColor']));
    const picture = shapes.find(({ kind }) => kind === 'subject');
    return [...colors, picture && near(picture.rect), lines[0] && near(lines[0].room)].join(', ');
  }

  it.each(layouts)('gives consecutive seeds of %s different looks, even with one colour', async (layout) => {
    const wording = await chooseWording(anyCreative, 'AB', drawing);
    for (const subject of subjects) {
      const looks = Array.from({ length: 13 }, (_nothing, seed) => {
        const scene = sceneOf(wording, '1:1', subject, seed, ['#2b6cc4']);
        return lookOf(scene, composeLayout(scene, layout));
      });
      expect(looks.filter((look, seed) => look === looks[seed + 1])).toEqual([]);
    }
  });
});

describe('from right to left', () => {
  const found = (headline: RegExp): Creative => {
    const example = examples.find(({ creative }) => headline.test(creative.headline));
    return example?.creative ?? expect.fail();
  };

  it.each([/قهوتك/, /ספה/])('aligns every line to the right: %s', async (headline) => {
    const wording = await chooseWording(found(headline), 'AB', drawing);
    expect(wording.direction).toBe('rtl');
    const scene = sceneOf(wording, '1.91:1', null, 5);
    const { lines } = composeLayout(scene, 'checklist');
    const ends = lines.filter(({ align }) => align === 'right').map(({ x }) => Math.round(x));
    expect(ends).toContain(getRight(scene.frame.safe));
    expect(lines.every(({ align }) => align !== 'left')).toBe(true);
  });
});

describe('layout selection', () => {
  const chosen = (follows: Creative['follows'], changes: Partial<Creative> = {}): Set<string> =>
    new Set(
      Array.from({ length: 30 }, (_nothing, seed) =>
        chooseLayout({ ...anyCreative, follows, ...changes }, true, createSeededRandom(seed)),
      ),
    );

  it('follows the strongest part of the ad', () => {
    expect(chosen(['hook', 'proof', 'cta'])).toEqual(new Set(['quote', 'checklist']));
    expect(chosen(['hook', 'offer', 'cta'])).toEqual(new Set(['offer', 'spotlight']));
    expect(chosen(['problem', 'cta'])).toEqual(new Set(['editorial', 'checklist', 'split']));
  });

  it('skips layouts that the product has no copy for', () => {
    expect(chosen(['proof', 'cta'], { proof: null })).not.toContain('quote');
    expect(chosen([], { proof: null, offer: null, points: [] })).toEqual(
      new Set(['poster', 'editorial', 'split', 'card', 'spotlight']),
    );
  });

  it('uses any layout for an ad without structure', () => expect(chosen([]).size).toBeGreaterThan(6));
});

describe('hostile text', () => {
  it('cannot stack combining marks or reverse the text direction', async () => {
    const headline = `Z${'\u0301'.repeat(60)} \u202eturned`;
    const wording = await chooseWording({ ...anyCreative, headline }, 'AB', drawing);
    expect(wording.headline?.measured.text).toMatch(/^Ź\p{M}{0,3} turned$/u);
  });
});

describe('stars', () => {
  it.each([
    ['4.8 out of 5 from 2,300 customers', 4.8],
    ['4,7 von 5 Sternen', 4.7],
    ['★★★★★ “Love it”', 5],
    ['4.9 stars', 4.9],
    ['Loved by 4 500 people', null],
    ['Rated 2.1 out of 5', null],
    ['Saves 4.5 hours a week', null],
    ['Version 4.5/50', null],
  ])('%s: %s', (proof, rating) => expect(ratingIn(proof)).toBe(rating));
});
