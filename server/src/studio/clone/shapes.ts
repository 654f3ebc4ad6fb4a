import type { Ad } from '@magpie/contract';
import { platformRows } from '@magpie/contract/platforms';
import { type AspectRatio, sizes } from '../makers/maker.ts';

const ratioOf = ({ width, height }: { width: number; height: number }): number => width / height;

/** All aspect ratios, the one closest to the ad's media first. */
export function aspectRatiosFor(ad: Ad | null): AspectRatio[] {
  const wanted = ad === null ? 1 : (mediaRatio(ad) ?? platformRows[ad.platform ?? 'facebook'].aspectRatio);
  const distance = (shape: AspectRatio): number => Math.abs(Math.log(ratioOf(sizes[shape]) / wanted));
  return (Object.keys(sizes) as AspectRatio[]).toSorted((one, other) => distance(one) - distance(other));
}

/** Ratio of the first media with a known size. */
function mediaRatio({ media, cards }: Ad): number | null {
  for (const { width, height } of [...media, ...cards.flatMap((card) => card.media)]) {
    if (width !== null && height !== null && width > 0 && height > 0) return width / height;
  }
  return null;
}
