import { type ImageWidth, imageWidths } from '@magpie/contract/limits';
import type { Ad, Media } from '../../lib/api/types.ts';

/**
 * Image and video URLs. Pages load media from this server only, which proxies external files, so that no advertiser
 * learns who views its ads.
 */

const ownPaths = /^\/(?:logos|media|files)\//;
const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @param ad the hash of the ad that has the image, so that the words in it are read */
export function imageUrl(url: string, width: ImageWidth, ad?: string): string {
  const ofAd = ad === undefined ? '' : `&ad=${ad}`;
  return localPath(url) ?? `/pictures?url=${encodeURIComponent(url)}&width=${width}${ofAd}`;
}

/**
 * Props of an `<img>` whose width the browser chooses for the screen. Files of this server have one width.
 *
 * @param sizes the width in the layout: `5rem`, or one for each width of the window
 * @param ad as for `imageUrl`
 */
export function imageProps(url: string, sizes: string, ad?: string) {
  const path = localPath(url);
  if (path !== null) return { src: path };
  const srcSet = imageWidths.map((width) => `${imageUrl(url, width, ad)} ${width}w`).join(', ');
  return { sizes, srcSet, src: imageUrl(url, 640, ad) };
}

export function videoUrl(url: string): string {
  return localPath(url) ?? `/videos?url=${encodeURIComponent(url)}`;
}

/** The path of a URL that this server serves itself; null for any other. */
function localPath(url: string): string | null {
  const parsed = URL.canParse(url, location.href) ? new URL(url, location.href) : null;
  if (parsed === null || !ownPaths.test(parsed.pathname)) return null;
  const isHere =
    parsed.host === location.host ||
    // The server may use an IP address where the browser uses localhost.
    (loopback.test(parsed.hostname) && loopback.test(location.hostname) && parsed.port === location.port);
  return isHere ? parsed.pathname + parsed.search : null;
}

export function firstMedia(ad: Pick<Ad, 'media' | 'cards'>): Media | null {
  return listMedia(ad)[0] ?? null;
}

/** The media of an ad, then those of its cards; the same one once. */
export function listMedia({ media, cards }: Pick<Ad, 'media' | 'cards'>): readonly Media[] {
  const all = [...media, ...cards.flatMap((card) => card.media)];
  return [...new Map(all.map((one) => [one.url, one])).values()];
}

export function downloadUrl({ type, url }: Media): string {
  return type === 'video' ? videoUrl(url) : imageUrl(url, 1280);
}

/**
 * The name of a downloaded image or video, with the extension of what is sent: other hosts' images are sent as WebP.
 *
 * @param number of the media in the ad; null if it is the only one
 */
export function creativeFileName(
  { advertiser, hash }: Pick<Ad, 'advertiser' | 'hash'>,
  { type, url }: Media,
  number: number | null,
): string {
  const ending = /\.([a-z0-9]{3,4})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  const extension =
    type === 'video'
      ? (/^(?:mp4|webm|mov)$/.exec(ending)?.[0] ?? 'mp4')
      : localPath(url) === null
        ? 'webp'
        : ending;
  const brand = advertiser.name.replaceAll(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ').trim();
  const suffix = number === null ? '' : ` ${number}`;
  return `${brand} ${hash.slice(0, 8)}${suffix}.${extension}`;
}

/** The image of an image or video; a video has one only if its source provides a thumbnail. */
export function getThumbnail(media: Media | null): string | null {
  if (media === null) return null;
  return media.type === 'image' ? media.url : media.thumbnailUrl;
}
