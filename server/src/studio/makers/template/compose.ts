import type { CopyPart, Creative, OwnLayout } from '../maker.ts';
import type { SeededRandom } from './chance.ts';
import { card, split, spotlight } from './layouts/imageLed.ts';
import { checklist, editorial, quote } from './layouts/textLed.ts';
import { offer } from './layouts/offer.ts';
import { poster } from './layouts/poster.ts';
import { reference } from './layouts/reference.ts';
import { mirrorParts, type SceneParts, type Scene } from './scene.ts';

const composers: Readonly<Record<OwnLayout, (scene: Scene) => SceneParts>> = {
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
export function composeLayout(scene: Scene, layout: OwnLayout): SceneParts {
  return mirrorForScript(scene, composers[layout](scene));
}

/** In the regions of the reference ad; null without one, or if a text does not fit there. */
export function composeReference(scene: Scene): SceneParts | null {
  const parts = reference(scene);
  return parts === null ? null : mirrorForScript(scene, parts);
}

function mirrorForScript({ wording, frame }: Scene, parts: SceneParts): SceneParts {
  return wording.direction === 'rtl' ? mirrorParts(parts, frame.width) : parts;
}

/** Layouts for the strongest part of the source ad; repeats raise the probability. */
const suited: Readonly<Record<CopyPart['part'], readonly OwnLayout[]>> = {
  offer: ['offer', 'offer', 'spotlight'],
  proof: ['quote', 'quote', 'checklist'],
  problem: ['editorial', 'checklist', 'split'],
  hook: ['poster', 'card', 'split'],
  cta: ['card', 'spotlight', 'poster'],
};

/** The most distinctive parts first: nearly every ad has a hook. */
const strongest: readonly CopyPart['part'][] = ['offer', 'proof', 'problem', 'hook', 'cta'];

/** Follows the source ad where the product has matching copy; the seed decides the rest. */
export function chooseLayout(creative: Creative, hasImage: boolean, chance: SeededRandom): OwnLayout {
  const { follows, proof, points } = creative;
  const hasOffer = creative.offer !== null;
  const says = { offer: hasOffer, proof: proof !== null, problem: true, hook: true, cta: true };
  const first = follows[0] === 'hook' || follows[0] === undefined ? undefined : follows[0];
  const part = [first, ...strongest].find(
    (each) => each !== undefined && follows.includes(each) && says[each],
  );
  if (part !== undefined) return chance.pick('layout', suited[part]);
  return chance.pick('layout', [
    'poster',
    'editorial',
    ...(hasImage ? (['split', 'card', 'spotlight'] as const) : []),
    ...(hasOffer ? (['offer'] as const) : []),
    ...(proof === null ? [] : (['quote'] as const)),
    ...(points.length > 1 ? (['checklist'] as const) : []),
  ]);
}
