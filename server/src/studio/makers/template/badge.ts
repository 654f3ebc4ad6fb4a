import { fitUnbroken, type FittedText, type TextBlock } from '../../../integrations/drawing/fit.ts';
import { textParts } from './column.ts';
import type { Surface } from './palette.ts';
import { box, inset, merge, type Parts, type Rect, type Scene } from './scene.ts';

/** A badge with the offer. */
export interface Badge {
  readonly width: number;
  readonly height: number;
  paint(place: Rect): Parts;
}

/** The preferred disc diameter, and the maximum width and height. */
interface Room {
  readonly disc: number;
  readonly width: number;
  readonly height: number;
}

/** A disc, or a pill if the text would be too small in a disc; null if the offer is too long for both. */
export function badge(scene: Scene, surface: Surface, room: Room): Badge | null {
  const words = scene.wording.offer;
  if (words === null) return null;
  const minSize = Math.max(3.4 * scene.frame.unit, 0.11 * room.disc);
  const inDisc = fitInDisc(words, room.disc, minSize);
  if (inDisc !== null) return badgeOf({ words, surface, text: inDisc }, room.disc, room.disc);
  const [beside, above] = [0.8 * minSize, 0.5 * minSize];
  const text = fitUnbroken(words, {
    width: room.width - 2 * beside,
    height: room.height - 2 * above,
    maxSize: 0.2 * room.disc,
    minSize,
    maxLines: 2,
  });
  if (text === null) return null;
  return badgeOf({ words, surface, text }, text.width + 2 * beside, text.height + 2 * above);
}

interface BadgeContent {
  readonly words: TextBlock;
  readonly surface: Surface;
  readonly text: FittedText;
}

/** Has a border in the background colour, so that it stands out from a picture. */
function badgeOf({ words, surface, text }: BadgeContent, width: number, height: number): Badge {
  const borderRadius = Math.min(width, height) / 2;
  const edge = 0.05 * borderRadius;
  return {
    width,
    height,
    paint: (place) =>
      merge(
        box(inset(place, -edge), { backgroundColor: surface.back, borderRadius: borderRadius + edge }),
        box(place, { backgroundColor: surface.button, borderRadius }),
        textParts(
          words,
          text,
          { ...place, top: place.top + (height - text.height) / 2 },
          'center',
          surface.onButton,
        ),
      ),
  };
}

/** Prefers one line, so that a currency sign is not alone on a line; else up to three. */
function fitInDisc(words: TextBlock, disc: number, minSize: number): FittedText | null {
  return fitInCircle(words, disc, Math.max(minSize, 0.13 * disc), 1) ?? fitInCircle(words, disc, minSize, 3);
}

function fitInCircle(words: TextBlock, disc: number, minSize: number, maxLines: number): FittedText | null {
  for (let size = 0.34 * disc; size >= minSize; size *= 0.95) {
    const text = fitUnbroken(words, {
      width: 0.9 * disc,
      height: disc,
      maxSize: size,
      minSize: size,
      maxLines,
    });
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
