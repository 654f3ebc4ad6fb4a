import type { Ad, Media } from '../api/types.ts';

/**
 * Where pages load pictures from. A page asks nobody but this server: what lies elsewhere comes through it, so that
 * no advertiser learns who looks at its ads.
 */

type Width = 160 | 320 | 640 | 1280;

const ownPaths = /^\/(?:logos|media|files)\//;
const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export function pictureAddress(url: string, width: Width): string {
  return ownAddress(url) ?? `/pictures?url=${encodeURIComponent(url)}&width=${width}`;
}

export function videoAddress(url: string): string {
  return ownAddress(url) ?? `/videos?url=${encodeURIComponent(url)}`;
}

/** The path of an address that this server answers itself; null for any other. */
function ownAddress(url: string): string | null {
  const parsed = URL.canParse(url, location.href) ? new URL(url, location.href) : null;
  if (parsed === null || !ownPaths.test(parsed.pathname)) return null;
  const isHere =
    parsed.host === location.host ||
    // The server calls itself by its number where a person typed localhost.
    (loopback.test(parsed.hostname) && loopback.test(location.hostname) && parsed.port === location.port);
  return isHere ? parsed.pathname + parsed.search : null;
}

/** What an ad shows first, of itself or of its cards; null where it shows nothing. */
export function firstMedia({ media, cards }: Pick<Ad, 'media' | 'cards'>): Media | null {
  return [...media, ...cards.flatMap((card) => card.media)][0] ?? null;
}

/** The picture that stands for a picture or a video; a video has one only where its source gave it. */
export function stillOf(media: Media | null): string | null {
  if (media === null) return null;
  return media.type === 'image' ? media.url : media.thumbnailUrl;
}
