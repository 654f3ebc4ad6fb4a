import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { hammingDistance, hashLuma, hashPicture, recognizePicture, type Luma } from './pdq.ts';

const side = 64;

/** The published steps, each written as its formula. */
function referenceHash({ pixels, width, height }: Luma): string {
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const blurLine = (line: number[]): number[] => {
    const window = Math.floor((line.length + 127) / 128);
    const after = Math.floor((window + 2) / 2) - 1;
    return line.map((_, at) => mean(line.slice(Math.max(0, at + after + 1 - window), at + after + 1)));
  };
  const transpose = (rows: number[][]): number[][] =>
    (rows[0] ?? []).map((_, at) => rows.map((row) => row[at] ?? 0));
  let rows = Array.from({ length: height }, (_, row) => [...pixels.subarray(row * width, (row + 1) * width)]);
  for (const _ of [1, 2]) rows = transpose(transpose(rows.map(blurLine)).map(blurLine));
  const small = Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (_unused, column) => {
      const line = rows[Math.floor(((row + 0.5) * height) / side)] ?? [];
      return line[Math.floor(((column + 0.5) * width) / side)] ?? 0;
    }),
  );
  const cosine = (frequency: number, at: number): number =>
    Math.cos((Math.PI * frequency * (2 * at + 1)) / (2 * side));
  const coefficient = (vertical: number, horizontal: number): number =>
    small.reduce(
      (sum, line, row) =>
        line.reduce(
          (lineSum, value, column) => lineSum + value * cosine(vertical, row) * cosine(horizontal, column),
          sum,
        ),
      0,
    ) / 32;
  const values = Array.from({ length: 256 }, (_, at) => coefficient(Math.floor(at / 16) + 1, (at % 16) + 1));
  const median = values.toSorted((one, other) => one - other)[127] ?? 0;
  const number = values.reduce((sum, value, at) => (value > median ? sum + (1n << BigInt(at)) : sum), 0n);
  return number.toString(16).padStart(64, '0');
}

const length = fc.integer({ min: 64, max: 300 });

const randomLuma = fc
  .record({ width: length, height: length, seed: fc.integer() })
  .map(({ width, height, seed }): Luma => {
    const next = randomNumbers(seed);
    return { pixels: Float32Array.from({ length: width * height }, () => next(256)), width, height };
  });

/** Whole numbers below the given one. */
function randomNumbers(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return Math.floor((state / 0x7f_ff_ff_ff) * max);
  };
}

/** A picture with shapes and words, as ads have. */
function drawPicture(seed: number): Promise<Buffer> {
  const next = randomNumbers(seed);
  const colour = (): string => `rgb(${next(256)},${next(256)},${next(256)})`;
  const shapes = Array.from({ length: 14 }, () =>
    next(2) === 0
      ? `<rect x="${next(700)}" y="${next(700)}" width="${40 + next(300)}" height="${40 + next(300)}" fill="${colour()}"/>`
      : `<circle cx="${next(800)}" cy="${next(800)}" r="${30 + next(160)}" fill="${colour()}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><rect width="800" height="800" fill="${colour()}"/>${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const badge = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><rect width="120" height="60" fill="#e11"/></svg>',
);

const changes: Record<string, (picture: Buffer) => Promise<Buffer>> = {
  'a JPEG of low quality': (picture) => sharp(picture).jpeg({ quality: 40 }).toBuffer(),
  'a quarter of the size as WebP': (picture) =>
    sharp(picture).resize(200, 200).webp({ quality: 70 }).toBuffer(),
  'twice the size as AVIF': (picture) =>
    sharp(picture).resize(1600, 1600).avif({ quality: 45, effort: 0 }).toBuffer(),
  'brighter and paler': (picture) =>
    sharp(picture).modulate({ brightness: 1.1, saturation: 0.7 }).png().toBuffer(),
  'one percent cut off at each side': (picture) =>
    sharp(picture).extract({ left: 8, top: 8, width: 784, height: 784 }).png().toBuffer(),
  'a small badge in a corner': (picture) =>
    sharp(picture)
      .composite([{ input: badge, left: 20, top: 20 }])
      .png()
      .toBuffer(),
};

describe('the hash of a picture', () => {
  test('equals the published steps, apart from values at the median', () => {
    fc.assert(
      fc.property(randomLuma, (luma) => {
        expect(hammingDistance(hashLuma(luma).pdq, referenceHash(luma))).toBeLessThanOrEqual(4);
      }),
      { numRuns: 25 },
    );
  });

  test.each(Object.keys(changes))('is nearly the same for %s', async (name) => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const picture = await drawPicture(seed);
      const changed = await changes[name]?.(picture);
      if (changed === undefined) throw new Error('There is no such change.');
      const [{ pdq, quality }, other] = [await hashPicture(picture), await hashPicture(changed)];
      expect(quality).toBeGreaterThanOrEqual(50);
      expect(hammingDistance(pdq, other.pdq)).toBeLessThanOrEqual(31);
    }
  });

  test('of the inner part is nearly the same as that of a copy cut by two percent, or framed', async () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const picture = await drawPicture(seed);
      const original = await recognizePicture(picture);
      const cut = await sharp(picture).extract({ left: 16, top: 16, width: 768, height: 768 }).toBuffer();
      const frame = { top: 16, bottom: 16, left: 16, right: 16, background: '#fff' };
      const framed = await recognizePicture(await sharp(picture).extend(frame).toBuffer());
      const distances = [
        hammingDistance(original?.innerPdq ?? '', (await recognizePicture(cut))?.pdq ?? ''),
        hammingDistance(original?.pdq ?? '', framed?.innerPdq ?? ''),
      ];
      expect(Math.max(...distances)).toBeLessThanOrEqual(31);
    }
  });

  test('differs for other pictures', async () => {
    const hashes = await Promise.all(
      Array.from({ length: 24 }, async (_, seed) => (await hashPicture(await drawPicture(seed + 10))).pdq),
    );
    const distances = hashes.flatMap((one, at) =>
      hashes.slice(at + 1).map((other) => hammingDistance(one, other)),
    );
    expect(Math.min(...distances)).toBeGreaterThan(60);
  });

  test('has a low quality for a picture of one colour', async () => {
    const plain = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#abc' } })
      .png()
      .toBuffer();
    expect((await hashPicture(plain)).quality).toBe(0);
  });

  test('is 64 digits that count differing bits', () => {
    expect(hammingDistance('0'.repeat(64), 'f'.repeat(64))).toBe(256);
    expect(hammingDistance('0'.repeat(64), `${'0'.repeat(63)}7`)).toBe(3);
    expect(hammingDistance(`8${'0'.repeat(63)}`, '0'.repeat(64))).toBe(1);
  });
});
