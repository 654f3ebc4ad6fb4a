import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createImageRenderer } from '../../integrations/drawing/drawing.ts';
import { createPreviews } from './preview.ts';

const drawing = createImageRenderer();
afterAll(() => drawing.close());
const draw = createPreviews(drawing, () => Promise.resolve(null));

/** A region of the image in grayscale. */
async function partOf(
  name: string,
  initials: string,
  part: { left: number; top: number; width: number; height: number },
): Promise<Buffer> {
  const tiles = ['AB', initials, 'ปี่'].map((text, hue) => ({ sha256: null, initials: text, hue: hue * 3 }));
  const png = await draw({ name, count: '12 ads', tiles }).png();
  return sharp(png).extract(part).greyscale().raw().toBuffer();
}

/** The first row of a region with dark pixels. */
async function topOf(initials: string): Promise<number> {
  const [width, height] = [300, 300];
  const pixels = await partOf('Board', initials, { left: 895, top: 0, width, height });
  return Math.floor(pixels.findIndex((value) => value < 140) / width);
}

describe('a preview', () => {
  it('has the dots of Arabic above their letters', async () => {
    const [dotted, plain] = [await topOf('قه'), await topOf('ٯه')];
    expect(plain - dotted).toBeGreaterThan(8);
  });

  it('has a uniform background', async () => {
    const ground = { left: 580, top: 400, width: 290, height: 220 };
    expect(new Set(await partOf('मौसम की नई किताबें', 'قه', ground)).size).toBe(1);
  });

  it('is drawn also for a name without glyphs', async () => {
    const under = { left: 0, top: 200, width: 560, height: 100 };
    expect(new Set(await partOf('🔥', 'A', under)).size).toBe(1);
  });
});
