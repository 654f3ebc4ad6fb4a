import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  analyzeLogo,
  plateFor,
  renderContained,
  renderCovering,
  analyzeProductImage,
} from '@magpie/server/studio/makers/template/subject';
import { exampleLogo, examplePicture } from './pictures.ts';

function there<T>(value: T | null): T {
  if (value === null) throw new Error('The picture should be readable.');
  return value;
}

describe("a product's picture", () => {
  it.each([
    ['mug', 'cutout'],
    ['bottle', 'packshot'],
    ['room', 'photograph'],
  ] as const)('%s is a %s', async (name, kind) => {
    expect(await analyzeProductImage(await examplePicture(name, 0.4))).toMatchObject({ kind });
  });

  it('is ignored if broken, tiny or fully transparent', async () => {
    const empty = sharp({ create: { width: 300, height: 300, channels: 4, background: '#00000000' } });
    const picture = await examplePicture('room', 0.4);
    const unusable = [
      picture.subarray(0, 200),
      await examplePicture('tiny', 0.4),
      await empty.png().toBuffer(),
    ];
    expect(await Promise.all(unusable.map(analyzeProductImage))).toEqual([null, null, null]);
  });

  it('fills any rectangle exactly, however small it is', async () => {
    for (const name of ['panorama', 'room'] as const) {
      const subject = there(await analyzeProductImage(await examplePicture(name, 0.4)));
      for (const [width, height] of [
        [270, 480],
        [600, 50],
      ] as const) {
        expect(await sharp(await renderCovering(subject, width, height)).metadata()).toMatchObject({
          width,
          height,
        });
      }
    }
  });

  it('is tinted by the colour behind it if it was on white', async () => {
    const subject = there(await analyzeProductImage(await examplePicture('bottle', 0.4)));
    const image = sharp(await renderContained(subject, 200, 400, '#ffe0cc'));
    const corner = await image.extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
    expect([...corner]).toEqual([0xff, 0xe0, 0xcc]);
  });
});

describe('a logo', () => {
  it('gets a plate only if it would be invisible', async () => {
    const white = there(await analyzeLogo(await exampleLogo('#ffffff')));
    const black = there(await analyzeLogo(await exampleLogo('#111111')));
    expect([plateFor(white, '#14323a'), plateFor(white, '#fff4ea')]).toEqual([null, '#16181c']);
    expect([plateFor(black, '#14181c'), plateFor(black, '#fff4ea')]).toEqual(['#ffffff', null]);
  });

  it('keeps its own background colour', async () => {
    const bytes = await sharp(await exampleLogo('#111111'))
      .flatten({ background: '#ffee00' })
      .jpeg()
      .toBuffer();
    const logo = there(await analyzeLogo(bytes));
    expect(plateFor(logo, '#ffffff')).toMatch(/^#f[ef]e[def]0\d$/);
  });
});
