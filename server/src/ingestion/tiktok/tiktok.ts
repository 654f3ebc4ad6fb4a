import type { OpenAdInput } from '@magpie/contract';
import { addressOf, at, textOf } from '../mapping/fields.ts';
import { Unmappable } from '../source.ts';

/** What the sources of TikTok have in common. */

type Media = NonNullable<OpenAdInput['media']>[number];

/**
 * An ad's id, digit by digit. TikTok's ids have up to 19 digits and often come as JSON numbers, of which JavaScript
 * keeps about 16: two ads whose ids were rounded to the same number would become one.
 */
export function adIdOf(value: unknown): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new Unmappable(
      `The ad's id is a number too long to be read exactly, near ${value}; save ids as text, in quotes.`,
    );
  }
  const id = digitsOf(value);
  if (id === null) throw new Unmappable('The ad has no id; it should have one made of digits.');
  return id;
}

/** An advertiser's id; one that lost digits is unknown, and the ad still has its advertiser's name. */
export function advertiserIdOf(value: unknown): string | null {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? null : digitsOf(value);
}

function digitsOf(value: unknown): string | null {
  const text = textOf(value, 40);
  return text !== null && /^\d{1,30}$/.test(text) ? text : null;
}

/** The first name that is one. */
export function advertiserNameOf(names: readonly unknown[]): string {
  for (const candidate of names) {
    const name = textOf(candidate, 200);
    if (name !== null) return name;
  }
  throw new Unmappable('The ad names no advertiser; it should have the name of the business or brand.');
}

/** Who and where an ad of TikTok's ad library is. */
export function inLibrary(
  id: string,
): Pick<OpenAdInput, 'key' | 'externalId' | 'sourceUrl' | 'platforms' | 'placements'> {
  return {
    key: `tiktok:${id}`,
    externalId: id,
    sourceUrl: `https://library.tiktok.com/ads/detail/?ad_id=${id}`,
    platforms: ['tiktok'],
    placements: ['tiktok'],
  };
}

/** What is shown, and what kind of ad that makes. The lists come as the library has them. */
export function creativeOf(
  videos: readonly unknown[],
  images: readonly unknown[],
): Pick<OpenAdInput, 'format' | 'mediaType' | 'media'> {
  const media = [...videos.map(videoOf), ...images.map(imageOf)].filter((part) => part !== null);
  if (videos.length > 0) return { format: 'video', mediaType: 'video', media: media.slice(0, 200) };
  if (images.length === 0) return { format: null, mediaType: null, media: [] };
  return { format: images.length > 1 ? 'carousel' : 'image', mediaType: 'image', media: media.slice(0, 200) };
}

function videoOf(video: unknown): Media | null {
  const url = addressOf(at(video, 'url') ?? at(video, 'video_url'));
  const thumbnailUrl = addressOf(at(video, 'cover_image_url') ?? at(video, 'cover_img'));
  return url === null ? imageOf(thumbnailUrl) : { type: 'video', url, thumbnailUrl };
}

function imageOf(image: unknown): Media | null {
  const url = addressOf(image);
  return url === null ? null : { type: 'image', url };
}
