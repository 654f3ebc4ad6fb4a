import { column } from '../column.ts';
import { ground } from '../decoration.ts';
import { display } from '../display.ts';
import { bodyText, brandMark, buttonWithOffer, headline } from '../pieces.ts';
import { bottomOf, box, inset, nothing, together, type Parts, type Rect, type Scene } from '../scene.ts';
import { standingOn } from './shared.ts';

/** A card with all words, laid on the picture. */
export function card(scene: Scene): Parts {
  const { frame, palette, wording, chance, subject } = scene;
  const { unit, safe } = frame;
  const surface = palette[chance.pick('card', ['light', 'light', 'deep'] as const)];
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
  const behind = frame.isWide
    ? frame.whole
    : { ...frame.whole, height: rect.top + (subject === null ? 0 : 3 * unit) };
  const stage = standingOn(scene, surface);
  const free: Rect = frame.isWide
    ? {
        left: rect.left + rect.width,
        top: 0,
        width: frame.width - rect.left - rect.width,
        height: frame.height,
      }
    : {
        left: 0,
        top: frame.isTall ? safe.top / 2 : 0,
        width: frame.width,
        height: rect.top - (frame.isTall ? safe.top / 2 : 0),
      };
  const shown =
    subject?.kind === 'photograph'
      ? display(scene, frame.isTall ? frame.whole : behind, 'plain', stage)
      : together(
          subject?.kind === 'cutout' ? ground(scene, stage, frame.whole) : nothing,
          display(scene, free, 'plain', stage),
        );
  return together(
    box(frame.whole, { backgroundColor: stage.back }),
    shown,
    box(rect, { backgroundColor: surface.back, borderRadius: 3 * unit }),
    words.parts,
  );
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
