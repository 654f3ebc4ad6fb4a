import sharp from 'sharp';
import type { ImageRenderer } from '../integrations/drawing/drawing.ts';
import type { Box } from '../integrations/drawing/imageLayout.ts';
import { styledText } from '../integrations/drawing/lettering.ts';
import type { RegionRole } from '../studio/reference/referenceLayout.ts';

/** Position and size in pixels. */
export type Place = readonly [left: number, top: number, width: number, height: number];

interface DrawnText {
  readonly role: 'headline' | 'text' | 'offer' | 'button';
  readonly lines: readonly string[];
  /** The left end of the lines, or their middle if centred. */
  readonly x: number;
  /** Of the first line. */
  readonly baseline: number;
  readonly size: number;
  readonly color: string;
  readonly isCentered?: boolean;
}

/** An ad of a known layout. */
export interface ReferenceAd {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly ground: string;
  readonly bands?: readonly { readonly place: Place; readonly color: string; readonly radius?: number }[];
  readonly photograph: Place | null;
  /** Buttons and badges, on top of the photograph. */
  readonly labels?: readonly {
    readonly role: 'offer' | 'button';
    readonly place: Place;
    readonly color: string;
    readonly radius: number;
  }[];
  readonly texts: readonly DrawnText[];
  /** Its regions in reading order. */
  readonly order: readonly RegionRole[];
}

export const referenceAds: readonly ReferenceAd[] = [
  {
    name: 'picture above, claim and button below',
    width: 1080,
    height: 1080,
    ground: '#fbf6ee',
    photograph: [0, 0, 1080, 590],
    labels: [{ role: 'button', place: [70, 930, 300, 84], color: '#0f5d75', radius: 42 }],
    texts: [
      {
        role: 'headline',
        lines: ['Sleep on a cloud', 'every single night'],
        x: 70,
        baseline: 730,
        size: 82,
        color: '#1c1c1c',
      },
      { role: 'text', lines: ['Made by hand in Portugal'], x: 70, baseline: 882, size: 34, color: '#555555' },
      {
        role: 'button',
        lines: ['Shop now'],
        x: 220,
        baseline: 983,
        size: 34,
        color: '#ffffff',
        isCentered: true,
      },
    ],
    order: ['picture', 'headline', 'text', 'button'],
  },
  {
    name: 'claim and button left, picture right',
    width: 1200,
    height: 628,
    ground: '#14213d',
    photograph: [640, 0, 560, 628],
    labels: [{ role: 'button', place: [60, 470, 260, 76], color: '#fca311', radius: 8 }],
    texts: [
      {
        role: 'headline',
        lines: ['Coffee that', 'waits for you'],
        x: 60,
        baseline: 200,
        size: 78,
        color: '#ffffff',
      },
      {
        role: 'text',
        lines: ['Keeps its heat for six', 'hours on your desk'],
        x: 60,
        baseline: 370,
        size: 32,
        color: '#d7deea',
      },
      {
        role: 'button',
        lines: ['Learn more'],
        x: 190,
        baseline: 519,
        size: 30,
        color: '#14213d',
        isCentered: true,
      },
    ],
    order: ['picture', 'headline', 'text', 'button'],
  },
  {
    name: 'band with claim above, offer on the picture, button below',
    width: 1080,
    height: 1350,
    ground: '#ffffff',
    bands: [{ place: [0, 0, 1080, 300], color: '#7a1f3d' }],
    photograph: [90, 360, 900, 720],
    labels: [
      { role: 'offer', place: [720, 420, 220, 220], color: '#ffd166', radius: 110 },
      { role: 'button', place: [340, 1170, 400, 100], color: '#7a1f3d', radius: 50 },
    ],
    texts: [
      {
        role: 'headline',
        lines: ['The kettle that', 'never boils over'],
        x: 540,
        baseline: 140,
        size: 88,
        color: '#ffffff',
        isCentered: true,
      },
      { role: 'offer', lines: ['-30%'], x: 830, baseline: 554, size: 70, color: '#2b1a10', isCentered: true },
      {
        role: 'button',
        lines: ['Get yours'],
        x: 540,
        baseline: 1234,
        size: 40,
        color: '#ffffff',
        isCentered: true,
      },
    ],
    order: ['band', 'headline', 'picture', 'offer', 'button'],
  },
  {
    name: 'texts on a photograph that fills the ad',
    width: 1080,
    height: 1080,
    ground: '#000000',
    photograph: [0, 0, 1080, 1080],
    labels: [{ role: 'button', place: [80, 900, 320, 90], color: '#ffffff', radius: 45 }],
    texts: [
      {
        role: 'headline',
        lines: ['Nothing but', 'mountain air'],
        x: 80,
        baseline: 690,
        size: 110,
        color: '#ffffff',
      },
      {
        role: 'button',
        lines: ['Book a stay'],
        x: 240,
        baseline: 957,
        size: 36,
        color: '#111111',
        isCentered: true,
      },
    ],
    order: ['picture', 'headline', 'button'],
  },
];

