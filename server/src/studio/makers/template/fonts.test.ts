import { type Font, fonts, layouts } from '@magpie/contract';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createImageRenderer } from '../../../integrations/drawing/drawing.ts';
import { drawReferenceAd, referenceAds } from '../../../testing/referenceAds.ts';
import { plainOrder } from '../../../testing/studio.ts';
import { detectLayout } from '../../reference/detectLayout.ts';
import { sizes, type AspectRatio, type Creative, type Order } from '../maker.ts';
import { composeLayout, composeReference } from './compose.ts';
import { paintScene } from './paint.ts';
import type { PlacedLine, Rect, Scene, SceneParts } from './scene.ts';
import { composeScene, createTemplateMaker } from './templateMaker.ts';

const drawing = createImageRenderer();
const maker = createTemplateMaker({ drawing });
afterAll(() => drawing.close());

const creative: Creative = {
  ...plainOrder.creative,
  headline: 'Ändere, wie du jeden Morgen in deinen Tag beginnst',
  proof: '4.8 out of 5 from 2,300 people who sleep on it',
  points: ['Machine washable at 60 degrees', 'Ten years of warranty', 'Keeps its shape'],
};
const orderIn = (font: Font, changes: Partial<Order> = {}): Order => ({
  ...plainOrder,
  ...changes,
  creative: { ...creative, font },
});

/** Whether each pixel of the drawing differs from the same one without texts. */
async function inkOf(scene: Scene, parts: SceneParts): Promise<(x: number, y: number) => boolean> {
  const { width } = scene.frame;
  const raw = async (lines: readonly PlacedLine[]): Promise<Buffer> => {
    const png = await drawing.render(await paintScene(scene, { ...parts, lines }));
    return sharp(png).removeAlpha().raw().toBuffer();
  };
  const [bare, written] = [await raw([]), await raw(parts.lines)];
  return (x, y) => {
    const at = 3 * (y * width + x);
    return [0, 1, 2].some(
      (channel) => Math.abs((bare[at + channel] ?? 0) - (written[at + channel] ?? 0)) > 60,
    );
  };
}

/** The places of its lines, and around them those of tails, accents, and a `j` at the start. */
function roomsOf({ lines }: SceneParts): Rect[] {
  return lines.map(({ room: { left, top, width, height }, size }) => ({
    left: left - 0.1 * size - 2,
    top: top - 0.12 * size - 2,
    width: width + 0.2 * size + 4,
    height: height + 0.24 * size + 4,
  }));
}

function contains({ left, top, width, height }: Rect, x: number, y: number): boolean {
  return x >= left && x < left + width && y >= top && y < top + height;
}

async function inkOutside(scene: Scene, parts: SceneParts): Promise<number> {
  const isInk = await inkOf(scene, parts);
  const rooms = roomsOf(parts);
  let outside = 0;
  for (let y = 0; y < scene.frame.height; y += 1) {
    for (let x = 0; x < scene.frame.width; x += 1) {
      if (isInk(x, y) && !rooms.some((room) => contains(room, x, y))) outside += 1;
    }
  }
  return outside;
}

/** The width of a line in the drawing, as a multiple of its size. */
async function drawnWidth(scene: Scene, parts: SceneParts, line: PlacedLine): Promise<number> {
  const isInk = await inkOf(scene, parts);
  const { room, size, baseline } = line;
  const rows = Array.from(
    { length: Math.floor(0.6 * size) },
    (_nothing, index) => Math.floor(baseline) - index,
  );
  const columns = Array.from(
    { length: Math.ceil(room.width) + 40 },
    (_nothing, index) => Math.floor(room.left) - 20 + index,
  ).filter((x) => rows.some((y) => isInk(x, y)));
  return ((columns.at(-1) ?? 0) - (columns[0] ?? 0)) / size;
}

describe('templates in the font of a product', () => {
  it('are drawn with the widths of its glyphs', async () => {
    const widths = new Map<Font, number>();
    for (const font of fonts) {
      const order = orderIn(font);
      const scene = await composeScene(
        { ...order, creative: { ...order.creative, headline: 'Sleep on a warm cloud' } },
        drawing,
      );
      const parts = composeLayout(scene, 'checklist');
      const line = parts.lines.find(({ text }) => text === 'Ten years of warranty');
      if (line === undefined) throw new Error('the point is in one line');
      expect(line.font).toBe(font);
      widths.set(font, await drawnWidth(scene, parts, line));
    }
    const sans = widths.get('sans') ?? 0;
    for (const font of fonts.filter((one) => one !== 'sans')) {
      expect(Math.abs((widths.get(font) ?? 0) / sans - 1), font).toBeGreaterThan(0.02);
    }
    expect(widths.get('condensed')).toBeLessThan(0.92 * sans);
  });

  it('are in the default font without one, as in images of earlier versions', async () => {
    const make = async (order: Order): Promise<Buffer> =>
      (await maker.make(order, () => undefined, new AbortController().signal)).bytes;
    const [older, plain, serif] = [
      await make(plainOrder),
      await make({ ...plainOrder, creative: { ...plainOrder.creative, font: 'sans' } }),
      await make({ ...plainOrder, creative: { ...plainOrder.creative, font: 'serif' } }),
    ];
    expect(older.equals(plain)).toBe(true);
    expect(serif.equals(plain)).toBe(false);
  });

  it.each(fonts)('have their texts in the places for them: %s', async (font) => {
    for (const aspectRatio of Object.keys(sizes) as AspectRatio[]) {
      const scene = await composeScene(orderIn(font, { aspectRatio }), drawing);
      for (const layout of layouts) {
        const { lines } = composeLayout(scene, layout);
        const { safe } = scene.frame;
        for (const { room, text } of lines) {
          expect(room.left, `${layout} ${text}`).toBeGreaterThanOrEqual(-1);
          expect(room.left + room.width, `${layout} ${text}`).toBeLessThanOrEqual(scene.frame.width + 1);
          expect(room.top + room.height, `${layout} ${text}`).toBeLessThanOrEqual(safe.top + safe.height + 1);
        }
      }
    }
    const scene = await composeScene(orderIn(font), drawing);
    for (const layout of ['offer', 'checklist'] as const) {
      expect(await inkOutside(scene, composeLayout(scene, layout)), layout).toBe(0);
    }
  });

  it.each(fonts)('have them in the regions of a reference ad too: %s', async (font) => {
    const [ad] = referenceAds;
    if (ad === undefined) throw new Error('there are reference ads');
    const reference = await detectLayout(await drawReferenceAd(ad, drawing));
    const scene = await composeScene(orderIn(font, { reference }), drawing);
    const parts = composeReference(scene);
    if (parts === null) throw new Error('the texts fit');
    expect(new Set(parts.lines.map((line) => line.font))).toEqual(new Set([font]));
    expect(await inkOutside(scene, parts)).toBe(0);
  });
});
