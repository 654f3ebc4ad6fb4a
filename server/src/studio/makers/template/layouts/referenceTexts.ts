import { fit, fitUnbroken } from '../../../../integrations/drawing/fit.ts';
import type { RegionRole } from '../../../reference/referenceLayout.ts';
import { column, textParts } from '../column.ts';
import { bodyText, brandMark, headline, offerText } from '../pieces.ts';
import type { Surface } from '../palette.ts';
import { boxParts, getBottom, getRight, inset, mergeParts } from '../scene.ts';
import type { PlacedLine, Rect, Scene, SceneParts } from '../scene.ts';
import type { Plan } from './referencePlan.ts';

export interface PlacedText {
  readonly parts: SceneParts;
  readonly rect: Rect;
  readonly isOnPicture: boolean;
}

/** What was placed, and where the rest of the reference ad still needs space. */
export interface Progress {
  readonly placed: PlacedText[];
  readonly pending: Map<RegionRole, Rect>;
}

export type PlaceText = (scene: Scene, plan: Plan, progress: Progress) => PlacedText | 'none' | null;

/** The space around a region up to the next ones. */
function spaceFor(scene: Scene, plan: Plan, { placed, pending }: Progress, role: RegionRole) {
  const region = plan.texts.get(role);
  if (region === undefined) throw new Error(`The reference has no ${role}.`);
  const { rect, align } = region;
  const ground = plan.groundOf(rect);
  const others = [...placed.map((each) => each.rect), ...pending.values(), ...ground.obstacles];
  const area = grow(rect, { bounds: ground.bounds, others, align, gap: 2 * scene.frame.unit });
  return { ...region, ...ground, area };
}

interface Growth {
  readonly bounds: Rect;
  readonly others: readonly Rect[];
  readonly align: 'left' | 'center';
  readonly gap: number;
}

