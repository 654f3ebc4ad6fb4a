import { demoAds } from '@magpie/demo/demoAds';
import { renderDemoImage } from '@magpie/demo/images';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createImageRenderer } from '../../integrations/drawing/drawing.ts';
import {
  drawReferenceAd,
  placeOf,
  referenceAds,
  texturedPicture,
  type Place,
  type ReferenceAd,
} from '../../testing/referenceAds.ts';
import { detectLayout } from './detectLayout.ts';
import type { ReferenceLayout } from './referenceLayout.ts';

const drawing = createImageRenderer();
afterAll(() => drawing.close());

/** The common area of two rectangles as a share of their union. */
function agreement(
  ad: ReferenceAd,
  [left, top, width, height]: Place,
  found: ReferenceLayout['regions'][number],
): number {
  const [x, y, wide, high] = [
    found.left * ad.width,
    found.top * ad.height,
    found.width * ad.width,
    found.height * ad.height,
  ];
  const across = Math.max(0, Math.min(left + width, x + wide) - Math.max(left, x));
  const down = Math.max(0, Math.min(top + height, y + high) - Math.max(top, y));
  return (across * down) / (width * height + wide * high - across * down);
}

describe('the layout of a reference ad', () => {
  it.each(referenceAds)('is detected: $name', async (ad) => {
    const layout = await detectLayout(await drawReferenceAd(ad, drawing));
    expect(layout?.regions.map(({ role }) => role)).toEqual(ad.order);
    for (const found of layout?.regions ?? []) {
      const place = await placeOf(ad, found.role, drawing);
      expect(agreement(ad, place, found), found.role).toBeGreaterThan(0.6);
    }
  });

  it.each(referenceAds)('is detected in a small JPEG: $name', async (ad) => {
    const drawn = await drawReferenceAd(ad, drawing);
    const small = await sharp(drawn).resize({ width: 600 }).jpeg({ quality: 75 }).toBuffer();
    const layout = await detectLayout(small);
    expect(layout?.regions.map(({ role }) => role)).toEqual(ad.order);
  });

  it('has the size and the alignment of texts', async () => {
    const [, wide, banded] = await Promise.all(
      referenceAds.map(async (ad) => detectLayout(await drawReferenceAd(ad, drawing))),
    );
    const headlineOf = (layout: ReferenceLayout | null | undefined) =>
      layout?.regions.find(({ role }) => role === 'headline');
    expect(headlineOf(wide)?.align).toBe('left');
    expect(headlineOf(banded)?.align).toBe('center');
    // 78 pixels of 1200 × 628, whose square has a side of 868 pixels.
    expect(headlineOf(wide)?.size).toBeGreaterThan(7.5);
    expect(headlineOf(wide)?.size).toBeLessThan(10.5);
  });

  it('is not detected in a picture without texts', async () => {
    const plain = sharp({ create: { width: 800, height: 800, channels: 3, background: '#336699' } });
    expect(await detectLayout(await plain.png().toBuffer())).toBeNull();
    expect(await detectLayout(await texturedPicture(800, 800, [120, 110, 90]))).toBeNull();
  });

  it('is not detected in drawn pictures that have no words', async () => {
    const media = [...demoAds({ ads: 260, today: '2026-11-19' })].flatMap((ad) => ad.media ?? []);
    const paths = media.filter(({ type }) => type === 'image').map(({ url }) => new URL(url).pathname);
    const wordless = [...new Set(paths)].slice(0, 60);
    expect(wordless).toHaveLength(60);
    const detected: string[] = [];
    for (const path of wordless) {
      const image = await renderDemoImage(path);
      if (image !== null && (await detectLayout(image.bytes)) !== null) detected.push(path);
    }
    expect(detected).toEqual([]);
  });

  it('is detected with a short headline if there is a button', async () => {
    const [first] = referenceAds;
    if (first === undefined) throw new Error('there are reference ads');
    const texts = first.texts.map((text) =>
      text.role === 'headline' ? { ...text, lines: ['Sleep'] } : text,
    );
    const withButton = await detectLayout(await drawReferenceAd({ ...first, texts }, drawing));
    expect(withButton?.regions.map(({ role }) => role)).toContain('headline');
    const ad = { ...first, labels: [], texts: texts.filter(({ role }) => role !== 'button') };
    const short = { ...ad, texts: ad.texts.filter(({ role }) => role === 'headline') };
    expect(await detectLayout(await drawReferenceAd(short, drawing))).toBeNull();
  });

  it('is not detected in a headline alone', async () => {
    const [first] = referenceAds;
    if (first === undefined) throw new Error('there are reference ads');
    const ad = { ...first, photograph: null, labels: [], texts: first.texts.slice(0, 1) };
    expect(await detectLayout(await drawReferenceAd(ad, drawing))).toBeNull();
  });

  it('is rejected for a damaged picture', async () => {
    await expect(detectLayout(Buffer.from('no picture'))).rejects.toThrow('damaged');
  });
});
