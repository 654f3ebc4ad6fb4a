import { fit } from '../../../integrations/drawing/fit.ts';
import { toLch } from '../../colors.ts';
import { textParts } from './column.ts';
import type { Surface } from './palette.ts';
import { boxParts, inset, noParts, mergeParts, rectAt } from './scene.ts';
import type { SceneParts, Rect, Scene, SceneShape } from './scene.ts';
import { containedSize, type ProductImage } from './subject.ts';

export type DisplayForm = 'plain' | 'rounded' | 'arch' | 'circle';

/** The product's picture in a rectangle: a photograph fills it; other pictures get a panel. */
export function display(scene: Scene, rect: Rect, form: DisplayForm, surface: Surface): SceneParts {
  const { subject, frame } = scene;
  const radius = getRadius(form, rect, frame.unit);
  if (subject === null) return placeholder(scene, rect, radius, surface);
  if (fillsRect(subject, rect)) {
    return { shapes: [{ kind: 'subject', rect, fit: 'cover', radius, back: surface.back }], lines: [] };
  }
  const panel = boxParts(rect, { backgroundColor: surface.back, ...radius });
  return mergeParts(panel, containedSubject(scene, withinForm(form, rect), surface.back));
}

export function fillsRect({ kind, width, height }: ProductImage, rect: Rect): boolean {
  return kind === 'photograph' && (rect.width / width <= 3 || rect.height / height <= 3);
}

/** Margin around the product, as a share of the shorter side. */
export const placeMargin = 0.08;

function withinForm(form: DisplayForm, rect: Rect): Rect {
  const { left, top, width, height } = rect;
  const side = Math.min(width, height);
  if (form !== 'arch') return inset(rect, side * (form === 'circle' ? 0.15 : placeMargin));
  const [beside, above, under] = [0.12 * width, 0.18 * width, placeMargin * side];
  const size = { width: width - 2 * beside, height: height - above - under };
  return rectAt(left + beside, top + above, size);
}

/** The whole product in a rectangle; cutouts get a shadow. */
export function containedSubject({ subject, frame }: Scene, rect: Rect, back: string): SceneParts {
  if (subject === null) return noParts;
  const size = containedSize(subject, rect.width, rect.height);
  const place = {
    left: Math.round(rect.left + (rect.width - size.width) / 2),
    top: Math.round(rect.top + (rect.height - size.height) / 2),
    ...size,
  };
  const radius = subject.kind === 'photograph' ? { borderRadius: 1.5 * frame.unit } : {};
  const shape: SceneShape = { kind: 'subject', rect: place, fit: 'contain', radius, back };
  const shown = { shapes: [shape], lines: [] };
  return subject.kind === 'cutout' ? mergeParts(shadowUnder(place, back), shown) : shown;
}

function shadowUnder({ left, top, width, height }: Rect, back: string): SceneParts {
  const strength = toLch(back).lightness > 0.5 ? 0.26 : 0.5;
  const [wide, high] = [width * 1.02, Math.min(width * 0.16, height * 0.2)];
  const size = { width: wide, height: high };
  const rect = rectAt(left + (width - wide) / 2, top + height - high * 0.56, size);
  const fade = `radial-gradient(50% 50% at 50% 50%, rgba(0,0,0,${strength}) 0%, rgba(0,0,0,${strength * 0.4}) 55%, rgba(0,0,0,0) 100%)`;
  return boxParts(rect, { backgroundImage: fade });
}