/** The largest space around a rectangle that keeps its alignment: first to the sides, then up and down. */
function grow(rect: Rect, { bounds, others, align, gap }: Growth): Rect {
  const beside = others.filter((other) => other.top < getBottom(rect) && getBottom(other) > rect.top);
  const rightEnd = Math.min(
    getRight(bounds),
    ...beside.filter(({ left }) => left >= getRight(rect) - gap).map(({ left }) => left - gap),
  );
  const leftEnd = Math.max(
    bounds.left,
    ...beside.filter((other) => getRight(other) <= rect.left + gap).map((other) => getRight(other) + gap),
  );
  const room = Math.max(0, Math.min(rect.left - leftEnd, rightEnd - getRight(rect)));
  const left = align === 'center' ? rect.left - room : Math.max(rect.left, bounds.left);
  const right =
    align === 'center'
      ? getRight(rect) + room
      : Math.max(rightEnd, Math.min(getRight(rect), getRight(bounds)));
  const along = others.filter((other) => other.left < right && getRight(other) > left);
  const bottom = Math.min(
    getBottom(bounds),
    ...along.filter(({ top }) => top >= getBottom(rect) - gap).map(({ top }) => top - gap),
  );
  const top = Math.max(
    bounds.top,
    ...along.filter((other) => getBottom(other) <= rect.top + gap).map((other) => getBottom(other) + gap),
  );
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** Centred on the place of the reference, within the space. */
function topFor(rect: Rect, area: Rect, height: number): number {
  const wanted = rect.top + (rect.height - height) / 2;
  return Math.max(area.top, Math.min(wanted, getBottom(area) - height));
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

export const placeHeadline: PlaceText = (scene, plan, progress) => {
  const { unit } = scene.frame;
  const { area, rect, align, size, surface, ...ground } = spaceFor(scene, plan, progress, 'headline');
  const words = { ...headline(scene, surface.ink, clamp(size * 1.1, 3.6, 14), 8), gap: 2.2 * unit };
  // Without a place of its own, the offer stands below the headline.
  const offer = plan.texts.has('offer') ? null : offerText(scene, surface.ink, area.width, align);
  const below = offer === null ? 0 : offer.height + words.gap;
  const text = words.words && fit(words.words, { ...words, width: area.width, height: area.height - below });
  if (text === null || text.isCut) return null;
  const height = text.height + below;
  const top = Math.max(area.top, Math.min(topFor(rect, area, text.height), getBottom(area) - height));
  const options = { align, justify: 'top' } as const;
  const { parts } = column({ ...area, top, height: height + 1 }, [words, offer], options);
  return withPlate(scene, { parts, rect: boundsOf(parts, { ...area, top, height }) }, { surface, ...ground });
};

export const placeBody: PlaceText = (scene, plan, progress) => {
  const { unit } = scene.frame;
  const { area, rect, align, size, surface, ...ground } = spaceFor(scene, plan, progress, 'text');
  const item = {
    ...bodyText(scene, scene.wording.text, surface.quiet, 6),
    maxSize: clamp(size, 2.3, 4.6) * unit,
  };
  const text = item.words && fit(item.words, { ...item, width: area.width, height: area.height });
  if (text === null || text.isCut || item.words === null) return 'none';
  const place = { ...area, top: topFor(rect, area, text.height), height: text.height };
  const parts = textParts(item.words, text, place, align, item.color);
  return withPlate(scene, { parts, rect: boundsOf(parts, place) }, { surface, ...ground });
};

export const placeBrand: PlaceText = (scene, plan, progress) => {
  const { area, rect, align, surface, ...ground } = spaceFor(scene, plan, progress, 'brand');
  const item = brandMark(scene, surface, area.width);
  if (item === null || item.height > area.height) return 'none';
  const left = align === 'center' ? area.left + (area.width - item.width) / 2 : area.left;
  const place = { left, top: topFor(rect, area, item.height), width: item.width, height: item.height };
  return withPlate(scene, { parts: item.paint(place), rect: place }, { surface, ...ground });
};

export const placeButton: PlaceText = (scene, plan, progress) => {
  const words = scene.wording.callToAction;
  if (words === null) return 'none';
  const { unit } = scene.frame;
  const { area, rect, size, surface, isOnPicture } = spaceFor(scene, plan, progress, 'button');
  const beside = 2.6 * unit;
  const isMiddle = Math.abs(rect.left + rect.width / 2 - (area.left + area.width / 2)) < 4 * unit;
  const maxSize = clamp(size, 2.1, 4.4) * unit;
  const text = fitUnbroken(words, {
    width: area.width - 2 * beside,
    height: area.height,
    maxSize,
    minSize: Math.min(maxSize, 1.9 * unit),
    maxLines: 1,
  });
  if (text === null) return null;
  const width = clamp(Math.max(rect.width, text.width + 2 * beside), 0, area.width);
  const height = clamp(Math.max(rect.height, text.height + 1.6 * unit), 0, area.height);
  const left = clamp(
    isMiddle ? rect.left + (rect.width - width) / 2 : rect.left,
    area.left,
    getRight(area) - width,
  );
  const place = { left, top: topFor(rect, area, height), width, height };
  const borderRadius = scene.chance.pick('button', [height / 2, height / 2, 1.3 * unit, 0.3 * unit]);
  const within = { ...place, top: place.top + (height - text.height) / 2, height: text.height };
  const parts = mergeParts(
    boxParts(place, { backgroundColor: surface.button, borderRadius }),
    textParts(words, text, within, 'center', surface.onButton),
  );
  return { parts, rect: place, isOnPicture };
};

export const placeOffer: PlaceText = (scene, plan, progress) => {
  const words = scene.wording.offer;
  if (words === null) return 'none';
  const space = spaceFor(scene, plan, progress, 'offer');
  const { area, rect, align, size, surface, isLabel, ...ground } = space;
  if (isLabel) return placeBadge(scene, rect, surface, ground.isOnPicture);
  const { unit } = scene.frame;
  const room = {
    width: area.width,
    height: area.height,
    maxSize: clamp(size * 1.1, 3, 18) * unit,
    minSize: 2.6 * unit,
    maxLines: 1,
  };
  const text = fitUnbroken(words, room) ?? fitUnbroken(words, { ...room, maxLines: 4 });
  if (text === null) return null;
  const place = { ...area, top: topFor(rect, area, text.height), height: text.height };
  const parts = textParts(words, text, place, align, surface.ink);
  return withPlate(scene, { parts, rect: boundsOf(parts, place) }, { surface, ...ground });
};

/** A disc if it is about as high as wide, else a pill. Grows around its middle for longer text. */
function placeBadge(scene: Scene, rect: Rect, surface: Surface, isOnPicture: boolean): PlacedText | null {
  const words = scene.wording.offer;
  if (words === null) return null;
  const { whole, unit } = scene.frame;
  const isDisc = Math.max(rect.width / rect.height, rect.height / rect.width) < 1.4;
  for (const factor of [1, 1.2, 1.45]) {
    const [width, height] = [rect.width * factor, rect.height * factor];
    const left = clamp(rect.left - (width - rect.width) / 2, unit, whole.width - width - unit);
    const place = {
      left,
      top: clamp(rect.top - (height - rect.height) / 2, unit, whole.height - height - unit),
      width,
      height,
    };
    const room = inset(place, isDisc ? 0.16 * Math.min(width, height) : 0.12 * height);
    const options = { width: room.width, height: room.height, maxSize: 0.5 * height, minSize: 2.4 * unit };
    const text =
      fitUnbroken(words, { ...options, maxLines: 1 }) ?? fitUnbroken(words, { ...options, maxLines: 3 });
    if (text === null) continue;
    const within = { ...room, top: room.top + (room.height - text.height) / 2, height: text.height };
    const parts = mergeParts(
      boxParts(place, { backgroundColor: surface.button, borderRadius: Math.min(width, height) / 2 }),
      textParts(words, text, within, 'center', surface.onButton),
    );
    return { parts, rect: place, isOnPicture };
  }
  return null;
}

interface Ground {
  readonly surface: Surface;
  readonly isOnPicture: boolean;
  readonly needsPlate: boolean;
}

/** Text on a part of the picture gets a box behind it, so that it stays readable. */
function withPlate(
  scene: Scene,
  { parts, rect }: Omit<PlacedText, 'isOnPicture'>,
  ground: Ground,
): PlacedText {
  if (!ground.needsPlate) return { parts, rect, isOnPicture: ground.isOnPicture };
  const { unit } = scene.frame;
  const plate = boxParts(inset(rect, -1.6 * unit), {
    backgroundColor: ground.surface.back,
    borderRadius: unit,
  });
  return { parts: mergeParts(plate, parts), rect: inset(rect, -1.6 * unit), isOnPicture: ground.isOnPicture };
}

/** The rectangle around lines of text; `place` without any. */
function boundsOf({ lines }: SceneParts, place: Rect): Rect {
  const rooms = lines.map(({ room }: PlacedLine) => room);
  if (rooms.length === 0) return place;
  const left = Math.min(...rooms.map((room) => room.left));
  const right = Math.max(...rooms.map(getRight));
  return { left, top: place.top, width: right - left, height: place.height };
}
