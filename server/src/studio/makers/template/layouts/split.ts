import { display } from '../display.ts';
import {
  box,
  intersect,
  inset,
  mergeRects,
  type Frame,
  type SceneParts,
  type Rect,
  type Scene,
} from '../scene.ts';
import { copyColumn, stageSurface, surfaceFor } from './shared.ts';

/** Two halves: picture and text. */
export function split(scene: Scene): SceneParts {
  const { frame, chance } = scene;
  const isBeside = frame.isWide || (frame.ratio === '1:1' && chance.pick('halves', [true, false]));
  const share = chance.pick('share', [0.5, 0.46]);
  const isPictureFirst = chance.pick('first', [true, false]);
  const [pictureRect, textRect] = isBeside
    ? beside(frame.whole, share, isPictureFirst)
    : stacked(frame, !isPictureFirst && !frame.isTall);
  const surface = surfaceFor(scene, ['light', 'bold', 'soft', 'deep'], false);
  const area = intersect(inset(textRect, 5.4 * frame.unit), frame.isTall ? frame.safe : textRect);
  const words = copyColumn(scene, surface, area, {
    size: isBeside ? 7.4 : 8.4,
    lines: 9,
    align: 'left',
    justify: 'center',
  });
  return mergeRects(
    display(scene, pictureRect, 'plain', stageSurface(scene, surface)),
    box(textRect, { backgroundColor: surface.back }),
    words.parts,
  );
}

function beside({ width, height }: Rect, share: number, isPictureFirst: boolean): [Rect, Rect] {
  const edge = Math.round(width * (isPictureFirst ? share : 1 - share));
  const first = { left: 0, top: 0, width: edge, height };
  const second = { left: edge, top: 0, width: width - edge, height };
  return isPictureFirst ? [first, second] : [second, first];
}

function stacked({ width, height, isTall }: Frame, isPictureLast: boolean): [Rect, Rect] {
  const edge = Math.round(height * (isTall ? 0.42 : isPictureLast ? 0.52 : 0.48));
  const first = { left: 0, top: 0, width, height: edge };
  const second = { left: 0, top: edge, width, height: height - edge };
  return isPictureLast ? [second, first] : [first, second];
}
