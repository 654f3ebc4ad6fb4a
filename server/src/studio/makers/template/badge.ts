import { fitWhole, type SetText, type Words } from '../../../integrations/drawing/fit.ts';
import { textParts } from './column.ts';
import type { Surface } from './palette.ts';
import { box, inset, together, type Parts, type Rect, type Scene } from './scene.ts';

/** A sign with the offer, of a known size. */
export interface Badge {
  readonly width: number;
  readonly height: number;
  paint(place: Rect): Parts;
}

/** What there is room for: the disc it would be best, and beyond which nothing may go. */
interface Room {
  readonly disc: number;
  readonly width: number;
  readonly height: number;
}

/** A disc, or a pill for what would be too small in one; null where the offer is too long for either. */
export function badge(scene: Scene, surface: Surface, room: Room): Badge | null {
  const words = scene.wording.offer;
  if (words === null) return null;
  const least = Math.max(3.4 * scene.frame.unit, 0.11 * room.disc);
  const inDisc = fitInDisc(words, room.disc, least);
  if (inDisc !== null) return signOf({ words, surface, text: inDisc }, room.disc, room.disc);
  const [beside, above] = [0.8 * least, 0.5 * least];
  const text = fitWhole(words, {
    width: room.width - 2 * beside,
    height: room.height - 2 * above,
    most: 0.2 * room.disc,
    least,
    mostLines: 2,
  });
  if (text === null) return null;
  return signOf({ words, surface, text }, text.width + 2 * beside, text.height + 2 * above);
}

interface Sign {
  readonly words: Words;
  readonly surface: Surface;
  readonly text: SetText;
}

/** With an edge in the colour of the ground, by which it stands out from a picture. */
function signOf({ words, surface, text }: Sign, width: number, height: number): Badge {
  const borderRadius = Math.min(width, height) / 2;
  const edge = 0.05 * borderRadius;
  return {
    width,
    height,
    paint: (place) =>
      together(
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

/** In one line as long as that is not small, so that no sign of a currency stands alone; else in several. */
function fitInDisc(words: Words, disc: number, least: number): SetText | null {
  return fitInCircle(words, disc, Math.max(least, 0.13 * disc), 1) ?? fitInCircle(words, disc, least, 3);
}

function fitInCircle(words: Words, disc: number, least: number, mostLines: number): SetText | null {
  for (let size = 0.34 * disc; size >= least; size *= 0.95) {
    const text = fitWhole(words, { width: 0.9 * disc, height: disc, most: size, least: size, mostLines });
    if (text !== null && isWithinCircle(text, 0.46 * disc)) return text;
  }
  return null;
}

function isWithinCircle({ lines, size, height }: SetText, radius: number): boolean {
  return lines.every(({ width }, index) => {
    const middle = ((index + 0.5) * height) / lines.length - height / 2;
    return Math.hypot(width / 2, Math.abs(middle) + 0.4 * size) <= radius;
  });
}
