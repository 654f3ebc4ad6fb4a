import { background, display, containedSubject, rectForForm, type DisplayForm } from '../display.ts';
import type { Surface } from '../palette.ts';
import {
  getBottom,
  boxParts,
  inset,
  getRight,
  mergeParts,
  type SceneParts,
  type Rect,
  type Scene,
  intersect,
  type Frame,
} from '../scene.ts';
import { areaBelow, copyColumn, stageSurface, surfaceFor, pickSide } from './shared.ts';
import { column } from '../column.ts';
import { mixColors } from '../../../colors.ts';
import { bodyText, brandMark, buttonWithOffer, headline } from '../pieces.ts';

/** A card with all texts on top of the picture. */
export function card(scene: Scene): SceneParts {
  const { frame, palette, chance } = scene;
  const { unit } = frame;
  const surface = palette[chance.next('card', ['light', 'deep', 'bold'] as const)];
  const edge = frame.isWide ? 3.6 * unit : 4.4 * unit;
  const most = maxRect(scene, edge);
  const align = frame.isWide ? 'left' : chance.pick('align', ['left', 'center'] as const);
  const words = copyColumn(scene, surface, inset(most, 4.6 * unit), {
    size: 6.6,
    lines: 8,
    textLines: 3,
    align,
    justify: frame.isWide ? 'center' : 'bottom',
  });
  const rect = frame.isWide ? most : areaBelow(most, words.rect.top - 4.6 * unit);
  const stage = stageSurface(scene, surface);
  return mergeParts(
    boxParts(frame.whole, { backgroundColor: stage.back }),
    backdrop(scene, stage, rect),
    boxParts(rect, { backgroundColor: surface.back, borderRadius: 3 * unit }),
    words.parts,
  );
}

/** A photograph extends under the card; a product without surroundings is placed beside it. */
function backdrop(scene: Scene, stage: Surface, rect: Rect): SceneParts {
  const { frame, subject } = scene;
  if (subject?.kind === 'photograph') {
    const height = frame.isWide || frame.isTall ? frame.height : rect.top + 3 * frame.unit;
    return display(scene, { ...frame.whole, height }, 'plain', stage);
  }
  const top = frame.isTall ? frame.safe.top / 2 : 0;
  const free: Rect = frame.isWide
    ? { ...frame.whole, left: getRight(rect), width: frame.width - getRight(rect) }
    : { ...frame.whole, top, height: rect.top - top };
  if (subject?.kind !== 'cutout') return display(scene, free, 'plain', stage);
  const room = inset(free, Math.min(free.width, free.height) * 0.09);
  return mergeParts(background(scene, stage, frame.whole), containedSubject(scene, room, stage.back));
}

function maxRect({ frame, subject }: Scene, edge: number): Rect {
  const { safe, width, height } = frame;
  if (frame.isWide) return { left: edge, top: edge, width: width * 0.5, height: height - 2 * edge };
  const bottom = frame.isTall ? getBottom(safe) : height - edge;
  const share = subject === null ? 0.1 : 0.36;
  const top = frame.isTall ? safe.top + safe.height * share : height * share;
  return { left: edge, top, width: width - 2 * edge, height: bottom - top };
}

/** Two halves: picture and text. */
export function split(scene: Scene): SceneParts {
  const { frame, chance } = scene;
  const isBeside = frame.isWide || (frame.ratio === '1:1' && chance.pick('halves', [true, false]));
  const share = chance.pick('share', [0.5, 0.46]);
  const isPictureFirst = chance.pick('first', [true, false]);
  const [pictureRect, textRect] = isBeside
    ? beside(frame.whole, share, isPictureFirst)
    : stacked(frame, !isPictureFirst && !frame.isTall);
  const surface = surfaceFor(scene, ['light', 'bold', 'soft', 'deep'], false);
  const area = intersect(inset(textRect, 5.4 * frame.unit), frame.isTall ? frame.safe : textRect);
  const words = copyColumn(scene, surface, area, {
    size: isBeside ? 7.4 : 8.4,
    lines: 9,
    align: 'left',
    justify: 'center',
  });
  return mergeParts(
    display(scene, pictureRect, 'plain', stageSurface(scene, surface)),
    boxParts(textRect, { backgroundColor: surface.back }),
    words.parts,
  );
}

