import { column, type BlockItem } from '../column.ts';
import { display } from '../display.ts';
import { bodyText, brandMark, button, buttonWithOffer, headline, offerText, singleLine } from '../pieces.ts';
import { bottomOf, box, mirrorRect, merge, type Parts, type Rect, type Scene } from '../scene.ts';
import type { Surface } from '../palette.ts';
import { stageSurface, surfaceFor } from './shared.ts';

/** Like a magazine page: a rule, white space, a large headline, a picture to the edge. */
export function editorial(scene: Scene): Parts {
  const { frame, wording, chance } = scene;
  const { safe, unit } = frame;
  const surface = surfaceFor(scene, ['light', 'deep', 'soft'], false);
  const head = masthead(scene, surface);
  const page: Rect = {
    ...safe,
    top: bottomOf(head.rect) + 3.6 * unit,
    height: bottomOf(safe) - bottomOf(head.rect) - 3.6 * unit,
  };
  const title = column(
    frame.isWide ? { ...page, width: page.width * 0.56 } : { ...page, height: page.height * 0.42 },
    [
      headline(scene, surface.ink, frame.isWide ? 7.6 : 9.2, 5),
      ...(frame.isWide
        ? [
            bodyText(scene, wording.text, surface.quiet, 3),
            ...buttonWithOffer(scene, surface, page.width * 0.56, 'left'),
          ]
        : []),
    ],
    { align: 'left', justify: frame.isWide ? 'center' : 'top' },
  );
  const low = bottomOf(title.rect) + 4 * unit;
  const right = frame.isWide ? wideRect(scene) : lowerRect(scene, low);
  const isFirst = !frame.isWide && chance.pick('side', [true, false]);
  const picture = isFirst ? mirrorRect(right, frame) : right;
  const besides = {
    ...safe,
    top: low,
    width: right.left - safe.left - 3.4 * unit,
    height: bottomOf(safe) - low,
  };
  const aside = frame.isWide
    ? null
    : asideColumn(scene, surface, isFirst ? mirrorRect(besides, frame) : besides);
  const stage = stageSurface(scene, surface);
  return merge(
    box(frame.whole, { backgroundColor: surface.back }),
    display(scene, picture, 'plain', stage),
    head.parts,
    title.parts,
    ...(aside === null ? [] : [aside]),
  );
}

/** The brand at one end, the product at the other, a rule below. */
function masthead(scene: Scene, surface: Surface): { readonly parts: Parts; readonly rect: Rect } {
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
  const put = (item: BlockItem | null, left: number): Parts[] =>
    item === null
      ? []
      : [
          item.paint({
            left,
            top: safe.top + (height - item.height) / 2,
            width: item.width,
            height: item.height,
          }),
        ];
  const line = {
    left: safe.left,
    top: safe.top + height + 1.8 * unit,
    width,
    height: Math.max(2, 0.22 * unit),
  };
  const parts = merge(
    ...put(brand, safe.left),
    ...put(label, safe.left + width - (label?.width ?? 0)),
    box(line, { backgroundColor: surface.ink }),
  );
  return { parts, rect: { ...safe, width, height: height + 2 * unit } };
}

function wideRect({ frame }: Scene): Rect {
  const left = Math.round(frame.safe.left + frame.safe.width * 0.56 + 5 * frame.unit);
  return { left, top: 0, width: frame.width - left, height: frame.height };
}

/** To one side and the bottom of the frame. */
function lowerRect({ frame, chance }: Scene, top: number): Rect {
  const share = chance.pick('picture', [0.56, 0.62]);
  const left = Math.round(frame.width * (1 - share));
  return { left, top: Math.round(top), width: frame.width - left, height: frame.height - Math.round(top) };
}

function asideColumn(scene: Scene, surface: Surface, area: Rect): Parts {
  const { wording } = scene;
  return column(
    area,
    [
      bodyText(scene, wording.text, surface.quiet, 9),
      offerText(scene, surface.ink, area.width, 'left'),
      button(scene, surface, area.width),
    ],
    { align: 'left', justify: 'bottom' },
  ).parts;
}
