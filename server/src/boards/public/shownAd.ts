import type { Media, PublicAd } from '@magpie/contract';
import { keptPicture, type KeptPicture } from './addresses.ts';

/** What stands for an ad where it is shown. */
export interface AdPicture extends KeptPicture {
  readonly width: number | null;
  readonly height: number | null;
}

/** The first picture of an ad that is kept here. */
export function pictureOfAd({ media, cards }: PublicAd, site: string): AdPicture | null {
  for (const each of [...media, ...cards.flatMap((card) => card.media)]) {
    const kept = keptPicture(addressOfPicture(each), site) ?? keptPicture(each.thumbnailUrl, site);
    if (kept !== null) return { ...kept, width: each.width, height: each.height };
  }
  return null;
}

function addressOfPicture({ type, url }: Media): string | null {
  return type === 'image' ? url : null;
}

export const hues = 12;

/** One of a few colours, the same for all ads of an advertiser. */
export function hueOf({ advertiser }: PublicAd): number {
  return advertiser.advertiserId % hues;
}

/** Where a colour stands on the wheel. */
export function degreesOf(hue: number): number {
  return (20 + hue * (360 / hues)) % 360;
}
