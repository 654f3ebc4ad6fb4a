import { fitUnbroken, type FittedText, type TextBlock } from '../../../../integrations/drawing/fit.ts';
import { column, textParts, type BlockItem } from '../column.ts';
import { background, display, placeMargin, fillsRect, containedSubject } from '../display.ts';
import { bodyText, button, headline } from '../pieces.ts';
import type { Surface } from '../palette.ts';
import { getBottom, boxParts, inset, noParts, rectAt, getRight, mergeParts } from '../scene.ts';
import type { SceneParts, Rect, Scene } from '../scene.ts';
import { areaBelow, brandOnTop, copyColumn, pickSide, stageSurface, surfaceFor } from './shared.ts';

/** Price or discount in a large badge, or beside the button if it is too long. */
export function offer(scene: Scene): SceneParts {
  const { frame, chance, wording, subject } = scene;
  const surface = surfaceFor(scene, ['bold', 'soft', 'deep'], subject?.kind === 'cutout');
  const sided = pickSide(scene, frame.isWide);
  const place = pictureRect(scene);
  const picked = chance.pick('align', ['left', 'center'] as const);
  // Without a picture the badge is in the middle of the page, and so are the texts below it.
  const align = frame.isWide ? 'left' : subject === null ? 'center' : picked;
  const area = sided(wordsRect(scene, place));
  const top = brandOnTop(scene, surface, frame.isWide ? area : frame.safe, align);
  const sign = badgeFor(scene, surface, place);
  const room = frame.isWide ? top.rest : area;
  const size = frame.isWide ? 7.4 : 8;
  const options = { align, justify: 'center' } as const;
  const words =
    sign === null
      ? copyColumn(scene, surface, room, { size, lines: 4, textLines: 2, hasBrand: false, ...options })
      : column(
          room,
          [
            headline(scene, surface.ink, size, 4),
            bodyText(scene, wording.text, surface.quiet, 2),
            button(scene, surface, area.width),
          ],
          options,
        );
  return mergeParts(
    background(scene, surface, frame.whole),
    pictureAndBadge(scene, surface, sided(place), sign),
    top.parts,
    words.parts,
  );
}

function wordsRect({ frame }: Scene, picture: Rect): Rect {
  const { safe, unit } = frame;
  if (frame.isWide) return { ...safe, width: picture.left - safe.left - 4 * unit };
  return areaBelow(safe, getBottom(picture) + 4.4 * unit);
}

function pictureRect({ frame }: Scene): Rect {
  const { safe, unit, width, height } = frame;
  if (frame.isWide)
    return { left: width * 0.5, top: safe.top, width: width * 0.5 - safe.left, height: safe.height };
  const top = safe.top + 9 * unit;
  return { left: safe.left, top, width: safe.width, height: (frame.isTall ? 0.3 : 0.4) * height };
}

/** Without a picture, the badge uses all of its space. */
function badgeFor(scene: Scene, surface: Surface, place: Rect): Badge | null {
  const { unit, isWide } = scene.frame;
  const { width, height } = place;
  return scene.subject === null
    ? badge(scene, surface, { disc: Math.min(width, height), width, height })
    : badge(scene, surface, { disc: (isWide ? 24 : 27) * unit, width: 0.9 * width, height: 0.4 * height });
}

function pictureAndBadge(scene: Scene, surface: Surface, place: Rect, sign: Badge | null): SceneParts {
  const { subject } = scene;
  if (subject === null && sign !== null) return sign.paint(centerBadge(place, sign));
  const { picture, parts } =
    sign === null ? { picture: place, parts: noParts } : placeBadge(scene, place, sign);
  const pictured =
    subject?.kind === 'cutout'
      ? containedSubject(scene, picture, surface.back)
      : display(scene, picture, 'rounded', stageSurface(scene, surface));
  return mergeParts(pictured, parts);
}

function centerBadge({ left, top, width, height }: Rect, sign: Badge): Rect {
  return rectAt(left + (width - sign.width) / 2, top + (height - sign.height) / 2, sign);
}