export async function drawReferenceAd(ad: ReferenceAd, drawing: ImageRenderer): Promise<Buffer> {
  const { width, height, ground, bands = [], photograph, labels = [], texts } = ad;
  const plain = ({ place, color, radius = 0 }: NonNullable<ReferenceAd['bands']>[number]): Box => ({
    style: { ...position(place), backgroundColor: color, borderRadius: radius },
  });
  const picture: Box[] =
    photograph === null
      ? []
      : [
          {
            style: position(photograph),
            image: await texturedPicture(photograph[2], photograph[3], [70, 110, 90]),
          },
        ];
  const lines = texts.flatMap(({ lines: words, x, baseline, size, color, isCentered = false }) =>
    words.map((text, at) => ({
      ...styled(text, size),
      x,
      baseline: baseline + at * size * lineHeight,
      size,
      color,
      align: isCentered ? ('center' as const) : ('left' as const),
    })),
  );
  const parts = [...bands.map(plain), ...picture, ...labels.map(plain)];
  const root = { style: { width, height, position: 'relative', backgroundColor: ground }, parts };
  return drawing.render({ width, height, root, lines, isFullColor: true });
}

/** Where a region is in the picture. */
export async function placeOf(ad: ReferenceAd, role: RegionRole, drawing: ImageRenderer): Promise<Place> {
  const label = ad.labels?.find((one) => one.role === role);
  if (label !== undefined) return label.place;
  const place = role === 'band' ? ad.bands?.[0]?.place : role === 'picture' ? ad.photograph : null;
  if (place !== undefined && place !== null) return place;
  const text = ad.texts.find((one) => one.role === role);
  if (text === undefined) throw new Error(`The ad has no ${role}.`);
  const { size, baseline, x, lines, isCentered = false } = text;
  const measured = await drawing.measure(lines.map((line) => styled(line, size)));
  const width =
    Math.max(...measured.map(({ words }) => words.reduce((sum, word) => sum + word.width + word.space, 0))) *
    size;
  const height = ((lines.length - 1) * lineHeight + capHeight) * size;
  return [isCentered ? x - width / 2 : x, baseline - capHeight * size, width, height];
}

const lineHeight = 1.14;
const capHeight = 0.73;

function styled(text: string, size: number) {
  return styledText(text, { weight: 700, isLarge: size > 40, language: 'en' });
}

function position([left, top, width, height]: Place): Record<string, string | number> {
  return { position: 'absolute', left, top, width, height };
}

type Channels = readonly [red: number, green: number, blue: number];

/** A picture without plain areas, around one colour. */
export function texturedPicture(width: number, height: number, color: Channels): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const wave = 55 * Math.sin(x * 0.083 + 2 * Math.sin(y * 0.041)) * Math.cos(y * 0.067);
      for (const [channel, value] of color.entries()) {
        pixels[(y * width + x) * 3 + channel] = Math.min(255, Math.max(0, Math.round(value + wave)));
      }
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
