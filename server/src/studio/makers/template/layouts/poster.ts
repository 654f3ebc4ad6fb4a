import { column } from '../column.ts';
import { background, containedSubject, display, type DisplayForm, rectForForm } from '../display.ts';
import { bodyText, buttonWithOffer, headline } from '../pieces.ts';
import {
  getBottom,
  boxParts,
  intersect,
  noParts,
  mirrorRect,
  mergeParts,
  type Frame,
  type SceneParts,
  type Rect,
  type Scene,
  type SceneShape,
  type Side,
} from '../scene.ts';
import { areaBelow, brandOnTop, copyColumn, hasContrast, stageSurface, surfaceFor } from './shared.ts';

/** Photograph, product or text fills the frame. */
export function poster(scene: Scene): SceneParts {
  const { subject, frame } = scene;
  if (subject === null) return textOnly(scene);
  const isLarge = Math.max(frame.width / subject.width, frame.height / subject.height) <= 2.4;
  return subject.kind === 'photograph' && (isLarge || subject.surround !== null)
    ? overPhotograph(scene)
    : productOnColor(scene);
}

function overPhotograph(scene: Scene): SceneParts {
  const { frame, palette, chance } = scene;
  const { whole: rect } = frame;
  // Quiet text would need a denser veil.
  const surface = { ...palette.deep, quiet: palette.deep.ink };
  const side = frame.isWide ? chance.next('side', ['left', 'right']) : chance.next('side', ['bottom', 'top']);
  const words = copyColumn(scene, surface, textArea(side, frame), {
    size: frame.isWide ? 8.6 : 9.4,
    lines: 9,
    textLines: 3,
    align: frame.isWide ? 'left' : chance.pick('align', ['left', 'center']),
    justify: side === 'bottom' || side === 'top' ? side : 'center',
  });
  const photograph: SceneShape = { kind: 'subject', rect, fit: 'cover', radius: {}, back: surface.back };
  const colors = { color: surface.back, inks: [surface.ink] };
  const veil: SceneShape = { kind: 'veil', rect, texts: words.rect, ...colors, side };
  return mergeParts({ shapes: [photograph, veil], lines: [] }, words.parts);
}

function textArea(side: Side, frame: Frame): Rect {
  const { safe } = frame;
  if (side === 'top') return { ...safe, height: Math.round(safe.height * 0.64) };
  if (side === 'bottom') return areaBelow(safe, safe.top + safe.height * 0.36);
  const half = { ...safe, width: safe.width * 0.52 };
  return side === 'left' ? half : mirrorRect(half, frame);
}

function productOnColor(scene: Scene): SceneParts {
  const { frame, chance, subject } = scene;
  const { safe, unit } = frame;
  const surface = surfaceFor(scene, ['bold', 'soft', 'deep'], subject?.kind === 'cutout');
  const align = frame.isWide ? 'left' : chance.pick('align', ['left', 'center'] as const);
  const top = brandOnTop(scene, surface, frame.isWide ? { ...safe, width: safe.width * 0.5 } : safe, align);
  const area = frame.isWide ? top.rest : areaBelow(top.rest, top.rest.top + top.rest.height * 0.5);
  const stage: Rect = frame.isWide
    ? { left: safe.left + safe.width * 0.55, top: safe.top, width: safe.width * 0.45, height: safe.height }
    : { ...top.rest, height: top.rest.height * 0.5 - 3 * unit };
  const words = copyColumn(scene, surface, area, {
    size: 9,
    lines: 6,
    textLines: 2,
    hasBrand: false,
    align,
    justify: frame.isWide ? 'center' : 'bottom',
  });
  const isOnWhite = subject?.kind === 'packshot' && hasContrast(scene, surface);
  const behind = isOnWhite
    ? boxParts(frame.whole, { backgroundColor: surface.back })
    : background(scene, surface, frame.whole);
  const form: DisplayForm = chance.pick('form', ['rounded', 'circle', 'arch']);
  const shown =
    subject?.kind === 'packshot' && !isOnWhite
      ? display(scene, rectForForm(stage, form, subject), form, stageSurface(scene, surface))
      : containedSubject(scene, stage, surface.back);
  return mergeParts(behind, shown, top.parts, words.parts);
}

/** Text only, as large as possible. */
function textOnly(scene: Scene): SceneParts {
  const { frame, wording } = scene;
  const surface = surfaceFor(scene, ['bold', 'deep', 'soft'], false);
  const top = brandOnTop(scene, surface, frame.safe);
  const foot = column(top.rest, buttonWithOffer(scene, surface, top.rest.width, 'left'), {
    align: 'left',
    justify: 'bottom',
  });
  const rest = { ...top.rest, height: foot.rect.top - top.rest.top - 3.4 * frame.unit };
  const words = column(
    intersect(rest, frame.safe),
    [headline(scene, surface.ink, frame.isWide ? 10 : 13, 7), bodyText(scene, wording.text, surface.quiet)],
    { align: 'left', justify: 'center' },
  );
  return mergeParts(
    background(scene, surface, frame.whole),
    top.parts,
    getBottom(rest) > rest.top ? words.parts : noParts,
    foot.parts,
  );
}
