import { toCreatives } from '@magpie/server/ads/families/addPictures';
import { compareCreatives, listBands } from '@magpie/server/ads/families/creatives';
import { recognizePicture } from '@magpie/server/integrations/images/pdq';
import sharp, { type Sharp } from 'sharp';

const side = 720;

/** Drawn here: a background, shapes as of products, and a headline. The same number is the same picture. */
function drawAd(seed: number): Promise<Buffer> {
  const next = randomNumbers(seed + 1);
  const colour = (): string => `hsl(${next(360)},${20 + next(70)}%,${15 + next(75)}%)`;
  const shape = (): string => {
    const [x, y, size] = [next(side), next(side), 50 + next(200)];
    const shapes = [
      `<circle cx="${x}" cy="${y}" r="${size}" fill="${colour()}"/>`,
      `<rect x="${x}" y="${y}" width="${size}" height="${60 + next(300)}" rx="${next(40)}" fill="${colour()}"/>`,
      `<polygon points="${x},${y} ${x + size},${next(side)} ${next(side)},${y + size}" fill="${colour()}"/>`,
    ];
    return shapes[next(shapes.length)] ?? '';
  };
  const line = (y: number): string =>
    `<rect x="${40 + next(60)}" y="${y}" width="${250 + next(350)}" height="34" fill="${colour()}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <defs><linearGradient id="sky" x2="${next(2)}" y2="1"><stop stop-color="${colour()}"/><stop offset="1" stop-color="${colour()}"/></linearGradient></defs>
    <rect width="${side}" height="${side}" fill="url(#sky)"/>
    ${Array.from({ length: 5 + next(8) }, shape).join('')}
    ${line(40 + next(500))}${line(60 + next(600))}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Whole numbers below the given one. */
function randomNumbers(seed: number): (max: number) => number {
  let state = Math.imul(seed, 0x9e_37_79_b1);
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return Math.floor(((state >>> 0) / 2 ** 32) * max);
  };
}

function rectangle(width: number, height: number, fill: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${fill}"/></svg>`,
  );
}

function crop(picture: Sharp, share: number): Sharp {
  const [edge, length] = [Math.round(share * side), Math.round((1 - 2 * share) * side)];
  return picture.extract({ left: edge, top: edge, width: length, height: length });
}

const transformations: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  'JPEG of quality 30': (picture) => picture.jpeg({ quality: 30 }),
  'WebP of half the size': (picture) => picture.resize(side / 2).webp({ quality: 60 }),
  'PNG of twice the size': (picture) => picture.resize(2 * side).png(),
  'brighter by a fifth': (picture) => picture.modulate({ brightness: 1.2 }),
  'without colours': (picture) => picture.grayscale(),
  sharpened: (picture) => picture.sharpen(),
  '1 % cut off at each side': (picture) => crop(picture, 0.01),
  '2 % cut off at each side': (picture) => crop(picture, 0.02),
  'a badge on 2 % of the area': (picture) =>
    picture.composite([{ input: rectangle(100, 100, '#d12'), left: 30, top: 30 }]),
  'a translucent line across it': (picture) =>
    picture.composite([{ input: rectangle(side, 60, 'rgba(255,255,255,0.35)'), left: 0, top: 620 }]),
};

/** Outside the labelled set, to show where the limits are. Whether the last two are the same creative is a matter of opinion. */
const furtherChanges: typeof transformations = {
  '3 % cut off at each side': (picture) => crop(picture, 0.03),
  '4 % cut off at each side': (picture) => crop(picture, 0.04),
  'a border of 2 %': (picture) =>
    picture.extend({ top: 15, left: 15, bottom: 15, right: 15, background: '#fff' }),
  'a badge on 4 % of the area': (picture) =>
    picture.composite([{ input: rectangle(144, 144, '#d12'), left: 546, top: 546 }]),
  'another headline on 6 % of the area': (picture) =>
    picture.composite([{ input: rectangle(500, 60, '#fff'), left: 100, top: 60 }]),
  'another product on 17 % of the area': (picture) =>
    picture.composite([{ input: rectangle(300, 300, '#2a6'), left: 210, top: 210 }]),
};

interface Found {
  /** Of all pairs of a picture and its transformation. */
  readonly recall: number;
  readonly recallOf: Readonly<Record<string, number>>;
  /** Pairs whose hashes differ by few bits, of which those without a common band are not found. */
  readonly withinDistance: number;
  /** Of all found pairs. */
  readonly precision: number;
  readonly pictures: number;
  readonly pairs: number;
}

/** The share of pictures that are found again after each of the further changes. */
export async function measureFurtherChanges(pictures: number): Promise<Record<string, number>> {
  const originals = await drawAds(pictures);
  const hashes = await Promise.all(originals.map(hashCreative));
  const shares: Record<string, number> = {};
  for (const [name, change] of Object.entries(furtherChanges)) {
    const changed = await hashChanged(originals, change);
    shares[name] = changed.filter((each, at) => areSame(each, hashes[at])).length / pictures;
  }
  return shares;
}

function drawAds(count: number): Promise<Buffer[]> {
  return Promise.all(Array.from({ length: count }, (_, seed) => drawAd(seed)));
}

function hashChanged(originals: readonly Buffer[], change: (picture: Sharp) => Sharp): Promise<Hashed[]> {
  return Promise.all(
    originals.map(async (original) => hashCreative(await change(sharp(original)).toBuffer())),
  );
}

/** Finds pairs as recordings do: those with a common band whose hashes differ by few bits. */
export async function measurePictures(pictures: number): Promise<Found> {
  const originals = await drawAds(pictures);
  const hashes = await Promise.all(originals.map(hashCreative));
  const found = { right: 0, wrong: 0, near: 0 };
  const recallOf: Record<string, number> = {};
  for (const [name, transform] of Object.entries(transformations)) {
    const changed = await hashChanged(originals, transform);
    const right = changed.filter((each, at) => areSame(each, hashes[at])).length;
    recallOf[name] = right / pictures;
    found.right += right;
    found.near += changed.filter((each, at) => areNear(each, hashes[at])).length;
    found.wrong += changed.reduce(
      (sum, each, at) => sum + hashes.filter((other, index) => index !== at && areSame(each, other)).length,
      0,
    );
  }
  const pairs = pictures * Object.keys(transformations).length;
  const precision = found.right / Math.max(1, found.right + found.wrong);
  return {
    recall: found.right / pairs,
    recallOf,
    withinDistance: found.near / pairs,
    precision,
    pictures,
    pairs,
  };
}

interface Hashed {
  readonly creatives: ReturnType<typeof toCreatives>;
  readonly bands: ReadonlySet<number>;
}

async function hashCreative(bytes: Buffer): Promise<Hashed> {
  const hashes = await recognizePicture(bytes);
  const creatives = hashes === null ? [] : toCreatives(hashes);
  return { creatives, bands: new Set(creatives.flatMap(listBands)) };
}

function areSame(one: Hashed, other: Hashed | undefined): boolean {
  return other !== undefined && [...one.bands].some((band) => other.bands.has(band)) && areNear(one, other);
}

function areNear(one: Hashed, other: Hashed | undefined): boolean {
  return other !== undefined && compareCreatives(one.creatives, other.creatives) !== null;
}
