import { column } from '../column.ts';
import { ground } from '../decoration.ts';
import { display, standing } from '../display.ts';
import { badge, bodyText, button, headline } from '../pieces.ts';
import type { Surface } from '../palette.ts';
import { bottomOf, nothing, rightOf, together, type Parts, type Rect, type Scene } from '../scene.ts';
import { brandOnTop, standingOn, surfaceFor } from './shared.ts';

/** What it costs or saves, in a badge that cannot be overlooked. */
export function offer(scene: Scene): Parts {
  const { frame, chance, wording, subject } = scene;
  const { safe, unit } = frame;
  const surface = surfaceFor(scene, ['bold', 'soft', 'deep']);
  const picture = pictureRect(scene);
  const align = frame.isWide ? 'left' : chance.pick('align', ['left', 'center'] as const);
  const area = frame.isWide
    ? { ...safe, width: picture.left - safe.left - 7 * unit }
    : {
        ...safe,
        top: bottomOf(picture) + 4.4 * unit,
        height: bottomOf(safe) - bottomOf(picture) - 4.4 * unit,
      };
  const top = brandOnTop(scene, surface, frame.isWide ? area : safe, align);
  const words = column(
    frame.isWide ? top.rest : area,
    [
      headline(scene, surface.ink, frame.isWide ? 7.4 : 8, 4),
      bodyText(scene, wording.text, surface.quiet, 2),
      button(scene, surface, area.width),
    ],
    { align, justify: 'center' },
  );
  return together(
    ground(scene, surface, frame.whole),
    shown(scene, surface, picture),
    badge(scene, surface, subject === null ? middleOf(picture) : badgeRect(scene, picture)),
    top.parts,
    words.parts,
  );
}

/** Where there is no picture, the badge stands for it. */
function shown(scene: Scene, surface: Surface, picture: Rect): Parts {
  if (scene.subject?.kind === 'cutout') return standing(scene, picture, surface.back);
  if (scene.subject === null && scene.wording.offer !== null) return nothing;
  return display(scene, picture, 'rounded', standingOn(scene, surface));
}

function middleOf({ left, top, width, height }: Rect): Rect {
  const side = Math.min(width, height);
  return { left: left + (width - side) / 2, top: top + (height - side) / 2, width: side, height: side };
}

function pictureRect({ frame }: Scene): Rect {
  const { safe, unit, width, height } = frame;
  if (frame.isWide)
    return { left: width * 0.55, top: safe.top, width: width * 0.45 - safe.left, height: safe.height };
  const top = safe.top + 9 * unit;
  return { left: safe.left, top, width: safe.width, height: (frame.isTall ? 0.36 : 0.4) * height };
}

/** Over a corner of the picture. */
function badgeRect({ frame, chance }: Scene, picture: Rect): Rect {
  const side = (frame.isWide ? 25 : 27) * frame.unit;
  const isLow = chance.pick('badge', [true, false]);
  const top = isLow ? bottomOf(picture) - side - 2 * frame.unit : picture.top + 2 * frame.unit;
  const left = frame.isWide ? picture.left - side * 0.28 : rightOf(picture) - side - 2 * frame.unit;
  return { left, top, width: side, height: side };
}
