import sharp from 'sharp';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createImageRenderer } from './drawing.ts';
import { styledText } from './lettering.ts';
import type { Box, Line, ImageLayout } from './imageLayout.ts';

const drawing = createImageRenderer();
afterAll(() => drawing.close());

const size = { width: 80, height: 40 };
const pictureOf = (...parts: Box[]): ImageLayout => ({
  ...size,
  root: { style: { ...size, backgroundColor: '#ffffff' }, parts },
});

const lineOf = (text: string): Line => ({
  ...styledText(text, { weight: 400, isLarge: false, language: null }),
  x: 4,
  align: 'left',
  baseline: 30,
  size: 24,
  color: '#000',
});

async function pixelAt(png: Buffer, left: number, top: number): Promise<number[]> {
  const cut = sharp(png).removeAlpha().extract({ left, top, width: 1, height: 1 });
  return [...(await cut.raw().toBuffer())];
}

async function darkest(png: Buffer): Promise<number> {
  return (await sharp(png).greyscale().stats()).channels[0]?.min ?? 255;
}

describe('drawing in a thread', () => {
  it('runs what the sources say', () => expect(inject('buildProblem')).toBeNull());

  it('renders a PNG of the requested size with the boxes in place', async () => {
    const png = await drawing.render(
      pictureOf({ style: { width: 40, height: 40, backgroundColor: '#ff0000' } }),
    );
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', ...size });
    expect([await pixelAt(png, 5, 5), await pixelAt(png, 70, 5)]).toEqual([
      [255, 0, 0],
      [255, 255, 255],
    ]);
  });

  it.each(['Words', 'كلمات', '言葉', '단어'])('writes %s', async (text) => {
    const png = await drawing.render({ ...pictureOf(), lines: [lineOf(text)] });
    expect(await darkest(png)).toBeLessThan(60);
  });

  it('draws nothing, not even a box, for a letter that no typeface has', async () => {
    const png = await drawing.render({ ...pictureOf(), lines: [lineOf('🔥𓀀')] });
    expect(await darkest(png)).toBe(255);
  });

  it('fills a box with a photograph, and with its parts where that cannot be read', async () => {
    const blue = await sharp({ create: { width: 9, height: 30, channels: 3, background: '#0000ff' } })
      .png()
      .toBuffer();
    const style = { width: 40, height: 40 };
    const parts = [{ style: { ...style, backgroundColor: '#00ff00' } }];
    const [whole, broken] = await Promise.all(
      [blue, blue.subarray(0, 40)].map((photograph) =>
        drawing.render(pictureOf({ style, photograph, parts })),
      ),
    );
    const [red = 255, green = 255, blueness = 0] = await pixelAt(whole ?? blue, 20, 20);
    expect([red < 20, green < 20, blueness > 230]).toEqual([true, true, true]);
    expect(await pixelAt(broken ?? blue, 20, 20)).toEqual([0, 255, 0]);
  });

  it('goes on after a picture that cannot be drawn', async () => {
    await expect(drawing.render(pictureOf({ style: { display: 'nonsense' } }))).rejects.toThrow(
      'The image could not be rendered.',
    );
    expect((await drawing.render(pictureOf())).length).toBeGreaterThan(50);
  });

  it('503 with a time to wait for a picture that takes too long', async () => {
    // No thread starts within a millisecond.
    const hasty = createImageRenderer(1);
    await expect(hasty.render(pictureOf())).rejects.toMatchObject({ httpStatus: 503, retryAfter: 5 });
    await hasty.close();
  });

  it('503 for more pictures at once than it can hold, and none of those before is lost', async () => {
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => drawing.render(pictureOf())));
    const [drawn, refused] = [results.slice(0, 32), results.slice(32)];
    expect(drawn.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(refused).toEqual(
      refused.map(() => expect.objectContaining({ reason: expect.objectContaining({ httpStatus: 503 }) })),
    );
    expect((await drawing.render(pictureOf())).length).toBeGreaterThan(50);
  });
});
