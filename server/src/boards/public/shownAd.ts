import type { Media, PublicAd } from '@magpie/contract';
import { parseKeptUrl, type KeptPicture } from './addresses.ts';

/** The stored picture that represents an ad. */
export interface AdPicture extends KeptPicture {
  readonly width: number | null;
  readonly height: number | null;
}

export function pictureOfAd({ media, cards }: PublicAd, site: string): AdPicture | null {
  for (const each of [...media, ...cards.flatMap((card) => card.media)]) {
    const picture = parseKeptUrl(imageUrl(each), site) ?? parseKeptUrl(each.thumbnailUrl, site);
    if (picture !== null) return { ...picture, width: each.width, height: each.height };
  }
  return null;
}

function imageUrl({ type, url }: Media): string | null {
  return type === 'image' ? url : null;
}

export const hues = 12;

/** A color index, the same for all ads of an advertiser. */
export function hueOf({ advertiser }: PublicAd): number {
  return advertiser.advertiserId % hues;
}

/** The hue of a color index. */
export function degreesOf(hue: number): number {
  return (20 + hue * (360 / hues)) % 360;
}
