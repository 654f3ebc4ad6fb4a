import type { OpenAdInput } from '@magpie/contract';
import { readUrl, getPath, readString } from '../mapping/fields.ts';
import { Unmappable } from '../source.ts';

type Media = NonNullable<OpenAdInput['media']>[number];

/** Ids are often JSON numbers of 19 digits, which JavaScript rounds: two ads could get the same id. */
export function readAdId(value: unknown): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new Unmappable(
      `The ad's id is a number too long to be read exactly, near ${value}; save ids as text, in quotes.`,
    );
  }
  const id = readDigits(value);
  if (id === null) throw new Unmappable('The ad has no id; expected digits.');
  return id;
}

/** An advertiser's id; one that lost digits is dropped, since the name is enough. */
export function readAdvertiserId(value: unknown): string | null {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? null : readDigits(value);
}

function readDigits(value: unknown): string | null {
  const text = readString(value, 40);
  return text !== null && /^\d{1,30}$/.test(text) ? text : null;
}

export const noAdvertiser = 'The ad has no advertiser name; expected the name of the business or brand.';

export function mapCreative(
  videos: readonly unknown[],
  images: readonly unknown[],
): Pick<OpenAdInput, 'format' | 'mediaType' | 'media'> {
  const media = [...videos.map(mapVideo), ...images.map(mapImage)].filter((part) => part !== null);
  if (videos.length > 0) return { format: 'video', mediaType: 'video', media: media.slice(0, 200) };
  if (images.length === 0) return { format: null, mediaType: null, media: [] };
  return { format: images.length > 1 ? 'carousel' : 'image', mediaType: 'image', media: media.slice(0, 200) };
}

function mapVideo(video: unknown): Media | null {
  const url = readUrl(getPath(video, 'url') ?? getPath(video, 'video_url'));
  const thumbnailUrl = readUrl(getPath(video, 'cover_image_url') ?? getPath(video, 'cover_img'));
  return url === null ? mapImage(thumbnailUrl) : { type: 'video', url, thumbnailUrl };
}

function mapImage(image: unknown): Media | null {
  const url = readUrl(image);
  return url === null ? null : { type: 'image', url };
}
