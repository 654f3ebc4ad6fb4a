import { toLch } from '../../../colors.ts';
import type { ReferenceRegion, RegionRole } from '../../../reference/referenceLayout.ts';
import type { Surface } from '../palette.ts';
import { getBottom, getRight, inset, intersect, mirrorRect } from '../scene.ts';
import type { Frame, Rect, Scene } from '../scene.ts';
import { hasContrast } from './shared.ts';

export interface PlannedText {
  readonly rect: Rect;
  readonly align: 'left' | 'center';
  /** In frame units. */
  readonly size: number;
  /** Whether it has a colour of its own behind it, as a button or badge. */
  readonly isLabel: boolean;
}

export interface PlannedBand {
  readonly rect: Rect;
  readonly surface: Surface;
  /** Not at an edge of the frame, so it may lie on the picture. */
  readonly isCard: boolean;
}

export interface Plan {
  readonly base: Surface;
  readonly bands: readonly PlannedBand[];
  readonly picture: { readonly rect: Rect; readonly isFramed: boolean; readonly isWhole: boolean } | null;
  /** The picture of the product is a photograph that fills the frame behind the texts. */
  readonly isOverPhotograph: boolean;
  readonly texts: ReadonlyMap<RegionRole, PlannedText>;
  /** What is behind a text at this place. */
  groundOf(rect: Rect): TextGround;
}

export interface TextGround {
  readonly surface: Surface;
  /** Texts may grow up to these bounds. */
  readonly bounds: Rect;
  readonly obstacles: readonly Rect[];
  readonly isOnPicture: boolean;
  readonly needsPlate: boolean;
}

/** The regions of the reference ad in the frame, with colours of the product; null without a reference. */
export function createPlan(scene: Scene): Plan | null {
  const { reference, frame, wording } = scene;
  if (reference === null) return null;
  const toRect = rectIn(frame, reference.regions, wording.direction === 'rtl');
  const base = baseSurface(scene, reference.lightness);
  const bands = reference.regions
    .filter(({ role }) => role === 'band')
    .map((region): PlannedBand => {
      const rect = toRect(region);
      return {
        rect,
        surface: bandSurface(scene, base, region, reference.lightness),
        isCard: !touchesEdge(rect, frame),
      };
    });
  const shown = reference.regions.find(({ role }) => role === 'picture');
  const picture = shown === undefined ? null : planPicture(toRect(shown), shown.isFramed, frame);
  const isOverPhotograph = picture?.isWhole === true && fillsFrame(scene);
  const texts = new Map(
    reference.regions
      .filter(({ role }) => role !== 'band' && role !== 'picture')
      .map((region) => [
        region.role,
        { rect: toRect(region), align: region.align, size: region.size, isLabel: region.lightness !== null },
      ]),
  );
  return {
    base,
    bands,
    picture,
    isOverPhotograph,
    texts,
    groundOf: (rect) => groundOf(scene, { base, bands, picture, isOverPhotograph }, rect),
  };
}

/**
 * Shares of the reference picture become pixels. Where apps cover the edges of the frame, everything moves into the free part,
 * except what reaches an edge.
 */
function rectIn(
  { width, height, safe, isTall }: Frame,
  regions: readonly ReferenceRegion[],
  isMirrored: boolean,
) {
  const texts = regions.filter(({ role }) => role !== 'band' && role !== 'picture');
  const isFree = ({ top, height: own }: ReferenceRegion): boolean =>
    top * height >= safe.top && (top + own) * height <= getBottom(safe);
  const moves = isTall && !texts.every(isFree);
  const toY = (share: number): number =>
    !moves || share <= 0.005 || share >= 0.995 ? share * height : safe.top + share * safe.height;
  return (region: ReferenceRegion): Rect => {
    const top = toY(region.top);
    const rect = {
      left: region.left * width,
      top,
      width: region.width * width,
      height: toY(region.top + region.height) - top,
    };
    return isMirrored ? mirrorRect(rect, { width }) : rect;
  };
}

