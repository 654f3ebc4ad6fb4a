import { fit } from '../../../kernel/drawing/fit.ts';
import { lchOf } from './color.ts';
import { textParts } from './column.ts';
import { ringed } from './decoration.ts';
import type { Surface } from './palette.ts';
import { box, inset, nothing, together, type Parts, type Rect, type Scene } from './scene.ts';
import { containedSize } from './subject.ts';

export type Form = 'plain' | 'rounded' | 'arch' | 'circle';

/** The product's picture in a rectangle: a photograph fills it, a product without surroundings stands on a ground. */
export function display(scene: Scene, rect: Rect, form: Form, surface: Surface): Parts {
  const { subject, frame } = scene;
  const radius = radiusOf(form, rect, frame.unit);
  if (subject === null) return standIn(scene, rect, radius, surface);
  const isSmall = rect.width / subject.width > 3 && rect.height / subject.height > 3;
  if (subject.kind === 'photograph' && !isSmall) {
    return { shapes: [{ kind: 'subject', rect, fit: 'cover', radius, back: surface.back }], lines: [] };
  }
  const panel = box(rect, { backgroundColor: surface.back, ...radius });
  return together(
    panel,
    standing(
      scene,
      inset(rect, Math.min(rect.width, rect.height) * (form === 'circle' ? 0.15 : 0.08)),
      surface.back,
    ),
  );
}

/** The whole product in a rectangle, with a shadow where it is cut out. */
export function standing({ subject, frame }: Scene, rect: Rect, back: string): Parts {
  if (subject === null) return nothing;
  const size = containedSize(subject, rect.width, rect.height);
  const place = {
    left: Math.round(rect.left + (rect.width - size.width) / 2),
    top: Math.round(rect.top + (rect.height - size.height) / 2),
    ...size,
  };
  const radius = subject.kind === 'photograph' ? { borderRadius: 1.5 * frame.unit } : {};
  const shown: Parts = {
    shapes: [{ kind: 'subject', rect: place, fit: 'contain', radius, back }],
    lines: [],
  };
  return subject.kind === 'cutout' ? together(shadowUnder(place, back), shown) : shown;
}

function shadowUnder({ left, top, width, height }: Rect, back: string): Parts {
  const strength = lchOf(back).lightness > 0.5 ? 0.26 : 0.5;
  const [wide, high] = [width * 1.02, Math.min(width * 0.16, height * 0.2)];
  const rect = {
    left: left + (width - wide) / 2,
    top: top + height - high * 0.56,
    width: wide,
    height: high,
  };
  const fade = `radial-gradient(50% 50% at 50% 50%, rgba(0,0,0,${strength}) 0%, rgba(0,0,0,${strength * 0.4}) 55%, rgba(0,0,0,0) 100%)`;
  return box(rect, { backgroundImage: fade });
}

function radiusOf(form: Form, { width, height }: Rect, unit: number): Readonly<Record<string, number>> {
  if (form === 'rounded') return { borderRadius: 3 * unit };
  if (form === 'circle') return { borderRadius: Math.min(width, height) / 2 };
  if (form === 'plain') return {};
  return {
    borderTopLeftRadius: width / 2,
    borderTopRightRadius: width / 2,
    borderBottomLeftRadius: 2 * unit,
    borderBottomRightRadius: 2 * unit,
  };
}

/** Where there is no picture: rings, and the first letters of the name. */
function standIn(
  { wording }: Scene,
  rect: Rect,
  radius: Readonly<Record<string, number>>,
  surface: Surface,
): Parts {
  const side = Math.min(rect.width, rect.height);
  const center = { left: rect.left + rect.width / 2, top: rect.top + rect.height / 2 };
  const rings = [0.5, 0.82, 1.14].map((share) => {
    const size = side * share;
    const place = { left: center.left - size / 2, top: center.top - size / 2, width: size, height: size };
    return ringed(place, side * 0.035, surface.shade, rect);
  });
  const words = wording.initials;
  const text =
    words &&
    fit(words, { width: side * 0.6, height: side * 0.4, most: side * 0.24, least: side * 0.1, mostLines: 1 });
  const place = { ...rect, top: center.top - (text?.height ?? 0) / 2 };
  const letters =
    words === null || text === null ? nothing : textParts(words, text, place, 'center', surface.ink);
  return together(box(rect, { backgroundColor: surface.back, ...radius }), ...rings, letters);
}
