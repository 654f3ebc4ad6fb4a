import type { Ad } from '@magpie/contract';
import { type AspectRatio, sizes } from '../makers/maker.ts';

const proportion = ({ width, height }: { width: number; height: number }): number => width / height;

/** Where nothing of the media is known, as most ads of a platform are. */
const usual: Readonly<Record<NonNullable<Ad['platform']>, number>> = {
  facebook: 4 / 5,
  instagram: 4 / 5,
  youtube: 1.91,
  linkedin: 1.91,
  tiktok: 9 / 16,
};

/** All shapes, the one most like that of the ad's media first. */
export function shapesFor(ad: Ad | null): AspectRatio[] {
  const wanted = ad === null ? 1 : (measured(ad) ?? usual[ad.platform ?? 'facebook']);
  const distance = (shape: AspectRatio): number => Math.abs(Math.log(proportion(sizes[shape]) / wanted));
  return (Object.keys(sizes) as AspectRatio[]).toSorted((one, other) => distance(one) - distance(other));
}

/** Of the first media whose size is known. */
function measured({ media, cards }: Ad): number | null {
  for (const { width, height } of [...media, ...cards.flatMap((card) => card.media)]) {
    if (width !== null && height !== null && width > 0 && height > 0) return width / height;
  }
  return null;
}
