import { column } from '../column.ts';
import { mixed } from '../color.ts';
import { display, standing, type Form } from '../display.ts';
import { bodyText, brandMark, buttonWithOffer, headline } from '../pieces.ts';
import { bottomOf, box, together, type Parts, type Rect, type Scene } from '../scene.ts';
import type { Subject } from '../subject.ts';
import { standingOn, surfaceFor } from './shared.ts';

/** The product in the middle of all light. */
export function spotlight(scene: Scene): Parts {
  const { frame, wording, chance, subject } = scene;
  const { safe, unit } = frame;
  const surface = surfaceFor(scene, ['deep', 'bold', 'soft']);
  const stageRect = frame.isWide ? wideStage(scene) : lowStage(scene);
  const align = frame.isWide ? 'left' : 'center';
  const width = frame.isWide ? stageRect.left - safe.left - 5 * unit : safe.width;
  const area: Rect = frame.isWide
    ? { ...safe, width }
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
  const top = frame.isWide ? stageRect.top : bottomOf(words.rect) + 3.4 * unit;
  const end = frame.isWide ? bottomOf(stageRect) : (foot?.rect.top ?? bottomOf(safe)) - 3.4 * unit;
  const place = { ...stageRect, top, height: end - top };
  const isFramed = subject?.kind !== 'cutout';
  const form: Form = chance.pick('form', ['circle', 'arch', 'rounded'] as const);
  const shown = isFramed
    ? display(scene, formed(place, form, subject), form, standingOn(scene, surface))
    : standing(scene, place, surface.back);
  return together(
    lit(scene, surface.back, surface.shade, place),
    shown,
    words.parts,
    ...(foot === null ? [] : [foot.parts]),
  );
}

/** The ground, brighter around the product. Text is read on its two colours and all between them. */
function lit({ frame }: Scene, back: string, shade: string, { left, top, width, height }: Rect): Parts {
  const at = `${Math.round(((left + width / 2) / frame.width) * 100)}% ${Math.round(((top + height / 2) / frame.height) * 100)}%`;
  const light = `radial-gradient(${Math.round(Math.max(width, height) * 0.75)}px at ${at}, ${shade} 0%, ${mixed(shade, back, 0.4)} 45%, ${back} 100%)`;
  return together(box(frame.whole, { backgroundColor: back }), box(frame.whole, { backgroundImage: light }));
}

function wideStage({ frame }: Scene): Rect {
  const { safe } = frame;
  const width = safe.width * 0.42;
  return { left: safe.left + safe.width - width, top: safe.top, width, height: safe.height };
}

function lowStage({ frame }: Scene): Rect {
  const { safe } = frame;
  const top = safe.top + safe.height * 0.42;
  return { ...safe, top, height: bottomOf(safe) - top };
}

/** As large as a form of its own proportions is in a rectangle. */
function formed({ left, top, width, height }: Rect, form: Form, subject: Subject | null): Rect {
  const shape = subject === null ? 1.2 : Math.min(1.4, Math.max(0.8, subject.width / subject.height));
  const wanted = form === 'circle' ? 1 : form === 'arch' ? 0.82 : shape;
  const own = Math.min(width, height * wanted);
  const high = Math.min(height, own / wanted);
  return { left: left + (width - own) / 2, top: top + (height - high) / 2, width: own, height: high };
}
