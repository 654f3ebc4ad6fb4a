import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageRenderer } from '../../../../integrations/drawing/drawing.ts';
import {
  drawReferenceAd,
  referenceAds,
  texturedPicture,
  type ReferenceAd,
} from '../../../../testing/referenceAds.ts';
import { plainOrder } from '../../../../testing/studio.ts';
import { detectLayout } from '../../../reference/detectLayout.ts';
import type { ReferenceLayout, ReferenceRegion } from '../../../reference/referenceLayout.ts';
import { computeContrast, computeLuminance, toRgb } from '../../../colors.ts';
import { sizes, type AspectRatio, type Order } from '../../maker.ts';
import { composeReference } from '../compose.ts';
import { paintScene } from '../paint.ts';
import type { PlacedLine, Rect, Scene } from '../scene.ts';
import { composeScene, createTemplateMaker } from '../templateMaker.ts';

const drawing = createImageRenderer();
const maker = createTemplateMaker({ drawing });
afterAll(() => drawing.close());

/** Magenta, as nothing else in the drawings. */
let photograph: Buffer;
beforeAll(async () => {
  photograph = await texturedPicture(1400, 1400, [200, 30, 200]);
});

const ratios: Readonly<Record<string, AspectRatio>> = {
  '1080x1080': '1:1',
  '1200x628': '1.91:1',
  '1080x1350': '4:5',
};

function orderFor({ width, height }: ReferenceAd, reference: ReferenceLayout | null): Order {
  const aspectRatio = ratios[`${width}x${height}`] ?? '1:1';
  return {
    ...plainOrder,
    aspectRatio,
    reference,
    picture: photograph,
    creative: { ...plainOrder.creative, colors: ['#0f5d75', '#f2b84b'] },
  };
}

async function make(order: Order) {
  return maker.make(order, () => undefined, new AbortController().signal);
}

/** The share of magenta pixels in a part of a picture, given in shares of its size. */
async function magentaIn(bytes: Buffer, { left, top, width, height }: Rect): Promise<number> {
  const { width: wide, height: high } = await sharp(bytes).metadata();
  const area = {
    left: Math.round(left * wide),
    top: Math.round(top * high),
    width: Math.round(width * wide),
    height: Math.round(height * high),
  };
  const raw = await sharp(bytes)
    .extract(area)
    .resize(40, 40, { fit: 'fill', kernel: 'nearest' })
    .removeAlpha()
    .raw()
    .toBuffer();
  let found = 0;
  for (let at = 0; at < raw.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = raw.subarray(at, at + 3);
    if (red - green > 60 && blue - green > 60) found += 1;
  }
  return found / 1600;
}

const shrunk = ({ left, top, width, height }: Rect, by: number): Rect => ({
  left: left + by * width,
  top: top + by * height,
  width: width * (1 - 2 * by),
  height: height * (1 - 2 * by),
});

const middleOf = ({ left, top, width, height }: Rect): readonly [number, number] => [
  left + width / 2,
  top + height / 2,
];