function getRadius(form: DisplayForm, { width, height }: Rect, unit: number) {
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

/** The largest rectangle with the proportions of the form. */
export function rectForForm(
  { left, top, width, height }: Rect,
  form: DisplayForm,
  subject: ProductImage | null,
): Rect {
  const shape = subject === null ? 1.2 : Math.min(1.4, Math.max(0.8, subject.width / subject.height));
  const wanted = form === 'circle' ? 1 : form === 'arch' ? 0.82 : shape;
  const own = Math.min(width, height * wanted);
  const high = Math.min(height, own / wanted);
  return { left: left + (width - own) / 2, top: top + (height - high) / 2, width: own, height: high };
}

/** Without a picture: rings and the initials of the name. */
function placeholder(
  { wording }: Scene,
  rect: Rect,
  radius: Readonly<Record<string, number>>,
  surface: Surface,
): SceneParts {
  const side = Math.min(rect.width, rect.height);
  const center = { left: rect.left + rect.width / 2, top: rect.top + rect.height / 2 };
  // A ring that is larger than the panel is only cut off well at straight edges.
  const isRound = Object.values(radius).some((corner) => corner > 0.2 * side);
  const rings = (isRound ? [0.5, 0.82] : [0.5, 0.82, 1.14]).map((share) => {
    const size = side * share;
    const place = { left: center.left - size / 2, top: center.top - size / 2, width: size, height: size };
    return ringParts(place, side * 0.035, surface.shade, rect);
  });
  const words = wording.initials;
  const room = { width: side * 0.6, height: side * 0.4, maxLines: 1 };
  const text = words && fit(words, { ...room, maxSize: side * 0.24, minSize: side * 0.1 });
  const place = { ...rect, top: center.top - (text?.height ?? 0) / 2 };
  const letters =
    words === null || text === null ? noParts : textParts(words, text, place, 'center', surface.ink);
  return mergeParts(boxParts(rect, { backgroundColor: surface.back, ...radius }), ...rings, letters);
}

/** A background with a large, subtle shape that depends on the seed. */
export function background(scene: Scene, surface: Surface, rect: Rect): SceneParts {
  const plain = boxParts(rect, { backgroundColor: surface.back });
  const decoration = scene.chance.pick('decoration', [disc, ring, arcs, slope, () => noParts]);
  return mergeParts(plain, decoration(scene, surface, rect));
}

/** A square around one of three corners; text usually starts at the fourth. */
function aroundCorner({ chance }: Scene, rect: Rect, share: number): Rect {
  const [right, low] = chance.pick('corner', [
    [1, 0],
    [1, 1],
    [0, 1],
  ]);
  const size = Math.max(rect.width, rect.height) * share;
  const [left, top] = [rect.left + right * rect.width - size / 2, rect.top + low * rect.height - size / 2];
  return { left, top, width: size, height: size };
}

function disc(scene: Scene, { shade }: Surface, rect: Rect): SceneParts {
  const place = aroundCorner(scene, rect, 1.15);
  return boxParts(place, { backgroundColor: shade, borderRadius: place.width / 2 }, rect);
}

function ring(scene: Scene, { shade }: Surface, rect: Rect): SceneParts {
  return ringParts(aroundCorner(scene, rect, 1.1), 7 * scene.frame.unit, shade, rect);
}

function arcs(scene: Scene, { shade }: Surface, rect: Rect): SceneParts {
  const places = [0.5, 0.8, 1.1, 1.4].map((share) => aroundCorner(scene, rect, share));
  return mergeParts(...places.map((place) => ringParts(place, 1.6 * scene.frame.unit, shade, rect)));
}

function ringParts(place: Rect, thickness: number, color: string, clip: Rect): SceneParts {
  return boxParts(
    place,
    { border: `${thickness}px solid ${color}`, borderRadius: place.width / 2, boxSizing: 'border-box' },
    clip,
  );
}

function slope({ chance }: Scene, { shade }: Surface, rect: Rect): SceneParts {
  const heights = chance.pick('slope', [
    [0, 0, 0.34, 0.62],
    [0.66, 0.38, 1, 1],
  ]);
  const points = heights.map(
    (y, corner) => `${corner === 1 || corner === 2 ? rect.width : 0}px ${y * rect.height}px`,
  );
  return boxParts(rect, { backgroundColor: shade, clipPath: `polygon(${points.join(', ')})` });
}
