import type { Layout } from '../maker.ts';
import { card } from './layouts/card.ts';
import { checklist } from './layouts/checklist.ts';
import { editorial } from './layouts/editorial.ts';
import { offer } from './layouts/offer.ts';
import { poster } from './layouts/poster.ts';
import { quote } from './layouts/quote.ts';
import { split } from './layouts/split.ts';
import { spotlight } from './layouts/spotlight.ts';
import { mirrorParts, type Parts, type Scene } from './scene.ts';

const layoutOf: Readonly<Record<Layout, (scene: Scene) => Parts>> = {
  poster,
  split,
  card,
  quote,
  offer,
  checklist,
  editorial,
  spotlight,
};

/** Computes positions only; nothing is drawn here. */
export function compose(scene: Scene, layout: Layout): Parts {
  const parts = layoutOf[layout](scene);
  return scene.wording.direction === 'rtl' ? mirrorParts(parts, scene.frame.width) : parts;
}
