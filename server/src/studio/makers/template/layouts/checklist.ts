import { column } from '../column.ts';
import { background, display } from '../display.ts';
import { bodyText, brandMark, buttonWithOffer, headline, ticks } from '../pieces.ts';
import { getBottom, box, mergeRects, type SceneParts, type Rect, type Scene } from '../scene.ts';
import { areaBelow, pickSide, stageSurface, surfaceFor } from './shared.ts';

/** Selling points as a list with ticks. */
export function checklist(scene: Scene): SceneParts {
  const { frame, wording, subject, chance } = scene;
  const { safe } = frame;
  const surface = surfaceFor(scene, ['light', 'bold', 'soft', 'deep'], false);
  const picture = subject === null ? null : pictureRect(scene);
  const sided = pickSide(scene, picture !== null && !frame.isTall);
  const area = sided(picture === null ? safe : textRect(scene, picture));
  const list = ticks(scene, surface, area.width, area.height * 0.5);
  const words = column(
    area,
    [
      brandMark(scene, surface, area.width),
      { ...headline(scene, surface.ink, picture === null ? 9 : 7, 6), gap: 3.8 * frame.unit },
      list ?? bodyText(scene, wording.text, surface.quiet),
      ...buttonWithOffer(scene, surface, area.width, 'left'),
    ],
    { align: 'left', justify: 'center' },
  );
  const stage = stageSurface(scene, surface);
  const form = frame.isWide
    ? 'plain'
    : chance.pick('form', frame.isTall ? ['rounded', 'plain'] : ['rounded', 'arch']);
  const placed =
    picture === null
      ? []
      : [display(scene, sided(form === 'plain' ? bleedRect(scene, picture) : picture), form, stage)];
  return mergeRects(
    picture === null
      ? background(scene, surface, frame.whole)
      : box(frame.whole, { backgroundColor: surface.back }),
    ...placed,
    words.parts,
  );
}

function pictureRect({ frame }: Scene): Rect {
  const { safe, unit, width, height } = frame;
  if (frame.isTall)
    return { left: safe.left, top: safe.top - 6 * unit, width: safe.width, height: height * 0.27 };
  if (frame.isWide) return { left: width * 0.6, top: 0, width: width * 0.4, height };
  const own = width * 0.43 - safe.left;
  const high = Math.min(safe.height, own * 1.5);
  return { left: width * 0.57, top: safe.top + (safe.height - high) / 2, width: own, height: high };
}

function bleedRect({ frame }: Scene, { left, top, height }: Rect): Rect {
  if (frame.isTall) return { left: 0, top: 0, width: frame.width, height: top + height };
  return { left, top: 0, width: frame.width - left, height: frame.height };
}

function textRect({ frame }: Scene, picture: Rect): Rect {
  const { safe, unit } = frame;
  if (!frame.isTall) return { ...safe, width: picture.left - safe.left - 4.6 * unit };
  return areaBelow(safe, getBottom(picture) + 4.6 * unit);
}
