import { layouts } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDrawing } from '../../../kernel/drawing/drawing.ts';
import { sizes, type AspectRatio, type Creative } from '../maker.ts';
import { chanceOf } from './chance.ts';
import { chooseLayout } from './chooseLayout.ts';
import { compose } from './compose.ts';
import { paletteOf } from './palette.ts';
import { bottomOf, frameOf, rightOf, type Parts, type PlacedLine, type Rect, type Scene } from './scene.ts';
import { examples } from './sheet/examples.ts';
import type { Subject } from './subject.ts';
import { ratingIn, wordingOf, type Wording } from './wording.ts';

const drawing = createDrawing();
const ratios = Object.keys(sizes) as AspectRatio[];
const wordings = new Map<string, Wording>();

beforeAll(async () => {
  const each = new Map(examples.map(({ creative }) => [creative.headline + String(creative.text), creative]));
  for (const [name, creative] of each) wordings.set(name, await wordingOf(creative, 'AB', drawing));
});
afterAll(() => drawing.close());

const anyCreative = examples[0]?.creative ?? expect.fail();

const subjectOf = (kind: Subject['kind'], width: number, height: number): Subject => ({
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
];

function* scenes(): Generator<{ readonly name: string; readonly scene: Scene }> {
  let seed = 0;
  for (const [name, wording] of wordings) {
    for (const ratio of ratios) {
      for (const subject of subjects) {
        seed += 1;
        const chance = chanceOf(seed);
        const scene = {
          frame: frameOf(ratio),
          wording,
          palette: paletteOf([], [], chance),
          chance,
          subject,
          logo: null,
        };
        yield { name: `${name.slice(0, 20)} ${ratio} ${subject?.kind ?? 'none'} ${seed}`, scene };
      }
    }
  }
}

/** The places, in all that can be composed, of which something does not hold. */
function wrong(check: (scene: Scene, parts: Parts) => boolean): string[] {
  const found: string[] = [];
  for (const { name, scene } of scenes()) {
    for (const layout of layouts) {
      if (!check(scene, compose(scene, layout))) found.push(`${layout} ${name}`);
    }
  }
  return found;
}

function isWithin(inner: Rect, outer: Rect): boolean {
  const [x, y] = [inner.left >= outer.left - 1, inner.top >= outer.top - 1];
  return x && y && rightOf(inner) <= rightOf(outer) + 1 && bottomOf(inner) <= bottomOf(outer) + 1;
}

function overlap(one: Rect, other: Rect): boolean {
  const across = Math.min(rightOf(one), rightOf(other)) - Math.max(one.left, other.left);
  const down = Math.min(bottomOf(one), bottomOf(other)) - Math.max(one.top, other.top);
  return across > 1 && down > 1;
}

function isClear(lines: readonly PlacedLine[]): boolean {
  return lines.every((line, index) =>
    lines.slice(index + 1).every((other) => !overlap(line.room, other.room)),
  );
}

describe('a composition, of every layout, shape, script and kind of picture', () => {
  it('has all text in the frame, and in tall ones clear of what apps lay over them', () => {
    expect(
      wrong(({ frame }, { lines }) => {
        const { whole, safe } = frame;
        const may = frame.isTall ? { ...whole, top: safe.top, height: safe.height } : whole;
        // Letters for want of a picture are part of it, and may be where it is.
        return lines.every(({ room, text }) => text === 'AB' || isWithin(room, may));
      }),
    ).toEqual([]);
  });

  it('has no text over other text', () => {
    expect(wrong((_scene, { lines }) => isClear(lines))).toEqual([]);
  });

  it('says what the image is for: a headline or a proof, and what to do', () => {
    expect(
      wrong(({ wording }, { lines }) => {
        const texts = lines.map(({ text }) => text).join('');
        const first = (words: Wording['headline']): string =>
          words?.measured.words[0]?.text.slice(0, 3) ?? '';
        const says = texts.includes(first(wording.headline)) || texts.includes(first(wording.proof));
        return says && texts.includes(first(wording.callToAction));
      }),
    ).toEqual([]);
  });

  it('has the picture within the frame, and no text over it but on a veil or a badge', () => {
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

describe('from right to left', () => {
  const found = (headline: RegExp): Creative => {
    const example = examples.find(({ creative }) => headline.test(creative.headline));
    return example?.creative ?? expect.fail();
  };

  it.each([/قهوتك/, /ספה/])('begins every line at the right: %s', async (headline) => {
    const wording = await wordingOf(found(headline), 'AB', drawing);
    expect(wording.direction).toBe('rtl');
    const chance = chanceOf(5);
    const scene = {
      frame: frameOf('1.91:1'),
      wording,
      palette: paletteOf([], [], chance),
      chance,
      subject: null,
      logo: null,
    };
    const { lines } = compose(scene, 'checklist');
    const ends = lines.filter(({ align }) => align === 'right').map(({ x }) => Math.round(x));
    expect(ends).toContain(rightOf(scene.frame.safe));
    expect(lines.every(({ align }) => align !== 'left')).toBe(true);
  });
});

describe('which layout', () => {
  const chosen = (follows: Creative['follows'], changes: Partial<Creative> = {}): Set<string> =>
    new Set(
      Array.from({ length: 30 }, (_nothing, seed) =>
        chooseLayout({ ...anyCreative, follows, ...changes }, true, chanceOf(seed)),
      ),
    );

  it('follows what the ad is built on', () => {
    expect(chosen(['hook', 'proof', 'cta'])).toEqual(new Set(['quote', 'checklist']));
    expect(chosen(['hook', 'offer', 'cta'])).toEqual(new Set(['offer', 'spotlight']));
    expect(chosen(['problem', 'cta'])).toEqual(new Set(['editorial', 'checklist', 'split']));
  });

  it('is none for what the product cannot say', () => {
    expect(chosen(['proof', 'cta'], { proof: null })).not.toContain('quote');
    expect(chosen([], { proof: null, offer: null, points: [] })).toEqual(
      new Set(['poster', 'editorial', 'split', 'card', 'spotlight']),
    );
  });

  it('is any of all for an ad without structure', () => expect(chosen([]).size).toBeGreaterThan(6));
});

describe('hostile text', () => {
  it('piles no marks up over other text, and is not turned round', async () => {
    const headline = `Z${'\u0301'.repeat(60)} \u202eturned`;
    const wording = await wordingOf({ ...anyCreative, headline }, 'AB', drawing);
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
