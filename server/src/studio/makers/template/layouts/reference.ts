import type { RegionRole } from '../../../reference/referenceLayout.ts';
import { boxParts, mergeParts, noParts } from '../scene.ts';
import type { PlacedLine, Rect, Scene, SceneParts } from '../scene.ts';
import { createPlan, overlapOf, type Plan } from './referencePlan.ts';
import { paintPicture, paintVeils } from './referencePicture.ts';
import { placeBody, placeBrand, placeButton, placeHeadline, placeOffer } from './referenceTexts.ts';
import type { PlaceText, Progress } from './referenceTexts.ts';

/** Picture, texts and button in the places of the reference ad; null if a text does not fit there. */
export function reference(scene: Scene): SceneParts | null {
  const plan = createPlan(scene);
  if (plan === null || !plan.texts.has('headline')) return null;
  const texts = [true, false]
    .map((hasText) => composeTexts(scene, plan, hasText))
    .find((one) => one !== null && isSound(scene, one));
  if (texts === undefined || texts === null) return null;
  const onPicture = texts.placed.filter(({ isOnPicture }) => isOnPicture);
  return mergeParts(
    boxParts(scene.frame.whole, { backgroundColor: plan.base.back }),
    ...paintBands(scene, plan, false),
    paintPicture(
      scene,
      plan,
      texts.placed.map(({ rect }) => rect),
    ),
    ...paintBands(scene, plan, true),
    plan.isOverPhotograph
      ? paintVeils(
          scene,
          plan,
          onPicture.map(({ rect }) => rect),
        )
      : noParts,
    ...texts.placed.map(({ parts }) => parts),
  );
}

/** Cards lie on the picture, other bands below it. */
function paintBands({ frame }: Scene, { bands }: Plan, isCard: boolean): SceneParts[] {
  const style = isCard ? { borderRadius: 2 * frame.unit } : {};
  return bands
    .filter((band) => band.isCard === isCard)
    .map(({ rect, surface }) => boxParts(rect, { backgroundColor: surface.back, ...style }));
}

/** In the order of importance. Without `hasText`, only what must not be missing. */
function composeTexts(scene: Scene, plan: Plan, hasText: boolean): Progress | null {
  const required: readonly (readonly [RegionRole, PlaceText])[] = [
    ['button', placeButton],
    ['offer', placeOffer],
    ['headline', placeHeadline],
  ];
  const optional = [
    ['text', placeBody],
    ['brand', placeBrand],
  ] as const;
  const steps = hasText ? [...required, ...optional] : required;
  const roles = new Set(steps.map(([role]) => role));
  const isUsed = ([role]: readonly [RegionRole, Rect]): boolean =>
    roles.has(role) &&
    !(role === 'offer' && scene.wording.offer === null) &&
    !(role === 'text' && scene.wording.text === null);
  const progress: Progress = {
    placed: [],
    pending: new Map([...plan.texts].map(([role, { rect }]) => [role, rect] as const).filter(isUsed)),
  };
  for (const [role, place] of steps) {
    const region = plan.texts.get(role);
    if (region === undefined) continue;
    progress.pending.delete(role);
    const placed = place(scene, plan, progress);
    if (placed === null) return null;
    if (placed !== 'none') progress.placed.push(placed);
  }
  return progress;
}

/** Regions of an unusual reference may overlap, or be too small. */
function isSound({ frame }: Scene, { placed }: Progress): boolean {
  const { whole, safe, isTall } = frame;
  const may = isTall ? { ...whole, top: safe.top, height: safe.height } : whole;
  const isInside = ({ room }: PlacedLine): boolean => overlapOf(room, may) > 0.999;
  return placed.every(
    ({ parts, rect }, at) =>
      parts.lines.every(isInside) && placed.slice(at + 1).every((other) => overlapOf(rect, other.rect) === 0),
  );
}
