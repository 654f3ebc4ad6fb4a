import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { createRandom, type Random } from './random.ts';
import { composeAd } from './drawing/compose.ts';
import { drawLogo } from './drawing/decoration.ts';
import { looks, createPalette } from './drawing/palette.ts';
import { Sheet } from './drawing/sheet.ts';
import { industryNames, type Industry } from './industries.ts';

const logoSide = 192;
/** Maximum width, because pictures are shown in cards. */
const widest = 720;

export interface DemoImage {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** The picture at a path of the demo host, deterministic; null if the path has no image extension. */
export async function renderDemoImage(path: string): Promise<DemoImage | null> {
  const svg = drawDemoImage(path);
  if (svg === null) return null;
  const drawn = sharp(Buffer.from(svg));
  return path.endsWith('.png')
    ? { contentType: 'image/png', bytes: await drawn.png().toBuffer() }
    : { contentType: 'image/jpeg', bytes: await drawn.jpeg({ quality: 88 }).toBuffer() };
}

export function drawDemoImage(path: string): string | null {
  const logo = /^\/logos\/([^/]+)\.png$/.exec(path)?.[1];
  if (logo !== undefined) {
    const sheet = new Sheet(logoSide, logoSide);
    return sheet.svg(drawLogo(sheet, pickHue(logo), randomFor(logo)));
  }
  if (!/\.(?:jpe?g|png|webp)$/.test(path)) return null;
  const { industry, slug, ratio } = parsePath(path);
  const sheet = new Sheet(widest, Math.round(widest * ratio));
  const random = randomFor(path);
  const palette = createPalette(pickLook(slug, random), pickHue(slug), random);
  return sheet.svg(composeAd(sheet, { industry, palette }, random));
}

interface ImageRequest {
  readonly industry: Industry;
  readonly slug: string;
  /** Height divided by width. */
  readonly ratio: number;
}

const [flattest, tallest] = [0.25, 2];

/**
 * Parses `/media/<industry>/<advertiser>/<number>-<width>x<height>.jpg`. Older demo paths contain only the advertiser;
 * its industry is then derived from its name.
 */
function parsePath(path: string): ImageRequest {
  const [, , named = '', slug = ''] = path.split('/');
  const industry = industryNames.find((name) => name === named);
  const size = /-(\d{3,4})x(\d{3,4})(?:-poster)?\.\w+$/.exec(path);
  const isPoster = path.includes('-poster.');
  const usual = isPoster ? 16 / 9 : 1;
  const requested = size === null ? usual : Number(size[2]) / Math.max(Number(size[1]), 1);
  const ratio = Math.min(Math.max(requested, flattest), tallest);
  if (industry !== undefined) return { industry, slug, ratio };
  return { industry: randomFor(`industry of ${named}`).pick(industryNames), slug: named, ratio };
}

/** An advertiser mostly uses two looks. */
function pickLook(slug: string, random: Random): (typeof looks)[number] {
  const own = randomFor(`look of ${slug}`);
  const usual = [own.pick(looks), own.pick(looks)];
  return random.chance(0.75) ? random.pick(usual) : random.pick(looks);
}

function pickHue(slug: string): number {
  return randomFor(`hue of ${slug}`).below(360);
}

function randomFor(text: string): Random {
  const digest = createHash('sha256').update(text).digest();
  return createRandom(digest.readInt32BE(0), digest.readInt32BE(4), digest.readInt32BE(8));
}
