import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { logoTooLargeMessage, maxLogoBytes } from '@magpie/contract';
import { encodeLogo } from './logo.ts';

const encoded = async (bytes: Buffer): Promise<Buffer> => {
  const logo = await encodeLogo(bytes.toString('base64'));
  if (logo === null) throw new Error('a file has a logo');
  return logo;
};
const filled = (width: number, height: number, background = 'teal') =>
  sharp({ create: { width, height, channels: 4, background } });

describe('an uploaded logo', () => {
  it.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('becomes WebP: %s', async (kind) => {
    const logo = await encoded(await filled(60, 40).toFormat(kind).toBuffer());
    expect(await sharp(logo).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 });
  });

  it.each([
    [1000, 1000, 96, 96],
    [1000, 200, 192, 38],
    [200, 1000, 19, 96],
    [20, 10, 20, 10],
  ])('of %i × %i becomes %i × %i', async (width, height, newWidth, newHeight) => {
    const logo = await encoded(await filled(width, height).png().toBuffer());
    expect(await sharp(logo).metadata()).toMatchObject({ width: newWidth, height: newHeight });
  });

  it('stays transparent', async () => {
    const logo = await encoded(await filled(300, 300, '#00000000').png().toBuffer());
    const { data } = await sharp(logo).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(data[3]).toBe(0);
  });

  it('is upright and loses its metadata', async () => {
    const sideways = filled(60, 40)
      .jpeg()
      .withExif({ IFD0: { Artist: 'Ann Secret' } })
      .withMetadata({ orientation: 6 });
    const logo = await encoded(await sideways.toBuffer());
    expect(logo.toString('latin1')).not.toContain('Ann Secret');
    const { exif, width, height } = await sharp(logo).metadata();
    expect([exif, width, height]).toEqual([undefined, 40, 60]);
  });

  it('is small, even if it is noise', async () => {
    const noise = sharp(randomBytes(400 * 200 * 4), { raw: { width: 400, height: 200, channels: 4 } });
    expect((await encoded(await noise.png().toBuffer())).length).toBeLessThan(48 * 1024);
  });

  it('null: there is none', async () => {
    expect(await encodeLogo(null)).toBeNull();
  });

  it.each([
    ['text', Buffer.from('no picture'), 'The file is not a JPEG, PNG, GIF, WebP or AVIF image.'],
    ['the beginning of a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'The image is damaged'],
    ['an SVG file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'export it as PNG'],
  ])('400: %s', async (_, bytes, message) => {
    await expect(encoded(bytes)).rejects.toMatchObject({
      httpStatus: 400,
      message: expect.stringContaining(message),
    });
  });

  it('413 above 4 MB', async () => {
    await expect(encoded(Buffer.alloc(maxLogoBytes + 1))).rejects.toMatchObject({
      httpStatus: 413,
      message: logoTooLargeMessage,
    });
  });
});