describe('a creative with a reference ad', () => {
  it.each(referenceAds)('has its regions in the same places and order: $name', async (ad) => {
    const reference = await detectLayout(await drawReferenceAd(ad, drawing));
    const { bytes, layout } = await make(orderFor(ad, reference));
    expect(layout).toBe('reference');
    const result = await detectLayout(bytes);
    const rolesOf = (found: ReferenceLayout | null): ReferenceRegion['role'][] =>
      found?.regions
        .map(({ role }) => role)
        .filter((role) => role !== 'band' && role !== 'text' && role !== 'brand') ?? [];
    const wanted = rolesOf(reference);
    expect(rolesOf(result).filter((role) => wanted.includes(role))).toEqual(wanted);
    for (const region of reference?.regions ?? []) {
      const drawn = result?.regions.find(({ role }) => role === region.role);
      if (!wanted.includes(region.role) || drawn === undefined) continue;
      const [[x, y], [drawnX, drawnY]] = [middleOf(region), middleOf(drawn)];
      expect(Math.abs(drawnY - y), `${region.role} down`).toBeLessThan(0.1);
      // Texts start at the same place, but have other lengths.
      const across =
        region.align === 'left' && region.role !== 'picture' ? drawn.left - region.left : drawnX - x;
      expect(Math.abs(across), `${region.role} across`).toBeLessThan(0.05);
    }
  });

  it.each(referenceAds)('shows the product where the reference shows its picture: $name', async (ad) => {
    const reference = await detectLayout(await drawReferenceAd(ad, drawing));
    const { bytes } = await make(orderFor(ad, reference));
    const picture = reference?.regions.find(({ role }) => role === 'picture');
    if (picture === undefined) throw new Error('there is a picture in every reference ad');
    const whole = { left: 0, top: 0, width: 1, height: 1 };
    const share = picture.width * picture.height;
    expect(await magentaIn(bytes, shrunk(picture, 0.06))).toBeGreaterThan(share > 0.8 ? 0.3 : 0.85);
    expect(await magentaIn(bytes, whole)).toBeLessThan(share + 0.05);
  });

  it('has the bands of the reference, as light or dark beside the ground as there', async () => {
    const ad = referenceAds.find(({ bands }) => bands !== undefined);
    if (ad === undefined) throw new Error('one reference ad has a band');
    const reference = await detectLayout(await drawReferenceAd(ad, drawing));
    const { bytes } = await make(orderFor(ad, reference));
    const colorAt = async (x: number, y: number): Promise<Buffer> =>
      sharp(bytes).extract({ left: x, top: y, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
    const [band, sameBand, ground] = [
      await colorAt(20, 20),
      await colorAt(1060, 280),
      await colorAt(20, 330),
    ];
    expect(band.equals(sameBand)).toBe(true);
    expect(Math.abs((band[1] ?? 0) - (ground[1] ?? 0))).toBeGreaterThan(60);
  });

  it.each(referenceAds)('has texts with enough contrast to what is behind them: $name', async (ad) => {
    const reference = await detectLayout(await drawReferenceAd(ad, drawing));
    const pictures = [photograph, await texturedPicture(1400, 1400, [200, 200, 190]), null];
    for (const [seed, picture] of pictures.entries()) {
      const scene = await composeScene({ ...orderFor(ad, reference), seed, picture }, drawing);
      const parts = composeReference(scene);
      if (parts === null) throw new Error('the texts fit');
      const bare = await drawing.render(await paintScene(scene, { ...parts, lines: [] }));
      for (const line of parts.lines) {
        const isLarge = line.size >= 24 && line.weight === 700;
        expect(await worstContrast(bare, line), `${line.text}, seed ${seed}`).toBeGreaterThanOrEqual(
          isLarge ? 3 : 4.5,
        );
      }
    }
  });

  it('differs by seed in its colours, not in its places', async () => {
    const [ad] = referenceAds;
    if (ad === undefined) throw new Error('there are reference ads');
    const order = orderFor(ad, await detectLayout(await drawReferenceAd(ad, drawing)));
    const [one, other] = [await make({ ...order, seed: 7 }), await make({ ...order, seed: 8 })];
    expect(one.bytes.equals(other.bytes)).toBe(false);
    expect(other.layout).toBe('reference');
  });

  it('has another layout if a text does not fit, and fails if that layout is required', async () => {
    const line: ReferenceRegion = {
      role: 'headline',
      left: 0.1,
      top: 0.05,
      width: 0.2,
      height: 0.02,
      align: 'left',
      size: 4,
      lightness: null,
      isFramed: false,
    };
    const narrow = {
      ...line,
      role: 'band' as const,
      left: 0.05,
      top: 0.03,
      width: 0.2,
      height: 0.06,
      lightness: 0.2,
    };
    const reference = {
      lightness: 0.9,
      regions: [narrow, line, { ...line, role: 'picture' as const, top: 0.3, height: 0.5, isFramed: true }],
    };
    const creative = { ...plainOrder.creative, headline: 'Nobody has said it yet. '.repeat(5).trim() };
    const order = { ...plainOrder, reference, creative };
    expect((await make(order)).layout).not.toBe('reference');
    await expect(make({ ...order, layout: 'reference' })).rejects.toThrow(
      'does not fit into the layout of the reference ad',
    );
  });
});

/** WCAG 2, of every seventh pixel behind a line. */
async function worstContrast(bare: Buffer, { room, color }: PlacedLine): Promise<number> {
  const area = {
    left: Math.ceil(room.left),
    top: Math.ceil(room.top),
    width: Math.floor(room.width),
    height: Math.floor(room.height),
  };
  const raw = await sharp(bare).extract(area).removeAlpha().raw().toBuffer();
  const ink = computeLuminance(toRgb(color));
  let worst = 21;
  for (let at = 0; at + 2 < raw.length; at += 21) {
    const [red = 0, green = 0, blue = 0] = raw.subarray(at, at + 3);
    worst = Math.min(worst, computeContrast(ink, computeLuminance([red, green, blue])));
  }
  return worst;
}

const region = fc.record({
  role: fc.constantFrom('picture', 'headline', 'text', 'offer', 'button', 'brand', 'band'),
  left: fc.double({ min: 0, max: 0.8, noNaN: true }),
  top: fc.double({ min: 0, max: 0.9, noNaN: true }),
  width: fc.double({ min: 0.05, max: 1, noNaN: true }),
  height: fc.double({ min: 0.03, max: 1, noNaN: true }),
  align: fc.constantFrom('left', 'center'),
  size: fc.double({ min: 1, max: 14, noNaN: true }),
  lightness: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  isFramed: fc.boolean(),
}) satisfies fc.Arbitrary<ReferenceRegion>;

const layouts = fc.record({
  lightness: fc.double({ min: 0, max: 1, noNaN: true }),
  regions: fc
    .uniqueArray(region, { selector: ({ role }) => role, minLength: 2, maxLength: 7 })
    .map((regions) =>
      regions.map((one) => ({
        ...one,
        width: Math.min(one.width, 1 - one.left),
        height: Math.min(one.height, 1 - one.top),
      })),
    ),
});

describe('a composition of any regions', () => {
  const scenes = new Map<string, Scene>();
  beforeAll(async () => {
    const rightToLeft = {
      headline: 'قهوة طازجة كل صباح',
      text: 'محمصة يدويا في بيروت',
      offer: '٤٩ ر.س.',
      callToAction: 'تسوق الآن',
      language: 'ar',
    };
    for (const aspectRatio of Object.keys(sizes) as AspectRatio[]) {
      for (const [name, changes] of Object.entries({ english: {}, arabic: rightToLeft })) {
        const creative = { ...plainOrder.creative, ...changes };
        scenes.set(
          `${name} ${aspectRatio}`,
          await composeScene({ ...plainOrder, aspectRatio, creative, picture: photograph }, drawing),
        );
      }
    }
  });

  it('keeps texts in the frame and apart from each other', () => {
    fc.assert(
      fc.property(layouts, fc.nat(7), (reference, at) => {
        const scene = [...scenes.values()][at];
        if (scene === undefined) throw new Error('there are eight scenes');
        const parts = composeReference({ ...scene, reference });
        if (parts === null) return;
        const rooms = parts.lines.map(({ room }) => room);
        const { width, height, safe, isTall } = scene.frame;
        for (const [index, room] of rooms.entries()) {
          expect(room.left).toBeGreaterThanOrEqual(-1);
          expect(room.left + room.width).toBeLessThanOrEqual(width + 1);
          expect(room.top).toBeGreaterThanOrEqual(isTall ? safe.top - 1 : -1);
          expect(room.top + room.height).toBeLessThanOrEqual((isTall ? safe.top + safe.height : height) + 1);
          expect(rooms.slice(index + 1).some((other) => overlaps(room, other))).toBe(false);
        }
      }),
      { numRuns: 600 },
    );
  });
});

function overlaps(one: Rect, other: Rect): boolean {
  const across = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const down = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return across > 1 && down > 1;
}
