import { column, type Column } from '../column.ts';
import { background, display } from '../display.ts';
import type { Surface } from '../palette.ts';
import { bodyText, brandMark, button, headline, singleLine, rule, stars } from '../pieces.ts';
import { getBottom, getRight, mergeRects, type SceneParts, type Rect, type Scene } from '../scene.ts';
import { areaBelow, pickSide, stageSurface, surfaceFor } from './shared.ts';

/** The proof in large type; brand and product small beside the picture. */
export function quote(scene: Scene): SceneParts {
  const { frame, chance, subject } = scene;
  const { safe, unit } = frame;
  const surface = surfaceFor(scene, ['soft', 'deep', 'light', 'bold'], false);
  const behind = background(scene, surface, frame.whole);
  const stage = stageSurface(scene, surface);
  if (subject === null) return mergeRects(behind, quoteColumn(scene, surface, safe, true).parts);
  if (frame.isWide) {
    const sided = pickSide(scene, true);
    const width = Math.round(frame.width * 0.34);
    const picture = { left: frame.width - width, top: 0, width, height: frame.height };
    const area = { ...safe, width: picture.left - safe.left - 5 * unit };
    return mergeRects(
      behind,
      display(scene, sided(picture), 'plain', stage),
      quoteColumn(scene, surface, sided(area), true).parts,
    );
  }
  const side = Math.round((frame.ratio === '1:1' ? 28 : 34) * unit);
  const picture = { left: safe.left, top: safe.top, width: side, height: side };
  return mergeRects(
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
