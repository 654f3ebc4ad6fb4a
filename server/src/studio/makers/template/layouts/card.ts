import { background, display, containedSubject } from '../display.ts';
import type { Surface } from '../palette.ts';
import {
  getBottom,
  box,
  inset,
  getRight,
  mergeRects,
  type SceneParts,
  type Rect,
  type Scene,
} from '../scene.ts';
import { areaBelow, copyColumn, stageSurface } from './shared.ts';

/** A card with all texts on top of the picture. */
export function card(scene: Scene): SceneParts {
  const { frame, palette, chance } = scene;
  const { unit } = frame;
  const surface = palette[chance.next('card', ['light', 'deep', 'bold'] as const)];
  const edge = frame.isWide ? 3.6 * unit : 4.4 * unit;
  const most = maxRect(scene, edge);
  const align = frame.isWide ? 'left' : chance.pick('align', ['left', 'center'] as const);
  const words = copyColumn(scene, surface, inset(most, 4.6 * unit), {
    size: 6.6,
    lines: 8,
    textLines: 3,
    align,
    justify: frame.isWide ? 'center' : 'bottom',
  });
  const rect = frame.isWide ? most : areaBelow(most, words.rect.top - 4.6 * unit);
  const stage = stageSurface(scene, surface);
  return mergeRects(
    box(frame.whole, { backgroundColor: stage.back }),
    backdrop(scene, stage, rect),
    box(rect, { backgroundColor: surface.back, borderRadius: 3 * unit }),
    words.parts,
  );
}

/** A photograph extends under the card; a product without surroundings is placed beside it. */
function backdrop(scene: Scene, stage: Surface, rect: Rect): SceneParts {
  const { frame, subject } = scene;
  if (subject?.kind === 'photograph') {
    const height = frame.isWide || frame.isTall ? frame.height : rect.top + 3 * frame.unit;
    return display(scene, { ...frame.whole, height }, 'plain', stage);
  }
  const top = frame.isTall ? frame.safe.top / 2 : 0;
  const free: Rect = frame.isWide
    ? { ...frame.whole, left: getRight(rect), width: frame.width - getRight(rect) }
    : { ...frame.whole, top, height: rect.top - top };
  if (subject?.kind !== 'cutout') return display(scene, free, 'plain', stage);
  const room = inset(free, Math.min(free.width, free.height) * 0.09);
  return mergeRects(background(scene, stage, frame.whole), containedSubject(scene, room, stage.back));
}

function maxRect({ frame, subject }: Scene, edge: number): Rect {
  const { safe, width, height } = frame;
  if (frame.isWide) return { left: edge, top: edge, width: width * 0.5, height: height - 2 * edge };
  const bottom = frame.isTall ? getBottom(safe) : height - edge;
  const share = subject === null ? 0.1 : 0.36;
  const top = frame.isTall ? safe.top + safe.height * share : height * share;
  return { left: edge, top, width: width - 2 * edge, height: bottom - top };
}
