import { column, type BlockItem, type Column } from '../column.ts';
import { background, display } from '../display.ts';
import {
  bodyText,
  brandMark,
  buttonWithOffer,
  headline,
  ticks,
  button,
  offerText,
  singleLine,
  rule,
  stars,
} from '../pieces.ts';
import {
  getBottom,
  boxParts,
  mergeParts,
  type SceneParts,
  type Rect,
  type Scene,
  noParts,
  rectAt,
  getRight,
} from '../scene.ts';
import { areaBelow, pickSide, stageSurface, surfaceFor, copyColumn } from './shared.ts';
import type { Surface } from '../palette.ts';

export function checklist(scene: Scene): SceneParts {
  const { frame, wording, subject, chance } = scene;
  const { safe } = frame;
  const surface = surfaceFor(scene, ['light', 'bold', 'soft', 'deep'], false);
  const picture = subject === null ? null : pictureRect(scene);
  const sided = pickSide(scene, picture !== null && !frame.isTall);
  const area = sided(picture === null ? safe : textRect(scene, picture));
  const list = ticks(scene, surface, area.width, area.height * 0.5);
  const words = column(
    area,
    [
      brandMark(scene, surface, area.width),
      { ...headline(scene, surface.ink, picture === null ? 9 : 7, 6), gap: 3.8 * frame.unit },
      list ?? bodyText(scene, wording.text, surface.quiet),
      ...buttonWithOffer(scene, surface, area.width, 'left'),
    ],
    { align: 'left', justify: 'center' },
  );
  const stage = stageSurface(scene, surface);
  const form = frame.isWide
    ? 'plain'
    : chance.pick('form', frame.isTall ? ['rounded', 'plain'] : ['rounded', 'arch']);
  const placed =
    picture === null
      ? []
      : [display(scene, sided(form === 'plain' ? bleedRect(scene, picture) : picture), form, stage)];
  return mergeParts(
    picture === null
      ? background(scene, surface, frame.whole)
      : boxParts(frame.whole, { backgroundColor: surface.back }),
    ...placed,
    words.parts,
  );
}

function pictureRect({ frame }: Scene): Rect {
  const { safe, unit, width, height } = frame;
  if (frame.isTall)
    return { left: safe.left, top: safe.top - 6 * unit, width: safe.width, height: height * 0.27 };
  if (frame.isWide) return { left: width * 0.6, top: 0, width: width * 0.4, height };
  const own = width * 0.43 - safe.left;
  const high = Math.min(safe.height, own * 1.5);
  return { left: width * 0.57, top: safe.top + (safe.height - high) / 2, width: own, height: high };
}

function bleedRect({ frame }: Scene, { left, top, height }: Rect): Rect {
  if (frame.isTall) return { left: 0, top: 0, width: frame.width, height: top + height };
  return { left, top: 0, width: frame.width - left, height: frame.height };
}

function textRect({ frame }: Scene, picture: Rect): Rect {
  const { safe, unit } = frame;
  if (!frame.isTall) return { ...safe, width: picture.left - safe.left - 4.6 * unit };
  return areaBelow(safe, getBottom(picture) + 4.6 * unit);
}

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
  return mergeParts(
    boxParts(frame.whole, { backgroundColor: surface.back }),
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
  const parts = mergeParts(
    put(brand, safe.left),
    put(label, safe.left + width - (label?.width ?? 0)),
    boxParts(line, { backgroundColor: surface.ink }),
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

/** The proof in large type; brand and product small beside the picture. */
export function quote(scene: Scene): SceneParts {
  const { frame, chance, subject } = scene;
  const { safe, unit } = frame;
  const surface = surfaceFor(scene, ['soft', 'deep', 'light', 'bold'], false);
  const behind = background(scene, surface, frame.whole);
  const stage = stageSurface(scene, surface);
  if (subject === null) return mergeParts(behind, quoteColumn(scene, surface, safe, true).parts);
  if (frame.isWide) {
    const sided = pickSide(scene, true);
    const width = Math.round(frame.width * 0.34);
    const picture = { left: frame.width - width, top: 0, width, height: frame.height };
    const area = { ...safe, width: picture.left - safe.left - 5 * unit };
    return mergeParts(
      behind,
      display(scene, sided(picture), 'plain', stage),
      quoteColumn(scene, surface, sided(area), true).parts,
    );
  }
  const side = Math.round((frame.ratio === '1:1' ? 28 : 34) * unit);
  const picture = { left: safe.left, top: safe.top, width: side, height: side };
  return mergeParts(
    behind,
    display(scene, picture, chance.pick('form', ['rounded', 'circle']), stage),
    attribution(scene, surface, picture),
    quoteColumn(scene, surface, areaBelow(safe, getBottom(picture) + 4.4 * unit), false).parts,
  );
}

function quoteColumn(scene: Scene, surface: Surface, area: Rect, isAlone: boolean): Column {
  const { wording, frame } = scene;
  const { unit } = frame;
  const quoted = wording.proof ?? wording.headline;
  const large = { ...headline(scene, surface.ink, scene.subject === null ? 10 : 8.2, 7), words: quoted };
  return column(
    area,
    [
      isAlone ? brandMark(scene, surface, area.width) : null,
      stars(scene, surface, 4.6 * unit) ?? rule(scene, surface.mark),
      large,
      bodyText(scene, quoted === wording.headline ? wording.text : wording.caption, surface.quiet, 3),
      button(scene, surface, area.width),
    ],
    { align: 'left', justify: isAlone ? 'center' : 'bottom' },
  );
}

function attribution(scene: Scene, surface: Surface, picture: Rect): SceneParts {
  const { frame, wording } = scene;
  const left = getRight(picture) + 4 * frame.unit;
  const area = { ...picture, left, width: getRight(frame.safe) - left };
  const brand = brandMark(scene, surface, area.width);
  const options = { width: area.width, size: 2.5 * frame.unit, color: surface.quiet, gap: 0, rank: 3 };
  const name = wording.product === null ? null : singleLine(wording.product, options);
  const items = [brand === null ? null : { ...brand, gap: 1.2 * frame.unit }, name];
  return column(area, items, { align: 'left', justify: 'center' }).parts;
}
