import type { OpenAd } from '@magpie/contract';

type Media = Pick<OpenAd['media'][number], 'type' | 'url' | 'thumbnailUrl'>;

interface AdWithMedia {
  readonly media: readonly Media[];
  readonly cards: readonly unknown[];
}

/** The pictures of an image or video; a video has one only if its source provides a thumbnail. */
export function imageUrls({ type, url, thumbnailUrl }: Media): string[] {
  return [type === 'image' ? url : null, thumbnailUrl].filter((each) => each !== null);
}

/**
 * The picture by which an ad is compared with others. Null without one, and for an ad with several cards, which are products
 * that ads of other creatives show too.
 */
export function mainPictureUrl({ media, cards }: AdWithMedia): string | null {
  return cards.length < 2 ? (media.flatMap(imageUrls)[0] ?? null) : null;
}
