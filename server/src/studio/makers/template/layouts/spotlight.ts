import { column } from '../column.ts';
import { mixed } from '../../../colors.ts';
import { display, rectForForm, containedSubject, type DisplayForm } from '../display.ts';
import { bodyText, brandMark, buttonWithOffer, headline } from '../pieces.ts';
import { getBottom, box, mergeRects, type SceneParts, type Rect, type Scene } from '../scene.ts';
import { areaBelow, pickSide, stageSurface, surfaceFor } from './shared.ts';

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
  return mergeRects(
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
  const light = `radial-gradient(${Math.round(Math.max(width, height) * 0.75)}px at ${at}, ${shade} 0%, ${mixed(shade, back, 0.4)} 45%, ${back} 100%)`;
  return mergeRects(
    box(frame.whole, { backgroundColor: back }),
    box(frame.whole, { backgroundImage: light }),
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
