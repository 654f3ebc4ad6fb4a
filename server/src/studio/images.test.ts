import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { noise } from '../testing/pictures.ts';
import { reencodeImage, type PreparedImage, fetchImage, createUserConcurrencyLimit } from './images.ts';
import { FetchError } from '../integrations/safeFetch/target.ts';

/** Six coloured fields (red, green, blue above white, black, yellow), so that orientation is detectable. */
const fields = [
  ['#ff0000', '#00ff00', '#0000ff'],
  ['#ffffff', '#000000', '#ffff00'],
] as const;
const side = 20;
const [width, height] = [3 * side, 2 * side];

let flag: Sharp;
beforeAll(async () => {
  const squares = fields.flatMap((row, top) =>
    row.map((background, left) => ({
      input: { create: { width: side, height: side, channels: 3 as const, background } },
      left: left * side,
      top: top * side,
    })),
  );
  const drawn = await sharp({ create: { width, height, channels: 3, background: '#888888' } })
    .composite(squares)
    .removeAlpha()
    .png()
    .toBuffer();
  flag = sharp(drawn);
});

/** The colour at the centre of each field as letters: RGB/WKY. */
async function fieldsOf(bytes: Buffer): Promise<string> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const names: Record<string, string> = {
    '100': 'R',
    '010': 'G',
    '001': 'B',
    '111': 'W',
    '000': 'K',
    '110': 'Y',
  };
  const nameAt = (left: number, top: number): string => {
    const at = (top * info.width + left) * info.channels;
    const bits = [...data.subarray(at, at + 3)].map((value) => (value > 220 ? '1' : value < 35 ? '0' : '?'));
    return names[bits.join('')] ?? '?';
  };
  const rows = Array.from({ length: info.height / side }, (_row, row) =>
    Array.from({ length: info.width / side }, (_pixel, column) =>
      nameAt(column * side + side / 2, row * side + side / 2),
    ).join(''),
  );
  return rows.join('/');
}

const holds = ({ bytes, thumbnail }: PreparedImage, text: string): boolean =>
  bytes.includes(text) || thumbnail.includes(text);

