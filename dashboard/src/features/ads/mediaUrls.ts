import type { Ad, Media } from '../../lib/api/types.ts';

/**
 * Image and video URLs. Pages load media from this server only, which proxies external files, so that no advertiser
 * learns who views its ads.
 */

type Width = 160 | 320 | 640 | 1280;

const ownPaths = /^\/(?:logos|media|files)\//;
const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export function imageUrl(url: string, width: Width): string {
  return localPath(url) ?? `/pictures?url=${encodeURIComponent(url)}&width=${width}`;
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

export function firstMedia({ media, cards }: Pick<Ad, 'media' | 'cards'>): Media | null {
  return [...media, ...cards.flatMap((card) => card.media)][0] ?? null;
}

/** The image of an image or video; a video has one only if its source provides a thumbnail. */
export function getThumbnail(media: Media | null): string | null {
  if (media === null) return null;
  return media.type === 'image' ? media.url : media.thumbnailUrl;
}
