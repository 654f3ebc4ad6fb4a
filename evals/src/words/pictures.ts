import { createImageRenderer } from '@magpie/server/integrations/drawing/drawing';
import type { AspectRatio, Creative, TemplateLayout } from '@magpie/server/studio/makers/maker';
import { composeLayout, chooseLayout } from '@magpie/server/studio/makers/template/compose';
import { paintScene } from '@magpie/server/studio/makers/template/paint';
import { composeScene } from '@magpie/server/studio/makers/template/templateMaker';
import { renderDemoImage } from '@magpie/demo/images';
import { industryNames } from '@magpie/demo/industries';
import { examples, type Example } from '../templates/examples.ts';
import { exampleLogo, examplePicture } from '../templates/pictures.ts';
import { creatives } from './creatives.ts';

export interface DrawnPicture {
  readonly name: string;
  /** The group in which it is reported. */
  readonly group: string;
  readonly bytes: Buffer;
  /** Every line that was drawn. */
  readonly lines: readonly string[];
}

const latin = new Set(['en', 'de']);

const layoutsOfLanguages: readonly { layout: TemplateLayout; aspectRatio: AspectRatio }[] = [
  { layout: 'poster', aspectRatio: '4:5' },
  { layout: 'checklist', aspectRatio: '1:1' },
  { layout: 'card', aspectRatio: '1.91:1' },
];

const ofLanguages: readonly Example[] = creatives.flatMap((creative, at) =>
  layoutsOfLanguages.map(({ layout, aspectRatio }) => ({
    name: `${creative.language}-${layout}`,
    layout,
    aspectRatio,
    seed: 100 + at,
    picture: 'hills' as const,
    logo: null,
    creative,
  })),
);

/** The studio's own templates with known lines, and demo pictures, which have none. */
export async function drawPictures(share = 1): Promise<DrawnPicture[]> {
  const drawing = createImageRenderer();
  try {
    const all = [...examples, ...ofLanguages].filter((_, at) => at % Math.round(1 / share) === 0);
    const drawn: DrawnPicture[] = [];
    for (const example of all) drawn.push(await drawExample(example, drawing));
    return [...drawn, ...(await drawDemo(Math.round(demoPictures * share)))];
  } finally {
    await drawing.close();
  }
}

async function drawExample(
  { name, layout: given, creative, picture, logo, aspectRatio, seed }: Example,
  drawing: ReturnType<typeof createImageRenderer>,
): Promise<DrawnPicture> {
  const order = {
    aspectRatio,
    seed,
    creative,
    layout: given,
    prompt: '',
    negativePrompt: '',
    picture: picture === null ? null : await examplePicture(picture),
    logo: logo === null ? null : await exampleLogo(logo),
  };
  const scene = await composeScene(order, drawing);
  const layout = given ?? chooseLayout(creative, scene.subject !== null, scene.chance);
  const parts = composeLayout(scene, layout);
  const bytes = await drawing.render(await paintScene(scene, parts));
  return { name, group: groupOf(creative.language), bytes, lines: parts.lines.map(({ text }) => text) };
}

function groupOf(language: Creative['language']): string {
  if (language === 'en') return 'English';
  const isLatin = latin.has(language ?? '') || creatives.some((each) => each.language === language);
  return isLatin ? 'German, French, Spanish, Italian, Portuguese, Dutch' : 'other scripts';
}

const demoPictures = 16;
const sizes = ['1080x1080', '1080x1350', '1080x1920', '1200x628'];

async function drawDemo(count: number): Promise<DrawnPicture[]> {
  const pictures: DrawnPicture[] = [];
  for (let at = 0; at < count; at += 1) {
    const industry = industryNames[at % industryNames.length] ?? '';
    const path = `/media/${industry}/brand-${at}/${at}-${sizes[at % sizes.length] ?? ''}.jpg`;
    const image = await renderDemoImage(path);
    if (image === null) throw new Error(`The demo does not draw ${path}.`);
    pictures.push({ name: path, group: 'demo pictures, without words', bytes: image.bytes, lines: [] });
  }
  return pictures;
}
