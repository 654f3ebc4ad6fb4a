import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { createImageRenderer } from '@magpie/server/integrations/drawing/drawing';
import { createTemplateMaker } from '@magpie/server/studio/makers/template/templateMaker';
import { examples, type Example } from './examples.ts';
import { exampleLogo, examplePicture } from './pictures.ts';

/** `npm run studio:sheet -- <folder> [part of a name]`: draws example creatives and a contact sheet for visual review. */
const [folder, part = ''] = process.argv.slice(2);
if (folder === undefined) throw new Error('No output folder given; run npm run studio:sheet -- <folder>');
mkdirSync(folder, { recursive: true });

const drawing = createImageRenderer();
const maker = createTemplateMaker({ drawing });
const drawn: { readonly name: string; readonly bytes: Buffer }[] = [];
for (const example of examples.filter(({ name }) => name.includes(part))) {
  const started = performance.now();
  const bytes = await made(example);
  writeFileSync(path.join(folder, `${example.name}.png`), bytes);
  drawn.push({ name: example.name, bytes });
  process.stdout.write(
    `${example.name}: ${Math.round(performance.now() - started)} ms, ${Math.round(bytes.length / 1000)} kB\n`,
  );
}
writeFileSync(path.join(folder, 'sheet.png'), await sheetOf(drawn.map(({ bytes }) => bytes)));
await drawing.close();

async function made({ aspectRatio, seed, layout, creative, picture, logo }: Example): Promise<Buffer> {
  const order = {
    aspectRatio,
    seed,
    layout,
    prompt: '',
    negativePrompt: '',
    creative,
    reference: null,
    picture: picture === null ? null : await examplePicture(picture),
    logo: logo === null ? null : await exampleLogo(logo),
  };
  const { bytes } = await maker.make(order, () => undefined, new AbortController().signal);
  return bytes;
}

async function sheetOf(pictures: readonly Buffer[]): Promise<Buffer> {
  const [columns, cell, gap] = [6, 420, 20];
  const small = await Promise.all(
    pictures.map((bytes) =>
      sharp(bytes).resize(cell, cell, { fit: 'contain', background: '#e9e9ec' }).png().toBuffer(),
    ),
  );
  const [width, height] = [
    columns * (cell + gap) + gap,
    Math.ceil(pictures.length / columns) * (cell + gap) + gap,
  ];
  return sharp({ create: { width, height, channels: 3, background: '#e9e9ec' } })
    .composite(
      small.map((input, index) => ({
        input,
        left: gap + (index % columns) * (cell + gap),
        top: gap + Math.floor(index / columns) * (cell + gap),
      })),
    )
    .png()
    .toBuffer();
}
