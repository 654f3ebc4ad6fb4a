import { badge, type Badge } from '../badge.ts';
import { column } from '../column.ts';
import { background } from '../decoration.ts';
import { display, placeMargin, fillsRect, containedSubject } from '../display.ts';
import { bodyText, button, buttonWithOffer, headline } from '../pieces.ts';
import type { Surface } from '../palette.ts';
import {
  bottomOf,
  noParts,
  mirrorRect,
  rightOf,
  merge,
  type Parts,
  type Rect,
  type Scene,
} from '../scene.ts';
import { brandOnTop, stageSurface, surfaceFor } from './shared.ts';

/** Price or discount in a large badge, or beside the button if it is too long. */
export function offer(scene: Scene): Parts {
  const { frame, chance, wording, subject } = scene;
  const surface = surfaceFor(scene, ['bold', 'soft', 'deep'], subject?.kind === 'cutout');
  const isFirst = frame.isWide && chance.pick('side', [true, false]);
  const sided = (rect: Rect): Rect => (isFirst ? mirrorRect(rect, frame) : rect);
  const place = pictureRect(scene);
  const align = frame.isWide ? 'left' : chance.pick('align', ['left', 'center'] as const);
  const area = sided(wordsRect(scene, place));
  const top = brandOnTop(scene, surface, frame.isWide ? area : frame.safe, align);
  const sign = badgeFor(scene, surface, place);
  const words = column(
    frame.isWide ? top.rest : area,
    [
      headline(scene, surface.ink, frame.isWide ? 7.4 : 8, 4),
      bodyText(scene, wording.text, surface.quiet, 2),
      ...(sign === null
        ? buttonWithOffer(scene, surface, area.width, align)
        : [button(scene, surface, area.width)]),
    ],
    { align, justify: 'center' },
  );
  return merge(
    background(scene, surface, frame.whole),
    pictureAndBadge(scene, surface, sided(place), sign),
    top.parts,
    words.parts,
  );
}

function wordsRect({ frame }: Scene, picture: Rect): Rect {
  const { safe, unit } = frame;
  if (frame.isWide) return { ...safe, width: picture.left - safe.left - 4 * unit };
  const top = bottomOf(picture) + 4.4 * unit;
  return { ...safe, top, height: bottomOf(safe) - top };
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

function pictureAndBadge(scene: Scene, surface: Surface, place: Rect, sign: Badge | null): Parts {
  const { subject } = scene;
  if (subject === null && sign !== null) return sign.paint(middleOf(place, sign));
  const { picture, parts } =
    sign === null ? { picture: place, parts: noParts } : placeBadge(scene, place, sign);
  const pictured =
    subject?.kind === 'cutout'
      ? containedSubject(scene, picture, surface.back)
      : display(scene, picture, 'rounded', stageSurface(scene, surface));
  return merge(pictured, parts);
}

function middleOf(place: Rect, { width, height }: Badge): Rect {
  const [left, top] = [place.left + (place.width - width) / 2, place.top + (place.height - height) / 2];
  return { left, top, width, height };
}

interface Arrangement {
  readonly picture: Rect;
  readonly parts: Parts;
}

/** Places the badge at an edge of the picture, away from the text. The picture shrinks on the side that leaves it larger. */
function placeBadge(scene: Scene, place: Rect, sign: Badge): Arrangement {
  const { chance, frame } = scene;
  const over = overlap(scene, place, sign);
  const isLeft = frame.isWide ? place.left < frame.width / 3 : chance.pick('badge', [true, false]);
  const isHigh = chance.pick('height', [true, false]);
  const left = isLeft ? place.left : rightOf(place) - sign.width;
  const top = isHigh ? place.top : bottomOf(place) - sign.height;
  const [across, down] = [sign.width - over, sign.height - over];
  const narrow = { ...place, left: place.left + (isLeft ? across : 0), width: place.width - across };
  const low = { ...place, top: place.top + (isHigh ? down : 0), height: place.height - down };
  const parts = sign.paint({ left, top, width: sign.width, height: sign.height });
  return { picture: sizeIn(scene, narrow) >= sizeIn(scene, low) ? narrow : low, parts };
}

/** The badge may overlap the edge of a photograph or the margin of a product, but never the product. */
function overlap({ subject, frame }: Scene, place: Rect, { width, height }: Badge): number {
  if (subject === null || subject.kind === 'cutout') return -2 * frame.unit;
  const ofBadge = 0.35 * Math.min(width, height);
  return fillsRect(subject, place)
    ? ofBadge
    : Math.min(ofBadge, 0.35 * placeMargin * Math.min(place.width, place.height));
}

/** The visible area of the picture in a rectangle. */
function sizeIn({ subject }: Scene, { width, height }: Rect): number {
  if (subject === null || fillsRect(subject, { left: 0, top: 0, width, height })) return width * height;
  const scale = Math.min(width / subject.width, height / subject.height);
  return scale * scale * subject.width * subject.height;
}
