import { layouts } from '@magpie/contract';
import type { ImageRenderer } from '../../../integrations/drawing/drawing.ts';
import { getInitials } from '../../../integrations/drawing/lettering.ts';
import { MagpieError } from '@magpie/contract/errors';
import {
  MakingFailed,
  sizes,
  type AspectRatio,
  type Maker,
  type Order,
  type TemplateLayout,
} from '../maker.ts';

import { chooseLayout, composeLayout, composeReference } from './compose.ts';
import { wholeShare } from './layouts/referencePlan.ts';
import { analyzeLogo, analyzeProductImage } from './subject.ts';
import { paintScene } from './paint.ts';
import { choosePalette } from './palette.ts';
import { createSeededRandom } from './chance.ts';
import { getFrame, type Scene, type SceneParts } from './scene.ts';
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
      const { layout, parts } = compose(order, scene);
      const picture = await paintScene(scene, parts);
      signal.throwIfAborted();
      onProgress(0.7);
      const bytes = await withRetryableErrors(drawing.render(picture));
      signal.throwIfAborted();
      return { bytes, layout };
    },
  };
}

/** Without a given layout, that of the reference ad if its regions are known and the texts fit into them. */
function compose(
  { layout, creative }: Order,
  scene: Scene,
): { readonly layout: TemplateLayout; readonly parts: SceneParts } {
  const follows = layout === 'reference' || (layout === null && canFollow(scene));
  const parts = follows ? composeReference(scene) : null;
  if (parts !== null) return { layout: 'reference', parts };
  if (layout === 'reference') {
    throw new MakingFailed('The text does not fit into the layout of the reference ad; use a shorter one.');
  }
  const chosen = layout ?? chooseLayout(creative, scene.subject !== null, scene.chance);
  return { layout: chosen, parts: composeLayout(scene, chosen) };
}

/** The texts of a full-page picture would leave most of the frame empty without a picture of the product. */
function canFollow({ subject, reference }: Scene): boolean {
  const picture = reference?.regions.find(({ role }) => role === 'picture');
  return subject !== null || picture === undefined || picture.width * picture.height < wholeShare;
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
  { aspectRatio, seed, creative, picture, logo, reference }: Order,
  drawing: ImageRenderer,
): Promise<Scene> {
  const chance = createSeededRandom(seed);
  const [subject, mark, wording] = await Promise.all([
    picture === null ? null : analyzeProductImage(picture),
    logo === null ? null : analyzeLogo(logo),
    chooseWording(creative, getInitials(creative.brandName ?? creative.productName), drawing),
  ]);
  const palette = choosePalette(creative.colors, subject?.colors ?? [], chance);
  return { frame: getFrame(aspectRatio), wording, palette, chance, subject, reference, logo: mark };
}
