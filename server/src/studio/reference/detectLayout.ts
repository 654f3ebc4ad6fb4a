import { decodeInTurn, openImage } from '../../integrations/images/checkImage.ts';
import { toHex, toLch } from '../colors.ts';
import {
  areaOf,
  heightOf,
  shareInside,
  widthOf,
  type Box,
  type Component,
  type Raster,
} from './components.ts';
import type { ReferenceLayout, ReferenceRegion, RegionRole } from './referenceLayout.ts';
import { findPictureShapes, type PictureShapes, type PlacedText } from './shapes.ts';

/** Letters of body text have about 9 pixels at this size. */
const maxSide = 640;

/** Finds where the picture of an ad shows what; null if it is not recognizable as an ad with a headline and another part. */
export async function detectLayout(bytes: Buffer): Promise<ReferenceLayout | null> {
  const { data, info } = await decodeInTurn(() =>
    openImage(bytes)
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true, kernel: 'mitchell' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  return layoutOf({ pixels: data, width: info.width, height: info.height });
}

export function layoutOf(raster: Raster): ReferenceLayout | null {
  const shapes = findPictureShapes(raster);
  const [base] = shapes.panels;
  const texts = assignRoles(shapes.texts, raster);
  const bands = shapes.panels.filter((panel) => isBand(panel, shapes, texts, raster));
  const toRegion = regionOf(raster);
  const regions = [
    ...bands.map((band) => toRegion('band', band, { lightness: lightnessOf(band) })),
    ...(shapes.picture === null
      ? []
      : [toRegion('picture', shapes.picture, { isFramed: shapes.picture.isFramed })]),
    ...[...texts].map(([role, text]) => toTextRegion(raster, role, text)),
  ];
  const parts = regions.filter(({ role }) =>
    ['picture', 'headline', 'offer', 'button', 'text'].includes(role),
  );
  const headline = texts.get('headline');
  if (headline === undefined || parts.length < 2) return null;
  if (headline.letters < minHeadlineLetters && !texts.has('button')) return null;
  const ordered = regions.toSorted((a, b) => a.top - b.top || a.left - b.left);
  return { lightness: base === undefined ? 0.5 : lightnessOf(base), regions: ordered };
}

/** In pictures without words, a few shapes in a row look like a short word; none of these pictures has a button too. */
const minHeadlineLetters = 12;

function lightnessOf({ color }: Component): number {
  return round(toLch(toHex(color)).lightness);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

type TextRole = Exclude<RegionRole, 'picture' | 'band'>;

/** One text per role. Others, such as small print, have none. */
function assignRoles(texts: readonly PlacedText[], raster: Raster): Map<TextRole, PlacedText> {
  const roles = new Map<TextRole, PlacedText>();
  let rest = [...texts];
  const assign = (role: TextRole, text: PlacedText | undefined): void => {
    if (text === undefined) return;
    roles.set(role, text);
    rest = rest.filter((one) => one !== text);
  };
  const labelled = texts.filter((text) => isOnLabel(text, raster)).toSorted((a, b) => b.bottom - a.bottom);
  assign('button', labelled.find(isButtonShaped));
  assign(
    'offer',
    labelled.find((text) => text !== roles.get('button')),
  );
  const byHeight = (): PlacedText[] => rest.toSorted((a, b) => b.letterHeight - a.letterHeight);
  if (!roles.has('offer')) assign('offer', largeAmount(byHeight()));
  assign('headline', byHeight()[0]);
  const headline = roles.get('headline');
  if (headline === undefined) return roles;
  assign(
    'brand',
    rest.find((text) => isBrand(text, headline, texts)),
  );
  assign('text', rest.toSorted((a, b) => b.letters - a.letters)[0]);
  return roles;
}

/** Whether the text has an area of its own behind it, such as a button or a badge, and not a band or a card. */
function isOnLabel({ ground, lines, letterHeight, letters, ...text }: PlacedText, raster: Raster): boolean {
  if (ground === null || lines.length > 3 || letters > 40) return false;
  const isStripe = widthOf(ground) > 0.94 * raster.width || heightOf(ground) > 0.45 * raster.height;
  return (
    !isStripe &&
    shareInside(text, ground) > 0.98 &&
    heightOf(ground) <= heightOf(text) + 4.2 * letterHeight &&
    areaOf(ground) < 0.2 * raster.width * raster.height &&
    ground.area + areaOf(text) >= 0.7 * areaOf(ground)
  );
}

function isButtonShaped({ ground, lines }: PlacedText): boolean {
  return ground !== null && lines.length === 1 && widthOf(ground) >= 1.7 * heightOf(ground);
}

const maxAmountLetters = 7;

/** The largest text if it is as short as "-50 %" and another one is a sentence. */
function largeAmount([largest, ...others]: readonly PlacedText[]): PlacedText | undefined {
  if (largest === undefined || largest.letters > maxAmountLetters || largest.lines.length > 1)
    return undefined;
  const isSentence = ({ letters, letterHeight }: PlacedText): boolean =>
    letters > maxAmountLetters && letterHeight >= 0.25 * largest.letterHeight;
  return others.some(isSentence) ? largest : undefined;
}

/** A short, small line above or below everything else. */
function isBrand(text: PlacedText, headline: PlacedText, all: readonly PlacedText[]): boolean {
  if (text.lines.length > 1 || text.letters > 24 || text.letterHeight > 0.7 * headline.letterHeight)
    return false;
  const others = all.filter((one) => one !== text);
  return others.every(({ top }) => text.bottom <= top) || others.every(({ bottom }) => text.top >= bottom);
}

const minBandShare = 0.06;

/** A plain area besides the largest one that is a rectangle: a stripe, a half, or a card on the picture. */
function isBand(
  panel: Component,
  { panels, picture, texts }: PictureShapes,
  roles: ReadonlyMap<TextRole, PlacedText>,
  { width, height }: Raster,
): boolean {
  if (panel === panels[0] || areaOf(panel) < minBandShare * width * height) return false;
  if ([...roles].some(([role, { ground }]) => ground === panel && (role === 'button' || role === 'offer')))
    return false;
  const inside = texts.filter((text) => shareInside(text, panel) > 0.9);
  const covered = inside.reduce(
    (sum, text) => sum + areaOf(text.ground === panel || text.ground === null ? text : text.ground),
    0,
  );
  const hidden = picture === null ? 0 : shareInside(picture, panel) * areaOf(picture);
  if (panel.area + covered + hidden < 0.8 * areaOf(panel)) return false;
  return picture === null || shareInside(panel, picture) < 0.8 || inside.length > 0;
}

interface RegionDetails {
  readonly align?: 'left' | 'center';
  readonly size?: number;
  readonly lightness?: number | null;
  readonly isFramed?: boolean;
}

function regionOf({ width, height }: Raster) {
  return (role: RegionRole, { left, top, right, bottom }: Box, details: RegionDetails): ReferenceRegion => {
    const { align = 'left', size = 0, lightness = null, isFramed = false } = details;
    return {
      role,
      left: round(left / width),
      top: round(top / height),
      width: round((right - left) / width),
      height: round((bottom - top) / height),
      align,
      size: round(size),
      lightness,
      isFramed,
    };
  };
}

/** The height of capital letters as a share of the font size. */
const capHeight = 0.727;

function toTextRegion(raster: Raster, role: TextRole, text: PlacedText): ReferenceRegion {
  const unit = Math.sqrt(raster.width * raster.height) / 100;
  const isLabel = role === 'button' || (role === 'offer' && isOnLabel(text, raster));
  return regionOf(raster)(role, isLabel && text.ground !== null ? text.ground : text, {
    align: alignOf(text, raster),
    size: text.letterHeight / capHeight / unit,
    lightness: isLabel && text.ground !== null ? lightnessOf(text.ground) : null,
  });
}

function spread(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

/** Lines whose middles vary less than their left ends are centred; a single line if it is in the middle of what is behind it. */
function alignOf({ lines, ground, ...text }: PlacedText, { width }: Raster): 'left' | 'center' {
  if (lines.length > 1 && spread(lines.map(widthOf)) > 0.02 * width) {
    return spread(lines.map(({ left, right }) => (left + right) / 2)) < spread(lines.map(({ left }) => left))
      ? 'center'
      : 'left';
  }
  const [start, end] = ground === null ? [0, width] : [ground.left, ground.right];
  const [before, after] = [text.left - start, end - text.right];
  return Math.abs(before - after) < 0.06 * (end - start) && before > 0.08 * (end - start) ? 'center' : 'left';
}
