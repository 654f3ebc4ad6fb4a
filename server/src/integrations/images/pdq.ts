import { decodeInTurn, InvalidImage, openImage, readImageInfo } from './checkImage.ts';

/**
 * PDQ, the published perceptual hash: 256 bits that hardly change when a picture is scaled, compressed again or slightly
 * edited. The picture is blurred and reduced to 64 × 64 pixels; each bit says whether one of the 16 × 16 lowest frequencies is
 * above the median.
 */
export interface PictureHash {
  /** 64 hexadecimal digits. */
  readonly pdq: string;
  /** 0 to 100. Below 50 the picture has too few edges to be recognized. */
  readonly quality: number;
}

/** As published: a picture with a lower quality has too few edges to be recognized. */
export const minPictureQuality = 50;

/** A larger picture is scaled down first, as in the published implementation. */
const maxSide = 512;
const side = 64;
const frequencies = 16;
const bits = frequencies * frequencies;

export async function hashPicture(bytes: Buffer): Promise<PictureHash> {
  return hashLuma(await readLuma(bytes));
}

async function readLuma(bytes: Buffer): Promise<Luma> {
  const { data, info } = await decodeInTurn(() =>
    openImage(bytes)
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const luma = new Float32Array(info.width * info.height);
  for (let at = 0; at < luma.length; at += 1) {
    const pixel = at * info.channels;
    const [red = 0, green = 0, blue = 0] = [data[pixel], data[pixel + 1], data[pixel + 2]];
    luma[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return { pixels: luma, width: info.width, height: info.height };
}

export interface PictureHashes {
  readonly pdq: string;
  /** Of the picture without its edge; null if that has too few edges. */
  readonly innerPdq: string | null;
}

/** The hashes of an untrusted picture; null if it has too few edges or cannot be decoded. */
export async function recognizePicture(bytes: Buffer): Promise<PictureHashes | null> {
  try {
    await readImageInfo(bytes);
    return recognizeLuma(await readLuma(bytes));
  } catch (error) {
    if (error instanceof InvalidImage) return null;
    throw error;
  }
}

/**
 * One percent cut off at each side hardly changes a hash, two percent move all edges too far. So a copy that was cut by one to
 * three percent has the hash of the original without its edge.
 */
const edgeShare = 0.025;

function recognizeLuma(luma: Luma): PictureHashes | null {
  const [whole, inner] = [hashLuma(luma), hashLuma(cutEdge(luma))];
  if (whole.quality < minPictureQuality) return null;
  return { pdq: whole.pdq, innerPdq: inner.quality < minPictureQuality ? null : inner.pdq };
}

function cutEdge({ pixels, width, height }: Luma): Luma {
  const [left, top] = [Math.round(edgeShare * width), Math.round(edgeShare * height)];
  const inner = { width: width - 2 * left, height: height - 2 * top };
  const kept = new Float32Array(inner.width * inner.height);
  for (let row = 0; row < inner.height; row += 1) {
    const start = (top + row) * width + left;
    kept.set(pixels.subarray(start, start + inner.width), row * inner.width);
  }
  return { pixels: kept, ...inner };
}

export interface Luma {
  /** Row by row, 0 to 255. */
  readonly pixels: Float32Array;
  readonly width: number;
  readonly height: number;
}

export function hashLuma(luma: Luma): PictureHash {
  const reduced = reduce(luma);
  return { pdq: toHex(aboveMedian(lowestFrequencies(reduced))), quality: qualityOf(reduced) };
}

/** The number of bits in which two hashes of 64 digits differ. */
export function hammingDistance(one: string, other: string): number {
  let distance = 0;
  for (let at = 0; at < one.length; at += 8) {
    const digits = [one, other].map((hash) => Number.parseInt(hash.slice(at, at + 8), 16));
    let difference = (digits[0] ?? 0) ^ (digits[1] ?? 0);
    for (; difference !== 0; difference &= difference - 1) distance += 1;
  }
  return distance;
}

/** The 32-bit parts of a hash, which are compared faster than its digits. */
export function parseHash(hash: string): Int32Array {
  return Int32Array.from({ length: bits / 32 }, (_, at) =>
    Number.parseInt(hash.slice(8 * at, 8 * at + 8), 16),
  );
}

/** Whether two hashes differ in at most so many bits. */
export function isWithin(one: Int32Array, other: Int32Array, maxDistance: number): boolean {
  let distance = 0;
  for (let at = 0; at < one.length && distance <= maxDistance; at += 1) {
    distance += countBits((one[at] ?? 0) ^ (other[at] ?? 0));
  }
  return distance <= maxDistance;
}

/** By adding neighbouring fields of 1, 2, 4 and then 8 bits. */
function countBits(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55_55_55_55);
  const fours = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33);
  return Math.imul((fours + (fours >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}

/** Blurs so that the following selection of 64 × 64 pixels misses nothing. */
function reduce({ pixels, width, height }: Luma): Float32Array {
  let blurred = pixels;
  for (let pass = 0; pass < 2; pass += 1) {
    blurred = blurLines(blurred, { lines: height, length: width, lineStep: width, step: 1 });
    blurred = blurLines(blurred, { lines: width, length: height, lineStep: 1, step: width });
  }
  const reduced = new Float32Array(side * side);
  for (let row = 0; row < side; row += 1) {
    const from = Math.floor(((row + 0.5) * height) / side) * width;
    for (let column = 0; column < side; column += 1) {
      reduced[row * side + column] = blurred[from + Math.floor(((column + 0.5) * width) / side)] ?? 0;
    }
  }
  return reduced;
}

interface Lines {
  readonly lines: number;
  readonly length: number;
  /** Between the beginnings of two lines. */
  readonly lineStep: number;
  /** Between two pixels of a line. */
  readonly step: number;
}

/** The mean of a window around each pixel, which is cut off at the ends of the line. */
function blurLines(pixels: Float32Array, { lines, length, lineStep, step }: Lines): Float32Array {
  const window = Math.ceil(length / (2 * side));
  const after = Math.floor((window + 2) / 2) - 1;
  const before = window - after - 1;
  const blurred = new Float32Array(pixels.length);
  for (let line = 0; line < lines; line += 1) {
    const start = line * lineStep;
    let sum = 0;
    for (let at = 0; at < Math.min(after, length); at += 1) sum += pixels[start + at * step] ?? 0;
    for (let at = 0; at < length; at += 1) {
      if (at + after < length) sum += pixels[start + (at + after) * step] ?? 0;
      if (at - before > 0) sum -= pixels[start + (at - before - 1) * step] ?? 0;
      const size = Math.min(length - 1, at + after) - Math.max(0, at - before) + 1;
      blurred[start + at * step] = sum / size;
    }
  }
  return blurred;
}

/** Of the discrete cosine transform, without the lowest frequency, which is the mean. */
const cosines = Float32Array.from({ length: frequencies * side }, (_, at) => {
  const [frequency, position] = [Math.floor(at / side) + 1, at % side];
  return Math.sqrt(2 / side) * Math.cos((Math.PI / (2 * side)) * frequency * (2 * position + 1));
});

function lowestFrequencies(reduced: Float32Array): Float32Array {
  const columns = new Float32Array(frequencies * side);
  for (let vertical = 0; vertical < frequencies; vertical += 1) {
    for (let column = 0; column < side; column += 1) {
      let sum = 0;
      for (let row = 0; row < side; row += 1) {
        sum += (cosines[vertical * side + row] ?? 0) * (reduced[row * side + column] ?? 0);
      }
      columns[vertical * side + column] = sum;
    }
  }
  const found = new Float32Array(bits);
  for (let vertical = 0; vertical < frequencies; vertical += 1) {
    for (let horizontal = 0; horizontal < frequencies; horizontal += 1) {
      let sum = 0;
      for (let column = 0; column < side; column += 1) {
        sum += (columns[vertical * side + column] ?? 0) * (cosines[horizontal * side + column] ?? 0);
      }
      found[vertical * frequencies + horizontal] = sum;
    }
  }
  return found;
}

function aboveMedian(values: Float32Array): boolean[] {
  const median = values.toSorted()[bits / 2 - 1] ?? 0;
  return Array.from(values, (value) => value > median);
}

/** The first bit is the last one of the last digit. */
function toHex(flags: readonly boolean[]): string {
  const digits = Array.from({ length: bits / 4 }, (_, at) =>
    flags
      .slice(4 * at, 4 * at + 4)
      .reduce((digit, flag, bit) => (flag ? digit + 2 ** bit : digit), 0)
      .toString(16),
  );
  return digits.toReversed().join('');
}

/** By the differences between neighbouring pixels, in whole percent of the full range. */
function qualityOf(reduced: Float32Array): number {
  let sum = 0;
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const at = row * side + column;
      if (row + 1 < side) sum += percentBetween(reduced[at], reduced[at + side]);
      if (column + 1 < side) sum += percentBetween(reduced[at], reduced[at + 1]);
    }
  }
  return Math.min(100, Math.floor(sum / 90));
}

function percentBetween(one = 0, other = 0): number {
  return Math.floor((Math.abs(one - other) * 100) / 255);
}
