import type { OpenAdInput } from '@magpie/contract';
import { readUrl, getPath, isObject, getList, readText } from '../mapping/fields.ts';
import { copyOf } from './metaWebText.ts';

/** Images, videos and cards of a snapshot. Of several sizes, the largest is used. */

type Medium = NonNullable<OpenAdInput['media']>[number];
type Card = NonNullable<OpenAdInput['cards']>[number];

const maxMedia = 200;
const maxCards = 200;

const imageAddresses = ['original_image_url', 'resized_image_url', 'watermarked_resized_image_url'];
const videoAddresses = [
  'video_hd_url',
  'video_sd_url',
  'watermarked_video_hd_url',
  'watermarked_video_sd_url',
];

function firstAddress(value: unknown, names: readonly string[]): string | null {
  for (const name of names) {
    const address = readUrl(getPath(value, name));
    if (address !== null) return address;
  }
  return null;
}

/** Lists may also contain plain addresses. */
function imageOf(value: unknown): Medium[] {
  const url = typeof value === 'string' ? readUrl(value) : firstAddress(value, imageAddresses);
  return url === null ? [] : [{ type: 'image', url }];
}

/** Without a video address, the preview is used as an image. */
function videoOf(value: unknown): Medium[] {
  const preview = readUrl(getPath(value, 'video_preview_image_url'));
  const url = typeof value === 'string' ? readUrl(value) : firstAddress(value, videoAddresses);
  if (url !== null) return [{ type: 'video', url, thumbnailUrl: preview }];
  return preview === null ? [] : [{ type: 'image', url: preview }];
}

function distinct(media: readonly Medium[]): Medium[] {
  return [...new Map(media.map((medium) => [medium.url, medium])).values()];
}

/** The media of the ad itself; those of a card belong to the card. */
export function mediaOf(snapshot: unknown): Medium[] {
  const some = (field: string): unknown[] => getList(snapshot, field).slice(0, maxMedia);
  return distinct([
    ...some('videos').flatMap(videoOf),
    ...some('images').flatMap(imageOf),
    ...some('extra_videos').flatMap(videoOf),
    ...some('extra_images').flatMap(imageOf),
  ]).slice(0, maxMedia);
}

export function cardsOf(snapshot: unknown): Card[] {
  return getList(snapshot, 'cards').filter(isObject).slice(0, maxCards).map(cardOf);
}

/** The image of a card with a video is only its preview, so it is omitted. */
function cardOf(card: unknown): Card {
  const video = videoOf(card);
  return {
    headline: copyOf(getPath(card, 'title'), 2000),
    body: copyOf(getPath(card, 'body'), 20_000),
    description: copyOf(getPath(card, 'link_description'), 5000),
    ctaText: readText(getPath(card, 'cta_text'), 200),
    landingPageUrl: readUrl(getPath(card, 'link_url'), 2048),
    media: video.some(({ type }) => type === 'video')
      ? video
      : distinct([...imageOf(card), ...video]).slice(0, 1),
  };
}
