import { layouts } from '@magpie/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageRenderer } from '@magpie/server/integrations/drawing/drawing';
import {
  MakingFailed,
  sizes,
  type AspectRatio,
  type Creative,
  type Order,
} from '@magpie/server/studio/makers/maker';
import { composeLayout } from '@magpie/server/studio/makers/template/compose';
import { paintScene } from '@magpie/server/studio/makers/template/paint';
import type { PlacedLine } from '@magpie/server/studio/makers/template/scene';
import { examples } from './examples.ts';
import { exampleLogo, examplePicture } from './pictures.ts';
import { createTemplateMaker, composeScene } from '@magpie/server/studio/makers/template/templateMaker';
import { computeContrast, computeLuminance, toRgb } from '@magpie/server/studio/colors';

const drawing = createImageRenderer();
const maker = createTemplateMaker({ drawing });
afterAll(() => drawing.close());

let hills: Buffer;
let order: Order;
beforeAll(async () => {
  hills = await examplePicture('hills', 0.5);
  order = {
    aspectRatio: '1:1',
    seed: 7,
    layout: null,
    prompt: '',
    negativePrompt: '',
    creative: creativeOf('poster'),
    reference: null,
    picture: hills,
    logo: await exampleLogo('#ffffff'),
  };
});

function creativeOf(name: string): Creative {
  return examples.find((example) => example.name === name)?.creative ?? expect.fail();
}

const never = new AbortController().signal;
const made = async (changes: Partial<Order>): Promise<Buffer> =>
  (await maker.make({ ...order, ...changes }, () => undefined, never)).bytes;

describe('the template maker', () => {
  it.each(Object.entries(sizes))('draws %s in its size as PNG and reports progress', async (ratio, size) => {
    const reported: number[] = [];
    const result = await maker.make(
      { ...order, aspectRatio: ratio as AspectRatio },
      (progress) => reported.push(progress),
      never,
    );
    expect(await sharp(result.bytes).metadata()).toMatchObject({ format: 'png', ...size });
    expect(layouts).toContain(result.layout);
    expect(reported).toEqual([0.4, 0.7]);
  });

  it('the same seed gives the same bytes, another seed another picture', async () => {
    const small = { aspectRatio: '1.91:1', layout: 'split' } as const;
    const [first, again, other] = [await made(small), await made(small), await made({ ...small, seed: 8 })];
    expect(first.equals(again)).toBe(true);
    expect(await difference(first, other)).toBeGreaterThan(5);
  });

  it('needs only a name', async () => {
    const nothing = { text: null, points: [], proof: null, offer: null, brandName: null, colors: [] };
    const creative = { ...order.creative, ...nothing, headline: '🔥', callToAction: '👉' };
    const bytes = await made({ creative, layout: 'card', picture: Buffer.from('no picture'), logo: null });
    expect(bytes.length).toBeGreaterThan(2000);
  });

  it.each([
    [
      { headline: 'ⴰⵣⵓⵍ fellawen' },
      'The headline cannot be drawn because no font has all of its letters (ⴰ ⵣ ⵓ ⵍ);',
    ],
    [{ callToAction: 'ᏣᎳᎩ' }, 'The call to action cannot be drawn'],
    [{ offer: '߾ 100' }, 'The offer cannot be drawn'],
    [{ headline: '🔥', productName: '👉' }, 'The image has no text that can be drawn'],
  ])('fails permanently if required text cannot be drawn: %j', async (changes, message) => {
    const making = made({ creative: { ...order.creative, ...changes }, picture: null, logo: null });
    await expect(making).rejects.toThrow(message);
    await expect(making).rejects.toMatchObject({ name: 'MakingFailed', isRetryable: false });
  });

  it('stops when aborted', async () => {
    const stop = new AbortController();
    const making = maker.make(order, () => stop.abort(new Error('No longer wanted.')), stop.signal);
    await expect(making).rejects.toThrow('No longer wanted.');
  });

  it('is retryable if the drawing queue is full', async () => {
    const stop = new AbortController();
    const plain = { ...order, picture: null, logo: null };
    const all = Array.from({ length: 40 }, () => maker.make(plain, () => stop.abort(), stop.signal));
    const reasons = (await Promise.allSettled(all)).map((each) => each.status === 'rejected' && each.reason);
    const refused = reasons.filter((reason) => reason instanceof MakingFailed);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ isRetryable }) => isRetryable)).toBe(true);
  });
});

describe('the rendered background of the text', () => {
  it.each(layouts)('has enough contrast: %s', async (layout) => {
    const index = layouts.indexOf(layout);
    const aspectRatio = (Object.keys(sizes) as AspectRatio[])[index % 4] ?? '1:1';
    const scene = await composeScene({ ...order, aspectRatio, seed: 100 + index }, drawing);
    const parts = composeLayout(scene, layout);
    const bare = await drawing.render(await paintScene(scene, { ...parts, lines: [] }));
    for (const line of parts.lines)
      expect(await worstContrast(bare, line), line.text).toBeGreaterThanOrEqual(minContrastFor(line));
  });
});

/** WCAG 2: bold text of 24 pixels or more is large. */
function minContrastFor({ size, weight }: PlacedLine): number {
  return size >= 24 && weight === 700 ? 3 : 4.5;
}

async function worstContrast(picture: Buffer, { room, color }: PlacedLine): Promise<number> {
  const area = {
    left: Math.ceil(room.left),
    top: Math.ceil(room.top),
    width: Math.floor(room.width),
    height: Math.floor(room.height),
  };
  const raw = await sharp(picture).extract(area).removeAlpha().raw().toBuffer();
  const ink = computeLuminance(toRgb(color));
  let worst = 21;
  for (let at = 0; at + 2 < raw.length; at += 21) {
    const [red = 0, green = 0, blue = 0] = raw.subarray(at, at + 3);
    worst = Math.min(worst, computeContrast(ink, computeLuminance([red, green, blue])));
  }
  return worst;
}

async function difference(one: Buffer, other: Buffer): Promise<number> {
  const small = (bytes: Buffer): Promise<Buffer> =>
    sharp(bytes).resize(32, 32).removeAlpha().raw().toBuffer();
  const [first, second] = [await small(one), await small(other)];
  return first.reduce((sum, value, index) => sum + Math.abs(value - (second[index] ?? 0)), 0) / first.length;
}
