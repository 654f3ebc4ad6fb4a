import { type Font, fonts } from '@magpie/contract';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createImageRenderer } from './drawing.ts';
import { styledText } from './lettering.ts';

const drawing = createImageRenderer();
afterAll(() => drawing.close());

const [width, height, size, left] = [1000, 90, 40, 20];
const styleOf = (text: string, font: Font) =>
  styledText(text, { weight: 700, isLarge: false, language: null, font });

async function draw(text: string, font: Font): Promise<Buffer> {
  const style = { width, height, backgroundColor: '#ffffff' };
  const line = { ...styleOf(text, font), x: left, align: 'left', baseline: 60, size, color: '#000' } as const;
  return drawing.render({ width, height, root: { style }, lines: [line] });
}

/** The first and the last column that is not white. */
async function inkIn(png: Buffer): Promise<readonly [first: number, last: number]> {
  const { info } = await sharp(png).greyscale().trim({ background: '#ffffff', threshold: 60 }).toBuffer({
    resolveWithObject: true,
  });
  const first = -(info.trimOffsetLeft ?? 0);
  return [first, first + info.width];
}

const words = ['minimum', 'Tilt', '2,300', 'Egg', 'overnight', 'WAVE'];

describe('the fonts of products', () => {
  it('have glyphs of their own widths in the drawing, which are the measured ones', async () => {
    const widths = new Map<Font, number[]>();
    for (const font of fonts) {
      const measured = await drawing.measure(words.map((word) => styleOf(word, font)));
      const drawn: number[] = [];
      for (const [index, word] of words.entries()) {
        const [first, last] = await inkIn(await draw(word, font));
        expect(first).toBeGreaterThanOrEqual(left - 2);
        const wide = (last - first) / size;
        expect(Math.abs(wide - (measured[index]?.words[0]?.width ?? 0)), `${font} ${word}`).toBeLessThan(0.2);
        drawn.push(wide);
      }
      widths.set(font, drawn);
    }
    const sans = widths.get('sans') ?? [];
    const shares = (font: Font): number[] =>
      (widths.get(font) ?? []).map((wide, index) => wide / (sans[index] ?? 1));
    for (const font of fonts.filter((one) => one !== 'sans')) {
      expect(Math.max(...shares(font).map((share) => Math.abs(share - 1))), font).toBeGreaterThan(0.05);
    }
    expect(Math.max(...shares('condensed'))).toBeLessThan(0.95);
  });

  it('fit a text into a line of the same height', async () => {
    for (const font of fonts) {
      const { info } = await sharp(await draw('ÅÊŐÇgjpqy', font))
        .trim({ background: '#ffffff', threshold: 60 })
        .toBuffer({ resolveWithObject: true });
      expect(info.height, font).toBeLessThan(1.25 * size);
    }
  });

  it.each([
    ['قهوتك ساخنة', fonts],
    ['日本の広告 2026', fonts],
    ['Νέα προσφορά 20 %', ['sans', 'geometric', 'rounded']],
    ['Kaffee קפה', fonts],
  ] as const)('draw %s as by default if they lack its script', async (text, lacking) => {
    const plain = await draw(text, 'sans');
    for (const font of lacking) expect((await draw(text, font)).equals(plain), font).toBe(true);
    for (const font of fonts.filter((one) => !(lacking as readonly Font[]).includes(one))) {
      expect((await draw(text, font)).equals(plain), font).toBe(false);
    }
  });
});
