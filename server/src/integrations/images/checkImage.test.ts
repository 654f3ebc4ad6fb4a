import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkImage } from './checkImage.ts';

const noise = sharp({
  create: {
    width: 120,
    height: 80,
    channels: 3,
    background: 'red',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
});

const kinds = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;
let pictures: Record<(typeof kinds)[number], Buffer>;
beforeAll(async () => {
  const made = await Promise.all(
    kinds.map(async (kind) => [kind, await noise.clone()[kind]().toBuffer()] as const),
  );
  pictures = Object.fromEntries(made) as typeof pictures;
});

describe('what came for a picture', () => {
  it.each(kinds)('is known by decoding it: %s', async (kind) => {
    expect(await checkImage(pictures[kind])).toEqual({ type: `image/${kind}`, width: 120, height: 80 });
  });

  it.each(kinds.flatMap((kind) => [0.9, 0.5, 0.1].map((part) => [kind, part] as const)))(
    'is refused when it is cut off: %s at %d',
    async (kind, part) => {
      const cut = pictures[kind].subarray(0, pictures[kind].length * part);
      await expect(checkImage(cut)).rejects.toThrow('cannot be decoded');
    },
  );

  it.each([
    ['nothing', ''],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7'],
    ['a TIFF', 'II*\0'],
  ])('is refused when it is %s', async (_, text) => {
    await expect(checkImage(Buffer.from(text))).rejects.toThrow(
      'The file is not a JPEG, PNG, GIF, WebP or AVIF image.',
    );
  });

  it.each([
    ['a JPEG', Buffer.from('\xff\xd8\xff<html><script>alert(1)</script>', 'latin1')],
    ['a GIF', Buffer.from('GIF89a/*<svg xmlns="http://www.w3.org/2000/svg"/>*/=1')],
    ['an AVIF', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf and then text')],
  ])('is refused when only its first bytes are those of %s', async (_, bytes) => {
    await expect(checkImage(bytes)).rejects.toThrow('cannot be decoded');
  });

  it('is refused when a few bytes stand for too many pixels, before they are decoded', async () => {
    const bomb = pngClaiming(100_000, 100_000);
    expect(bomb.length).toBeLessThan(1000);
    await expect(checkImage(bomb)).rejects.toThrow('100000 × 100000 pixels');
  });

  it('has the width and height that it is shown with', async () => {
    const lying = await noise.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await checkImage(lying)).toMatchObject({ width: 80, height: 120 });
  });
});

function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(100))), chunk('IEND')];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
