import { layouts } from '@magpie/contract';
import type { Drawing } from '../../../integrations/drawing/drawing.ts';
import { initialsOf } from '../../../integrations/drawing/initials.ts';
import { MagpieError } from '@magpie/contract/errors';
import { MakingFailed, sizes, type AspectRatio, type Maker, type Order } from '../maker.ts';
import { chanceOf } from './chance.ts';
import { chooseLayout } from './chooseLayout.ts';
import { compose } from './compose.ts';
import { logoOf } from './logo.ts';
import { painted } from './paint.ts';
import { paletteOf } from './palette.ts';
import { frameOf, type Scene } from './scene.ts';
import { subjectOf } from './subject.ts';
import { wordingOf } from './wording.ts';

/** Makes images here, from what the product has: its words, colours, picture and mark. */
export function createTemplateMaker({ drawing }: { readonly drawing: Drawing }): Maker {
  return {
    maker: 'template',
    model: 'template-1',
    costEstimate: 0,
    aspectRatios: Object.keys(sizes) as AspectRatio[],
    layouts,
    make: async (order, tell, signal) => {
      signal.throwIfAborted();
      const scene = await drawnWell(sceneOf(order, drawing));
      signal.throwIfAborted();
      tell(0.4);
      const layout = order.layout ?? chooseLayout(order.creative, scene.subject !== null, scene.chance);
      const picture = await painted(scene, compose(scene, layout));
      signal.throwIfAborted();
      tell(0.7);
      const bytes = await drawnWell(drawing.draw(picture));
      signal.throwIfAborted();
      return { bytes, layout };
    },
  };
}

/** Too many pictures at once, or a thread that ended: both may pass. */
async function drawnWell<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof MakingFailed) throw cause;
    const sentence = cause instanceof MagpieError ? cause.message : 'The template could not be drawn.';
    throw new MakingFailed(sentence, { mayPass: true, cause });
  }
}

/** What a layout works with, looked at and measured. */
export async function sceneOf(
  { aspectRatio, seed, creative, picture, logo }: Order,
  drawing: Drawing,
): Promise<Scene> {
  const chance = chanceOf(seed);
  const [subject, mark, wording] = await Promise.all([
    picture === null ? null : subjectOf(picture),
    logo === null ? null : logoOf(logo),
    wordingOf(creative, initialsOf(creative.brandName ?? creative.productName), drawing),
  ]);
  const palette = paletteOf(creative.colors, subject?.colors ?? [], chance);
  return { frame: frameOf(aspectRatio), wording, palette, chance, subject, logo: mark };
}
