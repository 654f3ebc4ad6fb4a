import { computeContrast, computeLuminance, toRgb } from '../../../colors.ts';
import { column, type Column, type ColumnOptions } from '../column.ts';
import type { SurfacePalette, Surface } from '../palette.ts';
import { bodyText, brandMark, buttonWithOffer, headline } from '../pieces.ts';
import { getBottom, mirrorRect, noParts, type SceneParts, type Rect, type Scene } from '../scene.ts';

interface CopyOptions extends ColumnOptions {
  /** Maximum size of the headline in frame units. */
  readonly size: number;
  readonly lines: number;
  readonly textLines?: number;
  readonly hasBrand?: boolean;
}

/** The usual column: brand, headline, text, and button with offer. */
export function copyColumn(scene: Scene, surface: Surface, area: Rect, options: CopyOptions): Column {
  const { size, lines, textLines, hasBrand = true, align, justify } = options;
  return column(
    area,
    [
      hasBrand ? brandMark(scene, surface, area.width) : null,
      headline(scene, surface.ink, size, lines),
      bodyText(scene, scene.wording.text, surface.quiet, textLines),
      ...buttonWithOffer(scene, surface, area.width, align),
    ],
    { align, justify },
  );
}

/** Mirrors rectangles for half of the seeds, if the layout may be mirrored. */
export function pickSide({ frame, chance }: Scene, mayMirror: boolean): (rect: Rect) => Rect {
  const isMirrored = mayMirror && chance.pick('side', [true, false]);
  return (rect) => (isMirrored ? mirrorRect(rect, frame) : rect);
}

/** Picks a surface; consecutive seeds get different ones. With `isStage`, only surfaces that contrast with the product. */
export function surfaceFor(
  scene: Scene,
  among: readonly (keyof SurfacePalette)[],
  isStage: boolean,
): Surface {
  const { palette, chance } = scene;
  const wanted = among.map((name) => palette[name]);
  const possible = [wanted, Object.values(palette)]
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
  const luminance = computeLuminance(toRgb(back));
  if (subject?.kind === 'packshot') return luminance > 0.68;
  return subject?.kind !== 'cutout' || computeContrast(subject.luminance, luminance) >= 1.9;
}

/** The brand at the top of an area, and the space below it. */
export function brandOnTop(
  scene: Scene,
  surface: Surface,
  area: Rect,
  align: ColumnOptions['align'] = 'left',
): { readonly parts: SceneParts; readonly rest: Rect } {
  const mark = brandMark(scene, surface, area.width);
  if (mark === null) return { parts: noParts, rest: area };
  const { parts, rect } = column(area, [mark], { align, justify: 'top' });
  return { parts, rest: areaBelow(area, getBottom(rect) + 3.4 * scene.frame.unit) };
}

export function areaBelow(area: Rect, top: number): Rect {
  return { ...area, top, height: getBottom(area) - top };
}
