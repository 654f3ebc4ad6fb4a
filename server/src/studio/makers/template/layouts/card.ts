import { column } from '../column.ts';
import { ground } from '../decoration.ts';
import { display, standing } from '../display.ts';
import type { Surface } from '../palette.ts';
import { bodyText, brandMark, buttonWithOffer, headline } from '../pieces.ts';
import { bottomOf, box, inset, rightOf, together, type Parts, type Rect, type Scene } from '../scene.ts';
import { standingOn } from './shared.ts';

/** A card with all words, laid on the picture. */
export function card(scene: Scene): Parts {
  const { frame, palette, wording, chance } = scene;
  const { unit } = frame;
  const surface = palette[chance.next('card', ['light', 'deep', 'bold'] as const)];
  const edge = frame.isWide ? 3.6 * unit : 4.4 * unit;
  const most = largest(scene, edge);
  const align = frame.isWide ? 'left' : chance.pick('align', ['left', 'center'] as const);
  const within = inset(most, 4.6 * unit);
  const words = column(
    within,
    [
      brandMark(scene, surface, within.width),
      headline(scene, surface.ink, 6.6, 8),
      bodyText(scene, wording.text, surface.quiet, 3),
      ...buttonWithOffer(scene, surface, within.width, align),
    ],
    { align, justify: frame.isWide ? 'center' : 'bottom' },
  );
  const top = words.rect.top - 4.6 * unit;
  const rect = frame.isWide ? most : { ...most, top, height: bottomOf(most) - top };
  const stage = standingOn(scene, surface);
  return together(
    box(frame.whole, { backgroundColor: stage.back }),
    behind(scene, stage, rect),
    box(rect, { backgroundColor: surface.back, borderRadius: 3 * unit }),
    words.parts,
  );
}

/** A photograph reaches under the card, a product without surroundings stands clear of it. */
function behind(scene: Scene, stage: Surface, rect: Rect): Parts {
  const { frame, subject } = scene;
  if (subject?.kind === 'photograph') {
    const height = frame.isWide || frame.isTall ? frame.height : rect.top + 3 * frame.unit;
    return display(scene, { ...frame.whole, height }, 'plain', stage);
  }
  const top = frame.isTall ? frame.safe.top / 2 : 0;
  const free: Rect = frame.isWide
    ? { ...frame.whole, left: rightOf(rect), width: frame.width - rightOf(rect) }
    : { ...frame.whole, top, height: rect.top - top };
  if (subject?.kind !== 'cutout') return display(scene, free, 'plain', stage);
  const room = inset(free, Math.min(free.width, free.height) * 0.09);
  return together(ground(scene, stage, frame.whole), standing(scene, room, stage.back));
}

/** The most that a card may take. */
function largest({ frame, subject }: Scene, edge: number): Rect {
  const { safe, width, height } = frame;
  if (frame.isWide) return { left: edge, top: edge, width: width * 0.5, height: height - 2 * edge };
  const bottom = frame.isTall ? bottomOf(safe) : height - edge;
  const share = subject === null ? 0.1 : 0.36;
  const top = frame.isTall ? safe.top + safe.height * share : height * share;
  return { left: edge, top, width: width - 2 * edge, height: bottom - top };
}
