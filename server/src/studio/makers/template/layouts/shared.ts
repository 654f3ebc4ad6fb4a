import { contrastOf, luminanceOf, rgbOf } from '../color.ts';
import { column, type ColumnOptions } from '../column.ts';
import type { Palette, Surface } from '../palette.ts';
import { brandMark } from '../pieces.ts';
import { bottomOf, nothing, type Parts, type Rect, type Scene } from '../scene.ts';

/** One of some surfaces, of which neighbouring seeds get different ones; where the product stands on it itself, one that it stands out from. */
export function surfaceFor(scene: Scene, among: readonly (keyof Palette)[], isStage: boolean): Surface {
  const { palette, chance } = scene;
  const wanted = among.map((name) => palette[name]);
  const possible = [wanted, Object.values(palette) as Surface[]]
    .map((some) => some.filter((surface) => !isStage || suits(scene, surface)))
    .find((some) => some.length > 1);
  return possible === undefined ? standingOn(scene, null) : chance.next('surface', possible);
}

/** A ground for the product that is not the one of the words. */
export function standingOn(scene: Scene, words: Surface | null): Surface {
  const { soft, bold, light, deep } = scene.palette;
  const others = [soft, bold, light, deep].filter((surface) => surface !== words);
  return others.find((surface) => suits(scene, surface)) ?? others[0] ?? soft;
}

/** What was on white takes on the colour behind it, which must be bright; what is cut out must differ from it. */
export function suits({ subject }: Scene, { back }: Surface): boolean {
  const luminance = luminanceOf(rgbOf(back));
  if (subject?.kind === 'packshot') return luminance > 0.68;
  return subject?.kind !== 'cutout' || contrastOf(subject.luminance, luminance) >= 1.9;
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
