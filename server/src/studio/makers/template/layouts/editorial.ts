import { column, type BlockItem } from '../column.ts';
import { display } from '../display.ts';
import { bodyText, brandMark, button, headline, offerText, singleLine } from '../pieces.ts';
import {
  getBottom,
  box,
  mergeRects,
  noParts,
  rectAt,
  type SceneParts,
  type Rect,
  type Scene,
} from '../scene.ts';
import type { Surface } from '../palette.ts';
import { areaBelow, copyColumn, pickSide, stageSurface, surfaceFor } from './shared.ts';

/** Like a magazine page: a rule, white space, a large headline, a picture to the edge. */
export function editorial(scene: Scene): SceneParts {
  const { frame } = scene;
  const { safe, unit } = frame;
  const surface = surfaceFor(scene, ['light', 'deep', 'soft'], false);
  const head = masthead(scene, surface);
  const top = getBottom(head.rect) + 3.6 * unit;
  const page = { ...safe, top, height: getBottom(safe) - getBottom(head.rect) - 3.6 * unit };
  const title = frame.isWide
    ? copyColumn(
        scene,
        surface,
        { ...page, width: page.width * 0.56 },
        { size: 7.6, lines: 5, textLines: 3, hasBrand: false, align: 'left', justify: 'center' },
      )
    : column({ ...page, height: page.height * 0.42 }, [headline(scene, surface.ink, 9.2, 5)], {
        align: 'left',
        justify: 'top',
      });
  const low = getBottom(title.rect) + 4 * unit;
  const sided = pickSide(scene, !frame.isWide);
  const picture = frame.isWide ? wideRect(scene) : lowerRect(scene, low);
  const beside = { ...areaBelow(safe, low), width: picture.left - safe.left - 3.4 * unit };
  return mergeRects(
    box(frame.whole, { backgroundColor: surface.back }),
    display(scene, sided(picture), 'plain', stageSurface(scene, surface)),
    head.parts,
    title.parts,
    frame.isWide ? noParts : asideColumn(scene, surface, sided(beside)),
  );
}

/** The brand at one end, the product at the other, a rule below. */
function masthead(scene: Scene, surface: Surface): { readonly parts: SceneParts; readonly rect: Rect } {
  const { frame, wording } = scene;
  const { safe, unit } = frame;
  const width = frame.isWide ? safe.width * 0.56 : safe.width;
  const brand = brandMark(scene, surface, width * 0.5);
  const name = wording.product;
  const label =
    name === null
      ? null
      : singleLine(name, { width: width * 0.42, size: 2.2 * unit, color: surface.quiet, gap: 0, rank: 0 });
  const height = Math.max(brand?.height ?? 0, label?.height ?? 0, 2 * unit);
  const put = (item: BlockItem | null, left: number): SceneParts =>
    item?.paint(rectAt(left, safe.top + (height - item.height) / 2, item)) ?? noParts;
  const line = { ...safe, top: safe.top + height + 1.8 * unit, width, height: Math.max(2, 0.22 * unit) };
  const parts = mergeRects(
    put(brand, safe.left),
    put(label, safe.left + width - (label?.width ?? 0)),
    box(line, { backgroundColor: surface.ink }),
  );
  return { parts, rect: { ...safe, width, height: height + 2 * unit } };
}

function wideRect({ frame }: Scene): Rect {
  const left = Math.round(frame.safe.left + frame.safe.width * 0.56 + 5 * frame.unit);
  return { left, top: 0, width: frame.width - left, height: frame.height };
}

function lowerRect({ frame, chance }: Scene, top: number): Rect {
  const share = chance.pick('picture', [0.56, 0.62]);
  const left = Math.round(frame.width * (1 - share));
  return { left, top: Math.round(top), width: frame.width - left, height: frame.height - Math.round(top) };
}

function asideColumn(scene: Scene, surface: Surface, area: Rect): SceneParts {
  return column(
    area,
    [
      bodyText(scene, scene.wording.text, surface.quiet, 9),
      offerText(scene, surface.ink, area.width, 'left'),
      button(scene, surface, area.width),
    ],
    { align: 'left', justify: 'bottom' },
  ).parts;
}