function beside({ width, height }: Rect, share: number, isPictureFirst: boolean): [Rect, Rect] {
  const edge = Math.round(width * (isPictureFirst ? share : 1 - share));
  const first = { left: 0, top: 0, width: edge, height };
  const second = { left: edge, top: 0, width: width - edge, height };
  return isPictureFirst ? [first, second] : [second, first];
}

function stacked({ width, height, isTall }: Frame, isPictureLast: boolean): [Rect, Rect] {
  const edge = Math.round(height * (isTall ? 0.42 : isPictureLast ? 0.52 : 0.48));
  const first = { left: 0, top: 0, width, height: edge };
  const second = { left: 0, top: edge, width, height: height - edge };
  return isPictureLast ? [second, first] : [first, second];
}

export function spotlight(scene: Scene): SceneParts {
  const { frame, wording, chance, subject } = scene;
  const { safe, unit } = frame;
  const surface = surfaceFor(scene, ['deep', 'soft', 'bold'], subject?.kind === 'cutout');
  const sided = pickSide(scene, frame.isWide);
  const stageRect = frame.isWide ? wideStage(scene) : lowStage(scene);
  const align = frame.isWide ? 'left' : 'center';
  const width = frame.isWide ? stageRect.left - safe.left - 5 * unit : safe.width;
  const area: Rect = frame.isWide
    ? sided({ ...safe, width })
    : { ...safe, height: stageRect.top - safe.top - 3 * unit };
  const foot = frame.isWide
    ? null
    : column(safe, buttonWithOffer(scene, surface, safe.width, 'center'), { align, justify: 'bottom' });
  const words = column(
    area,
    [
      brandMark(scene, surface, width),
      headline(scene, surface.ink, 8.2, 4),
      frame.isTall ? null : bodyText(scene, wording.text, surface.quiet, 2),
      ...(frame.isWide ? buttonWithOffer(scene, surface, width, 'left') : []),
    ],
    { align, justify: frame.isWide ? 'center' : 'top' },
  );
  const top = frame.isWide ? stageRect.top : getBottom(words.rect) + 3.4 * unit;
  const end = frame.isWide ? getBottom(stageRect) : (foot?.rect.top ?? getBottom(safe)) - 3.4 * unit;
  const place = sided({ ...stageRect, top, height: end - top });
  const isFramed = subject?.kind !== 'cutout';
  const form: DisplayForm = chance.pick('form', ['circle', 'arch', 'rounded']);
  const shown = isFramed
    ? display(scene, rectForForm(place, form, subject), form, stageSurface(scene, surface))
    : containedSubject(scene, place, surface.back);
  return mergeParts(
    spotlightBackground(scene, surface.back, surface.shade, place),
    shown,
    words.parts,
    ...(foot === null ? [] : [foot.parts]),
  );
}

/** A background that is brighter around the product. Text is readable on the whole gradient. */
function spotlightBackground(
  { frame }: Scene,
  back: string,
  shade: string,
  { left, top, width, height }: Rect,
): SceneParts {
  const at = `${Math.round(((left + width / 2) / frame.width) * 100)}% ${Math.round(((top + height / 2) / frame.height) * 100)}%`;
  const light = `radial-gradient(${Math.round(Math.max(width, height) * 0.75)}px at ${at}, ${shade} 0%, ${mixColors(shade, back, 0.4)} 45%, ${back} 100%)`;
  return mergeParts(
    boxParts(frame.whole, { backgroundColor: back }),
    boxParts(frame.whole, { backgroundImage: light }),
  );
}

function wideStage({ frame }: Scene): Rect {
  const { safe } = frame;
  const width = safe.width * 0.42;
  return { left: safe.left + safe.width - width, top: safe.top, width, height: safe.height };
}

function lowStage({ frame }: Scene): Rect {
  return areaBelow(frame.safe, frame.safe.top + frame.safe.height * 0.42);
}
