import { column, type ColumnOptions } from '../column.ts';
import type { Palette, Surface } from '../palette.ts';
import { brandMark } from '../pieces.ts';
import { bottomOf, nothing, type Parts, type Rect, type Scene } from '../scene.ts';

/** One of some surfaces; a product on white is shown on light ones only, whose colour it can take on. */
export function surfaceFor(scene: Scene, among: readonly (keyof Palette)[]): Surface {
  const light = among.filter((name) => name === 'light' || name === 'soft');
  return scene.palette[scene.chance.pick('surface', scene.subject?.kind === 'packshot' ? light : among)];
}

/** The ground on which a product stands: bright for one that was on white. */
export function standingOn(scene: Scene, wanted: keyof Palette): Surface {
  return scene.palette[scene.subject?.kind === 'packshot' ? 'soft' : wanted];
}

/** The brand at the top of an area, and what is left below it. */
export function brandOnTop(
  scene: Scene,
  surface: Surface,
  area: Rect,
  align: ColumnOptions['align'] = 'left',
): { readonly parts: Parts; readonly rest: Rect } {
  const mark = brandMark(scene, surface, area.width);
  if (mark === null) return { parts: nothing, rest: area };
  const { parts, rect } = column(area, [mark], { align, justify: 'top' });
  const top = bottomOf(rect) + 3.4 * scene.frame.unit;
  return { parts, rest: { ...area, top, height: bottomOf(area) - top } };
}

export function upperPart(area: Rect, share: number): Rect {
  return { ...area, height: Math.round(area.height * share) };
}

/** What of an area lies below a line. */
export function below(area: Rect, top: number): Rect {
  return { ...area, top, height: bottomOf(area) - top };
}
