import type { Ad } from '@magpie/contract';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { enqueueMedia } from './keptMedia.sql.ts';

/** Stored pictures per ad, which may have hundreds of cards. */
export const maxPictures = 60;

/** The parts of an ad with pictures. The logo is null if it is a generated monogram. */
export interface AdWithPictures extends Pick<Ad, 'media' | 'cards'> {
  readonly advertiser: {
    readonly advertiserId: number;
    readonly brandLogo: string | null;
  };
}

/** Queues the pictures of a saved ad for the next run of the job. */
export async function enqueuePictures(tx: Postgres, savedAdId: number, ad: AdWithPictures): Promise<void> {
  const urls = pictureUrls(ad);
  if (urls.length > 0) await enqueueMedia(tx, savedAdId, urls, maxPictures);
}

/** The distinct picture URLs of an ad, the most prominent first. */
export function pictureUrls({ media, cards, advertiser }: AdWithPictures): string[] {
  const addresses = [
    ...media.flatMap(picturesOf),
    ...logoUrls(advertiser),
    ...cards.flatMap((card) => card.media.flatMap(picturesOf)),
  ];
  return [...new Set(addresses)].slice(0, maxPictures);
}

/** For a video, only its thumbnail. */
function picturesOf({ type, url, thumbnailUrl }: Ad['media'][number]): string[] {
  return [type === 'image' ? url : null, thumbnailUrl].filter((address) => address !== null);
}

function logoUrls({ advertiserId, brandLogo }: AdWithPictures['advertiser']): string[] {
  return brandLogo === null || brandLogo.endsWith(`/logos/${advertiserId}.svg`) ? [] : [brandLogo];
}
