import { industryNames } from '@magpie/demo/industries';
import { renderDemoImage } from '@magpie/demo/images';
import type { ImageRenderer } from '@magpie/server/integrations/drawing/drawing';
import { chooseLayout, composeLayout } from '@magpie/server/studio/makers/template/compose';
import { paintScene } from '@magpie/server/studio/makers/template/paint';
import { composeScene } from '@magpie/server/studio/makers/template/templateMaker';
import type { Example } from './examples.ts';
import { exampleLogo, examplePicture } from './pictures.ts';

/** The picture of an example, and where it has what. */
export async function drawExample(
  { layout, aspectRatio, seed, creative, picture, logo }: Example,
  drawing: ImageRenderer,
) {
  const order = {
    aspectRatio,
    seed,
    creative,
    layout,
    prompt: '',
    negativePrompt: '',
    reference: null,
    picture: picture === null ? null : await examplePicture(picture),
    logo: logo === null ? null : await exampleLogo(logo),
  };
  const scene = await composeScene(order, drawing);
  const parts = composeLayout(scene, layout ?? chooseLayout(creative, scene.subject !== null, scene.chance));
  return { scene, parts, bytes: await drawing.render(await paintScene(scene, parts)) };
}

const sizes = ['1080x1080', '1080x1350', '1080x1920', '1200x628'];

/** Pictures of demo ads, which have no words. */
export async function* drawDemo(
  count: number,
): AsyncGenerator<{ readonly path: string; readonly bytes: Buffer }> {
  for (let at = 0; at < count; at += 1) {
    const industry = industryNames[at % industryNames.length] ?? '';
    const path = `/media/${industry}/brand-${at}/${at}-${sizes[at % sizes.length] ?? ''}.jpg`;
    const image = await renderDemoImage(path);
    if (image === null) throw new Error(`The demo does not draw ${path}.`);
    yield { path, bytes: image.bytes };
  }
}
