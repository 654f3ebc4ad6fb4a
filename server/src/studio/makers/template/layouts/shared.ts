import { contrastOf, luminanceOf } from '../color.ts';
import { column, type ColumnOptions } from '../column.ts';
import type { Palette, Surface } from '../palette.ts';
import { brandMark } from '../pieces.ts';
import { bottomOf, noParts, type Parts, type Rect, type Scene } from '../scene.ts';
import { rgbOf } from '../../../colors.ts';

/** Picks a surface; consecutive seeds get different ones. With `isStage`, only surfaces that contrast with the product. */
export function surfaceFor(scene: Scene, among: readonly (keyof Palette)[], isStage: boolean): Surface {
  const { palette, chance } = scene;
  const wanted = among.map((name) => palette[name]);
  const possible = [wanted, Object.values(palette) as Surface[]]
    .map((some) => some.filter((surface) => !isStage || hasContrast(scene, surface)))
    .find((some) => some.length > 1);
  return possible === undefined ? stageSurface(scene, null) : chance.next('surface', possible);
}

/** A surface for the product that differs from the text's. */
export function stageSurface(scene: Scene, words: Surface | null): Surface {
  const { soft, bold, light, deep } = scene.palette;
  const others = [soft, bold, light, deep].filter((surface) => surface !== words);
  return others.find((surface) => hasContrast(scene, surface)) ?? others[0] ?? soft;
}

/** A packshot is tinted by the colour behind it, which must be light; a cutout must contrast with it. */
export function hasContrast({ subject }: Scene, { back }: Surface): boolean {
  const luminance = luminanceOf(rgbOf(back));
  if (subject?.kind === 'packshot') return luminance > 0.68;
  return subject?.kind !== 'cutout' || contrastOf(subject.luminance, luminance) >= 1.9;
}

/** The brand at the top of an area, and the space below it. */
export function brandOnTop(
  scene: Scene,
  surface: Surface,
  area: Rect,
  align: ColumnOptions['align'] = 'left',
): { readonly parts: Parts; readonly rest: Rect } {
  const mark = brandMark(scene, surface, area.width);
  if (mark === null) return { parts: noParts, rest: area };
  const { parts, rect } = column(area, [mark], { align, justify: 'top' });
  const top = bottomOf(rect) + 3.4 * scene.frame.unit;
  return { parts, rest: { ...area, top, height: bottomOf(area) - top } };
}

export function upperPart(area: Rect, share: number): Rect {
  return { ...area, height: Math.round(area.height * share) };
}

/** The part of an area below a line. */
export function areaBelow(area: Rect, top: number): Rect {
  return { ...area, top, height: bottomOf(area) - top };
}
