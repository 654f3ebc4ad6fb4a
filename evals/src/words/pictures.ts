import { createImageRenderer, type ImageRenderer } from '@magpie/server/integrations/drawing/drawing';
import type { AspectRatio, Creative, OwnLayout } from '@magpie/server/studio/makers/maker';
import { drawDemo, drawExample } from '../templates/drawn.ts';
import { examples, type Example } from '../templates/examples.ts';
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

const layoutsOfLanguages: readonly { layout: OwnLayout; aspectRatio: AspectRatio }[] = [
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
    for (const example of all) drawn.push(await drawKnown(example, drawing));
    for await (const { path: name, bytes } of drawDemo(Math.round(demoPictures * share))) {
      drawn.push({ name, group: 'demo pictures, without words', bytes, lines: [] });
    }
    return drawn;
  } finally {
    await drawing.close();
  }
}

async function drawKnown(example: Example, drawing: ImageRenderer): Promise<DrawnPicture> {
  const { parts, bytes } = await drawExample(example, drawing);
  const group = groupOf(example.creative.language);
  return { name: example.name, group, bytes, lines: parts.lines.map(({ text }) => text) };
}

function groupOf(language: Creative['language']): string {
  if (language === 'en') return 'English';
  const isLatin = latin.has(language ?? '') || creatives.some((each) => each.language === language);
  return isLatin ? 'German, French, Spanish, Italian, Portuguese, Dutch' : 'other scripts';
}

const demoPictures = 16;