describe('a prepared picture', () => {
  it.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['gif', 'image/png'],
    ['webp', 'image/jpeg'],
    ['avif', 'image/jpeg'],
  ] as const)('is written anew with the same pixels and a thumbnail: %s as %s', async (kind, mimeType) => {
    const prepared = await reencodeImage(await flag.clone().toFormat(kind, { quality: 95 }).toBuffer());
    expect(prepared).toMatchObject({ mimeType, width, height, thumbnailType: 'image/webp' });
    expect([await fieldsOf(prepared.bytes), await fieldsOf(prepared.thumbnail)]).toEqual([
      'RGB/WKY',
      'RGB/WKY',
    ]);
    expect(await sharp(prepared.bytes).metadata()).toMatchObject({
      format: mimeType.slice(6),
      width,
      height,
    });
  });

  it.each([
    [1, 'RGB/WKY'],
    [2, 'BGR/YKW'],
    [3, 'YKW/BGR'],
    [4, 'WKY/RGB'],
    [5, 'RW/GK/BY'],
    [6, 'WR/KG/YB'],
    [7, 'YB/KG/WR'],
    [8, 'BY/GK/RW'],
  ])('applies the EXIF orientation: %d', async (orientation, shown) => {
    const prepared = await reencodeImage(
      await flag.clone().jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer(),
    );
    expect(await fieldsOf(prepared.bytes)).toBe(shown);
    expect([prepared.width, prepared.height]).toEqual(orientation < 5 ? [60, 40] : [40, 60]);
    expect((await sharp(prepared.bytes).metadata()).orientation).toBeUndefined();
  });

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'says neither where it was taken nor by whom: %s',
    async (kind) => {
      const original = await flag
        .clone()
        .toFormat(kind)
        .withExif({
          IFD0: { Artist: 'Ann Secret' },
          IFD3: { GPSLatitude: '52/1 31/1 12/1', GPSLatitudeRef: 'N' },
        })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><by>Ann Secret</by></x:xmpmeta>')
        .withIccProfile('p3')
        .toBuffer();
      expect(original.includes('Ann Secret')).toBe(true);
      const prepared = await reencodeImage(original);
      for (const bytes of [prepared.bytes, prepared.thumbnail]) {
        const metadata = await sharp(bytes).metadata();
        expect([metadata.exif, metadata.xmp, metadata.icc, metadata.iptc]).toEqual(Array(4).fill(undefined));
      }
      expect(holds(prepared, 'Ann Secret')).toBe(false);
      expect(await fieldsOf(prepared.bytes)).toBe('RGB/WKY');
    },
  );

  it('loses comments and appended data', async () => {
    const html = '<!doctype html><script>alert(1)</script>';
    const [jpeg, gif] = await Promise.all([flag.clone().jpeg().toBuffer(), flag.clone().gif().toBuffer()]);
    const comment = Buffer.from(html);
    const commented = Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, comment.length + 2]),
      comment,
      jpeg.subarray(2),
    ]);
    const hostile = [
      Buffer.concat([jpeg, comment]),
      commented,
      Buffer.concat([
        gif.subarray(0, -1),
        Buffer.from([0x21, 0xfe, comment.length]),
        comment,
        Buffer.from([0, 0x3b]),
      ]),
    ];
    for (const bytes of hostile) {
      const prepared = await reencodeImage(bytes);
      expect(holds(prepared, 'script')).toBe(false);
      expect(await fieldsOf(prepared.bytes)).toBe('RGB/WKY');
    }
  });

  it('is the first frame of an animation', async () => {
    const frames = ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
      sharp({ create: { width: side, height: side, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    for (const kind of ['gif', 'webp'] as const) {
      const moving = await sharp(await Promise.all(frames), { join: { animated: true } })
        .toFormat(kind)
        .toBuffer();
      expect((await sharp(moving).metadata()).pages).toBe(3);
      const prepared = await reencodeImage(moving);
      expect([prepared.height, await fieldsOf(prepared.bytes)]).toEqual([side, 'R']);
    }
  });

  it('is converted to sRGB from CMYK, 16 bits per channel and greyscale', async () => {
    const cmyk = await reencodeImage(
      await flag.clone().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    );
    expect(await sharp(cmyk.bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3, format: 'jpeg' });
    expect(
      (await sharp(cmyk.bytes).extract({ left: 5, top: 5, width: 1, height: 1 }).raw().toBuffer())[0],
    ).toBeGreaterThan(200);
    const deep = await reencodeImage(await flag.clone().toColourspace('rgb16').png().toBuffer());
    expect(await sharp(deep.bytes).metadata()).toMatchObject({ depth: 'uchar', space: 'srgb' });
    expect(await fieldsOf(deep.bytes)).toBe('RGB/WKY');
    const grey = await reencodeImage(await flag.clone().greyscale().png().toBuffer());
    expect((await sharp(grey.bytes).stats()).channels[0]).toMatchObject({ min: 0, max: 255 });
  });

  it('keeps transparency', async () => {
    const left = { create: { width: side, height: side, channels: 4 as const, background: '#ff0000' } };
    const logo = sharp(
      await sharp({ create: { width: 2 * side, height: side, channels: 4, background: '#00000000' } })
        .composite([{ input: left, left: 0, top: 0 }])
        .png()
        .toBuffer(),
    );
    const kinds = {
      'palette PNG': logo.clone().png({ palette: true }),
      GIF: logo.clone().gif(),
      WebP: logo.clone().webp(),
      AVIF: logo.clone().avif(),
    };
    for (const [kind, made] of Object.entries(kinds)) {
      const { bytes, mimeType } = await reencodeImage(await made.toBuffer());
      const { data } = await sharp(bytes)
        .ensureAlpha()
        .extractChannel(3)
        .raw()
        .toBuffer({ resolveWithObject: true });
      const [there, nothing] = [data.readUInt8(side / 2), data.readUInt8(side + side / 2)];
      expect([there > 250, nothing < 5, mimeType], kind).toEqual([
        true,
        true,
        ['WebP', 'AVIF'].includes(kind) ? 'image/webp' : 'image/png',
      ]);
    }
  });

  it('is at most 4096 pixels long, its thumbnail 480, and neither is enlarged', async () => {
    const long = { create: { width: 5000, height: 100, channels: 3 as const, background: 'teal' } };
    const prepared = await reencodeImage(await sharp(long).png().toBuffer());
    expect([prepared.width, prepared.height]).toEqual([4096, 82]);
    expect(await sharp(prepared.thumbnail).metadata()).toMatchObject({ width: 480, height: 10 });
    expect((await sharp((await reencodeImage(await noise(5, 7))).thumbnail).metadata()).height).toBe(7);
  });
});

describe('a file that is no picture', () => {
  it.each([
    [
      'an SVG',
      '\ufeff<?xml version="1.0"?>\n<!-- made by hand -->\n<svg xmlns="http://www.w3.org/2000/svg"/>',
      'as PNG',
    ],
    ['a page', '<!doctype html><title>Hello</title>', 'is not a JPEG'],
    ['nothing', '', 'is not a JPEG'],
    ['the beginning of a JPEG', '\xff\xd8\xff', 'cannot be decoded'],
  ])('400: %s', async (_, text, message) => {
    const refused = reencodeImage(Buffer.from(text, text.startsWith('\xff') ? 'latin1' : 'utf8'));
    await expect(refused).rejects.toMatchObject({
      httpStatus: 400,
      message: expect.stringContaining(message),
    });
  });

  it('is rejected with the error code that the caller sets', async () => {
    await expect(reencodeImage(Buffer.from('text'), 'UNPROCESSABLE_CONTENT')).rejects.toMatchObject({
      httpStatus: 422,
    });
  });
});

it.each<[FetchError['reason'], number]>([
  ['address', 400],
  ['redirects', 400],
  ['size', 422],
  ['encoding', 422],
  ['time', 504],
  ['unreachable', 504],
])('a fetch refused because of its %s is %i with the same message', async (reason, httpStatus) => {
  const refused = new FetchError(reason, 'The host shop.example gave none.');
  await expect(fetchImage(() => Promise.reject(refused), 'http://shop.example/')).rejects.toMatchObject({
    httpStatus,
    message: refused.message,
  });
});

it('a picture may take 15 seconds and 15 MB', async () => {
  const limits: unknown[] = [];
  const fetched = fetchImage((_, bounds) => {
    limits.push(bounds);
    return Promise.reject(new FetchError('time', 'The host shop.example gave none.'));
  }, 'http://shop.example/');
  await expect(fetched).rejects.toThrow('gave none');
  expect(limits).toMatchObject([{ milliseconds: 15_000, maxBytes: 15 * 1024 * 1024 }]);
});

it('limits work in total and per user, and frees slots after success and failure', async () => {
  const admit = createUserConcurrencyLimit({ total: 3, perUser: 2 });
  const ends: { done: () => void; fail: () => void }[] = [];
  const begin = (who: string): Promise<void> =>
    admit(
      who,
      () => new Promise((done, fail) => void ends.push({ done, fail: () => fail(new Error('broken')) })),
    );
  const begun = [begin('ann'), begin('ann')];
  await expect(begin('ann')).rejects.toMatchObject({
    httpStatus: 503,
    message: expect.stringMatching(/^At most/),
  });
  begun.push(begin('ben'));
  await expect(begin('ben')).rejects.toMatchObject({
    httpStatus: 503,
    message: expect.stringMatching(/^Too many/),
  });
  ends[0]?.fail();
  await expect(begun[0]).rejects.toThrow('broken');
  begun.push(begin('ben'));
  await expect(begin('ben')).rejects.toThrow('per person');
  await expect(begin('eve')).rejects.toThrow('Too many');
  for (const { done } of ends) done();
  await Promise.all(begun.slice(1));
  expect(await admit('ann', () => Promise.resolve('again'))).toBe('again');
});
