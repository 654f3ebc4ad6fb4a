import { layouts } from '@magpie/contract';
import type { ImageRenderer } from '../../../integrations/drawing/drawing.ts';
import { getInitials } from '../../../integrations/drawing/lettering.ts';
import { MagpieError } from '@magpie/contract/errors';
import { MakingFailed, sizes, type AspectRatio, type Maker, type Order } from '../maker.ts';

import { chooseLayout, composeLayout } from './compose.ts';
import { analyzeLogo, analyzeProductImage } from './subject.ts';
import { paintScene } from './paint.ts';
import { choosePalette } from './palette.ts';
import { createSeededRandom } from './chance.ts';
import { getFrame, type Scene } from './scene.ts';
import { chooseWording } from './wording.ts';

export function createTemplateMaker({ drawing }: { readonly drawing: ImageRenderer }): Maker {
  return {
    maker: 'template',
    model: 'template-1',
    costEstimate: 0,
    aspectRatios: Object.keys(sizes) as AspectRatio[],
    layouts,
    make: async (order, onProgress, signal) => {
      signal.throwIfAborted();
      const scene = await withRetryableErrors(composeScene(order, drawing));
      signal.throwIfAborted();
      onProgress(0.4);
      const layout = order.layout ?? chooseLayout(order.creative, scene.subject !== null, scene.chance);
      const picture = await paintScene(scene, composeLayout(scene, layout));
      signal.throwIfAborted();
      onProgress(0.7);
      const bytes = await withRetryableErrors(drawing.render(picture));
      signal.throwIfAborted();
      return { bytes, layout };
    },
  };
}

/** Overload and a crashed drawing thread are temporary. */
async function withRetryableErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof MakingFailed) throw cause;
    const sentence = cause instanceof MagpieError ? cause.message : 'The template could not be drawn.';
    throw new MakingFailed(sentence, { isRetryable: true, cause });
  }
}

export async function composeScene(
  { aspectRatio, seed, creative, picture, logo }: Order,
  drawing: ImageRenderer,
): Promise<Scene> {
  const chance = createSeededRandom(seed);
  const [subject, mark, wording] = await Promise.all([
    picture === null ? null : analyzeProductImage(picture),
    logo === null ? null : analyzeLogo(logo),
    chooseWording(creative, getInitials(creative.brandName ?? creative.productName), drawing),
  ]);
  const palette = choosePalette(creative.colors, subject?.colors ?? [], chance);
  return { frame: getFrame(aspectRatio), wording, palette, chance, subject, logo: mark };
}
