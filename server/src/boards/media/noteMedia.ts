import type { Ad } from '@magpie/contract';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { insertMedia } from './keptMedia.sql.ts';

/** An ad may have hundreds of cards; so many of its pictures are kept. */
export const mostPictures = 60;

/** What of an ad shows pictures. A logo that is our own drawing may be left out. */
export interface Pictured extends Pick<Ad, 'media' | 'cards'> {
  readonly advertiser: {
    readonly advertiserId: number;
    readonly brandLogo: string | null;
  };
}

/** Has the pictures of a saved ad kept: they wait for the next turn of the job. */
export async function noteMedia(tx: Postgres, savedAdId: number, ad: Pictured): Promise<void> {
  const urls = pictureAddresses(ad);
  if (urls.length > 0) await insertMedia(tx, savedAdId, urls, mostPictures);
}

/** The addresses of an ad's pictures, each once, those that are looked at first before the others. */
export function pictureAddresses({ media, cards, advertiser }: Pictured): string[] {
  const addresses = [
    ...media.flatMap(picturesOf),
    ...logoAddresses(advertiser),
    ...cards.flatMap((card) => card.media.flatMap(picturesOf)),
  ];
  return [...new Set(addresses)].slice(0, mostPictures);
}

/** Of a video only the picture that stands for it. */
function picturesOf({ type, url, thumbnailUrl }: Ad['media'][number]): string[] {
  return [type === 'image' ? url : null, thumbnailUrl].filter((address) => address !== null);
}

function logoAddresses({ advertiserId, brandLogo }: Pictured['advertiser']): string[] {
  return brandLogo === null || brandLogo.endsWith(`/logos/${advertiserId}.svg`) ? [] : [brandLogo];
}