/** Places the badge at an edge of the picture, away from the text. The picture shrinks on the side that leaves it larger. */
function placeBadge(scene: Scene, place: Rect, sign: Badge): { picture: Rect; parts: SceneParts } {
  const { chance, frame } = scene;
  const over = overlap(scene, place, sign);
  const isLeft = frame.isWide ? place.left < frame.width / 3 : chance.pick('badge', [true, false]);
  const isHigh = chance.pick('height', [true, false]);
  const left = isLeft ? place.left : getRight(place) - sign.width;
  const top = isHigh ? place.top : getBottom(place) - sign.height;
  const [across, down] = [sign.width - over, sign.height - over];
  const narrow = { ...place, left: place.left + (isLeft ? across : 0), width: place.width - across };
  const low = { ...place, top: place.top + (isHigh ? down : 0), height: place.height - down };
  const parts = sign.paint(rectAt(left, top, sign));
  return { picture: visibleArea(scene, narrow) >= visibleArea(scene, low) ? narrow : low, parts };
}

/** The badge may overlap the edge of a photograph or the margin of a product, but never the product. */
function overlap({ subject, frame }: Scene, place: Rect, { width, height }: Badge): number {
  if (subject === null || subject.kind === 'cutout') return -2 * frame.unit;
  const ofBadge = 0.35 * Math.min(width, height);
  return fillsRect(subject, place)
    ? ofBadge
    : Math.min(ofBadge, 0.35 * placeMargin * Math.min(place.width, place.height));
}

function visibleArea({ subject }: Scene, { width, height }: Rect): number {
  if (subject === null || fillsRect(subject, { left: 0, top: 0, width, height })) return width * height;
  const scale = Math.min(width / subject.width, height / subject.height);
  return scale * scale * subject.width * subject.height;
}

type Badge = Pick<BlockItem, 'width' | 'height' | 'paint'>;

/** A disc, or a pill if the text would be too small in a disc; null if the offer is too long for both. */
function badge(scene: Scene, surface: Surface, room: { disc: number; width: number; height: number }) {
  const words = scene.wording.offer;
  if (words === null) return null;
  const minSize = Math.max(3.4 * scene.frame.unit, 0.11 * room.disc);
  const inDisc = fitInDisc(words, room.disc, minSize);
  if (inDisc !== null) return buildBadge({ words, surface, text: inDisc }, room.disc, room.disc);
  const [beside, above] = [0.8 * minSize, 0.5 * minSize];
  const text = fitUnbroken(words, {
    width: room.width - 2 * beside,
    height: room.height - 2 * above,
    maxSize: 0.2 * room.disc,
    minSize,
    maxLines: 2,
  });
  if (text === null) return null;
  return buildBadge({ words, surface, text }, text.width + 2 * beside, text.height + 2 * above);
}

/** Has a border in the background colour, so that it stands out from a picture. */
function buildBadge(
  { words, surface, text }: { words: TextBlock; surface: Surface; text: FittedText },
  width: number,
  height: number,
): Badge {
  const borderRadius = Math.min(width, height) / 2;
  const edge = 0.05 * borderRadius;
  const middle = (place: Rect): Rect => ({ ...place, top: place.top + (height - text.height) / 2 });
  return {
    width,
    height,
    paint: (place) =>
      mergeParts(
        boxParts(inset(place, -edge), { backgroundColor: surface.back, borderRadius: borderRadius + edge }),
        boxParts(place, { backgroundColor: surface.button, borderRadius }),
        textParts(words, text, middle(place), 'center', surface.onButton),
      ),
  };
}

/** Prefers one line, so that a currency sign is not alone on a line; else up to three. */
function fitInDisc(words: TextBlock, disc: number, minSize: number): FittedText | null {
  return fitInCircle(words, disc, Math.max(minSize, 0.13 * disc), 1) ?? fitInCircle(words, disc, minSize, 3);
}

function fitInCircle(words: TextBlock, disc: number, minSize: number, maxLines: number): FittedText | null {
  for (let size = 0.34 * disc; size >= minSize; size *= 0.95) {
    const room = { width: 0.9 * disc, height: disc, maxSize: size, minSize: size, maxLines };
    const text = fitUnbroken(words, room);
    if (text !== null && isWithinCircle(text, 0.46 * disc)) return text;
  }
  return null;
}

function isWithinCircle({ lines, size, height }: FittedText, radius: number): boolean {
  return lines.every(({ width }, index) => {
    const middle = ((index + 0.5) * height) / lines.length - height / 2;
    return Math.hypot(width / 2, Math.abs(middle) + 0.4 * size) <= radius;
  });
}
