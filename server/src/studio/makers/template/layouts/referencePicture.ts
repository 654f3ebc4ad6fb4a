import { background, containedSubject, display } from '../display.ts';
import { boxParts, getBottom, getRight, inset, mergeParts, noParts } from '../scene.ts';
import type { Rect, Scene, SceneParts, SceneShape, Side } from '../scene.ts';
import type { Plan } from './referencePlan.ts';
import { hasContrast, stageSurface } from './shared.ts';

/** The product's picture where the reference ad has one. */
export function paintPicture(scene: Scene, plan: Plan, texts: readonly Rect[]): SceneParts {
  const { picture, base } = plan;
  if (picture === null) return noParts;
  const { rect } = picture;
  if (plan.isOverPhotograph) return photograph(rect, base.back);
  if (picture.isWhole) return onBackground(scene, plan, texts);
  const isPlain = scene.subject !== null && scene.subject.kind !== 'photograph' && !picture.isFramed;
  if (isPlain && hasContrast(scene, base)) return containedSubject(scene, rect, base.back);
  const stage = stageSurface(scene, base);
  // The initials that stand for a missing picture would be drawn over the texts.
  if (scene.subject === null && texts.some((text) => touches(rect, text)))
    return boxParts(rect, { backgroundColor: stage.back });
  const { width, height } = scene.frame;
  const isAtEdge =
    rect.left <= 1 || rect.top <= 1 || getRight(rect) >= width - 1 || getBottom(rect) >= height - 1;
  const form = isAtEdge ? 'plain' : scene.chance.pick('form', ['rounded', 'plain']);
  return display(scene, rect, form, stage);
}

function photograph(rect: Rect, back: string): SceneParts {
  const shape: SceneShape = { kind: 'subject', rect, fit: 'cover', radius: {}, back };
  return { shapes: [shape], lines: [] };
}

/** A product without surroundings stands in the largest space that the texts leave. */
function onBackground(scene: Scene, { base }: Plan, texts: readonly Rect[]): SceneParts {
  const { frame } = scene;
  const behind = background(scene, base, frame.whole);
  const free = largestFree(inset(frame.whole, 4 * frame.unit), texts, 2 * frame.unit);
  return free === null ? behind : mergeParts(behind, containedSubject(scene, free, base.back));
}

/** The largest rectangle beside, above, below or between the texts; null if it is too small for a picture. */
function largestFree(page: Rect, texts: readonly Rect[], gap: number): Rect | null {
  const tops = [page.top, ...texts.map((text) => getBottom(text) + gap)];
  const bottoms = [getBottom(page), ...texts.map(({ top }) => top - gap)];
  const lefts = [page.left, ...texts.map((text) => getRight(text) + gap)];
  const rights = [getRight(page), ...texts.map(({ left }) => left - gap)];
  let best: Rect | null = null;
  for (const top of tops) {
    for (const bottom of bottoms) {
      for (const left of lefts) {
        for (const right of rights) {
          const rect = { left, top, width: right - left, height: bottom - top };
          if (Math.min(rect.width, rect.height) < 0.18 * page.height) continue;
          if (best !== null && rect.width * rect.height <= best.width * best.height) continue;
          if (!texts.some((text) => touches(rect, text))) best = rect;
        }
      }
    }
  }
  return best;
}

function touches(one: Rect, other: Rect): boolean {
  return (
    one.left < getRight(other) &&
    other.left < getRight(one) &&
    one.top < getBottom(other) &&
    other.top < getBottom(one)
  );
}

/** One overlay for the texts in the upper half of the photograph, and one for those in the lower half. */
export function paintVeils(scene: Scene, { isOverPhotograph }: Plan, texts: readonly Rect[]): SceneParts {
  if (!isOverPhotograph) return noParts;
  const { frame, palette } = scene;
  const isUpper = (text: Rect): boolean => text.top + text.height / 2 < frame.height / 2;
  const shapes = (['top', 'bottom'] as const).flatMap((side): SceneShape[] => {
    const own = texts.filter((text) => isUpper(text) === (side === 'top'));
    return own.length === 0 ? [] : [veil(frame.whole, own, side, palette.deep)];
  });
  return { shapes, lines: [] };
}

function veil(
  rect: Rect,
  texts: readonly Rect[],
  side: Side,
  { back, ink }: { readonly back: string; readonly ink: string },
): SceneShape {
  const left = Math.max(0, Math.min(...texts.map((text) => text.left)));
  const top = Math.max(0, Math.min(...texts.map((text) => text.top)));
  const right = Math.min(getRight(rect), Math.max(...texts.map(getRight)));
  const bottom = Math.min(getBottom(rect), Math.max(...texts.map(getBottom)));
  return {
    kind: 'veil',
    rect,
    texts: { left, top, width: right - left, height: bottom - top },
    color: back,
    inks: [ink],
    side,
  };
}
