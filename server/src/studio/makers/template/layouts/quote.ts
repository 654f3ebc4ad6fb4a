import { column, type TextItem } from '../column.ts';
import { ground } from '../decoration.ts';
import { display } from '../display.ts';
import { bodyText, brandMark, button, oneLine, rule, stars } from '../pieces.ts';
import { inset, nothing, together, type Parts, type Rect, type Scene } from '../scene.ts';
import { standingOn, surfaceFor } from './shared.ts';

/** Why it is to be believed, set large; what it is, small below. */
export function quote(scene: Scene): Parts {
  const { frame, wording } = scene;
  const { safe, unit } = frame;
  const surface = surfaceFor(scene, ['soft', 'deep', 'bold', 'light']);
  const picture = scene.subject === null ? null : pictureRect(scene);
  const area =
    picture !== null && frame.isWide
      ? { ...safe, width: picture.left - safe.left - 5 * unit }
      : besides(safe, picture, unit);
  const said = wording.proof ?? wording.headline;
  const large: TextItem = {
    kind: 'text',
    words: said,
    color: surface.ink,
    most: (picture === null ? 10 : 7.6) * unit,
    least: 3.1 * unit,
    mostLines: 7,
    gap: 3 * unit,
    rank: 0,
  };
  const name = wording.product ?? null;
  const words = column(
    area,
    [
      brandMark(scene, surface, area.width),
      stars(scene, surface, 4.6 * unit) ?? rule(scene, surface.mark),
      large,
      bodyText(scene, said === wording.headline ? wording.text : wording.caption, surface.quiet, 3),
      name === null
        ? null
        : oneLine(name, {
            width: area.width,
            size: 2.3 * unit,
            color: surface.quiet,
            gap: 3 * unit,
            rank: 5,
          }),
      button(scene, surface, area.width),
    ],
    { align: 'left', justify: picture === null || frame.isWide ? 'center' : 'bottom' },
  );
  const stage = standingOn(scene, surface);
  return together(
    ground(scene, surface, frame.whole),
    picture === null
      ? nothing
      : display(
          scene,
          picture,
          frame.isWide ? 'plain' : scene.chance.pick('form', ['rounded', 'circle'] as const),
          stage,
        ),
    words.parts,
  );
}

function pictureRect({ frame }: Scene): Rect {
  const { safe, unit } = frame;
  if (frame.isWide) {
    const width = Math.round(frame.width * 0.34);
    return { left: frame.width - width, top: 0, width, height: frame.height };
  }
  const side = Math.round((frame.ratio === '1:1' ? 28 : 36) * unit);
  return { left: safe.left, top: safe.top, width: side, height: side };
}

function besides(safe: Rect, picture: Rect | null, unit: number): Rect {
  if (picture === null) return inset(safe, 0);
  const top = picture.top + picture.height + 4.4 * unit;
  return { ...safe, top, height: safe.top + safe.height - top };
}
