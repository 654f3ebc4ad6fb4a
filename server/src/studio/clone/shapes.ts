import type { Ad } from '@magpie/contract';
import { type AspectRatio, sizes } from '../makers/maker.ts';

const ratioOf = ({ width, height }: { width: number; height: number }): number => width / height;

/** The most common ratio per platform, for ads without media sizes. */
const defaultRatios: Readonly<Record<NonNullable<Ad['platform']>, number>> = {
  facebook: 4 / 5,
  instagram: 4 / 5,
  youtube: 1.91,
  linkedin: 1.91,
  tiktok: 9 / 16,
};

/** All aspect ratios, the one closest to the ad's media first. */
export function aspectRatiosFor(ad: Ad | null): AspectRatio[] {
  const wanted = ad === null ? 1 : (mediaRatio(ad) ?? defaultRatios[ad.platform ?? 'facebook']);
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