function touchesEdge(rect: Rect, { width, height }: Frame): boolean {
  return rect.left <= 1 || rect.top <= 1 || getRight(rect) >= width - 1 || getBottom(rect) >= height - 1;
}

/** A picture that covers at least this share of the reference ad is behind its texts. */
export const wholeShare = 0.8;

function planPicture(rect: Rect, isFramed: boolean, frame: Frame): Plan['picture'] {
  const isWhole = isFramed && rect.width * rect.height >= wholeShare * frame.width * frame.height;
  return { rect: isWhole ? frame.whole : rect, isFramed, isWhole };
}

function fillsFrame({ subject, frame }: Scene): boolean {
  if (subject?.kind !== 'photograph') return false;
  const enlarged = Math.max(frame.width / subject.width, frame.height / subject.height);
  return enlarged <= 2.4 || subject.surround !== null;
}

const lightnessOf = ({ back }: Surface): number => toLch(back).lightness;

/** Consecutive seeds get different surfaces; only ones that contrast with the product. */
function baseSurface(scene: Scene, lightness: number): Surface {
  const distance = (surface: Surface): number => Math.abs(lightnessOf(surface) - lightness);
  const sorted = Object.values(scene.palette).toSorted((a, b) => distance(a) - distance(b));
  const visible = sorted.filter((surface) => hasContrast(scene, surface));
  return scene.chance.next('surface', visible.length > 0 ? visible : sorted);
}

/** The surface that differs from the base about as much as the band of the reference ad does from its ground. */
function bandSurface({ palette }: Scene, base: Surface, band: ReferenceRegion, ground: number): Surface {
  const wanted = Math.abs((band.lightness ?? ground) - ground);
  const gap = (surface: Surface): number =>
    Math.abs(Math.abs(lightnessOf(surface) - lightnessOf(base)) - wanted);
  const others = Object.values(palette).filter((surface) => surface !== base && surface.back !== base.back);
  return others.toSorted((a, b) => gap(a) - gap(b))[0] ?? base;
}

type Grounds = Pick<Plan, 'base' | 'bands' | 'picture' | 'isOverPhotograph'>;

function groundOf(
  { frame, palette }: Scene,
  { base, bands, picture, isOverPhotograph }: Grounds,
  rect: Rect,
): TextGround {
  const page = inset(frame.whole, 3.2 * frame.unit);
  const free = frame.isTall ? intersect(page, frame.safe) : page;
  const band = bands.find((one) => overlapOf(rect, one.rect) > 0.7);
  if (band !== undefined) {
    const bounds = intersect(free, inset(band.rect, 2.2 * frame.unit));
    const over = picture !== null && !band.isCard && !picture.isWhole ? [picture.rect] : [];
    const obstacles = over.filter((other) => overlapOf(rect, other) === 0);
    return {
      surface: band.surface,
      bounds,
      obstacles,
      isOnPicture: false,
      needsPlate: over.length > obstacles.length,
    };
  }
  const others = bands.filter((one) => overlapOf(rect, one.rect) === 0).map((one) => one.rect);
  if (isOverPhotograph) {
    // Quiet text would need a denser overlay.
    const surface = { ...palette.deep, quiet: palette.deep.ink };
    return { surface, bounds: free, obstacles: others, isOnPicture: true, needsPlate: false };
  }
  const isOver = picture !== null && !picture.isWhole && overlapOf(rect, picture.rect) > 0.02;
  const obstacles = picture === null || picture.isWhole || isOver ? others : [...others, picture.rect];
  return { surface: base, bounds: free, obstacles, isOnPicture: isOver, needsPlate: isOver };
}

/** The share of the first rectangle that is inside the other. */
export function overlapOf(rect: Rect, other: Rect): number {
  const { width, height } = intersect(rect, other);
  return width <= 0 || height <= 0 ? 0 : (width * height) / (rect.width * rect.height);
}
