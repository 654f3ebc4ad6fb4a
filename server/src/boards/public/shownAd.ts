import { parseUrl, type PublicAd } from '@magpie/contract';

export function safeLink(link: string | null): string | null {
  const url = link === null ? null : parseUrl(link);
  if (url === null) return null;
  const { protocol, username, password, href } = url;
  const isHttp = protocol === 'http:' || protocol === 'https:';
  return isHttp && username === '' && password === '' ? href : null;
}

/** Parses the URL of a stored picture; null for external URLs, which public pages never load. */
export function parseKeptUrl(url: string | null, site: string) {
  const folder = `${site}/media/`;
  if (url === null || !url.startsWith(folder)) return null;
  const file = url.slice(folder.length);
  const sha256 = /^([0-9a-f]{64})\.[a-z0-9]{3,4}$/.exec(file)?.[1];
  return sha256 === undefined ? null : { sha256, file };
}

export function pictureOfAd({ media, cards }: PublicAd, site: string) {
  for (const each of [...media, ...cards.flatMap((card) => card.media)]) {
    const image = each.type === 'image' ? parseKeptUrl(each.url, site) : null;
    const picture = image ?? parseKeptUrl(each.thumbnailUrl, site);
    if (picture !== null) return { ...picture, width: each.width, height: each.height };
  }
  return null;
}

/** The kept images and videos of an ad; videos without a kept file are shown by their thumbnail. */
export function listKeptSlides({ media, cards }: PublicAd, site: string): readonly KeptSlide[] {
  const slides = [...media, ...cards.flatMap((card) => card.media)].flatMap((each): KeptSlide[] => {
    const file = parseKeptUrl(each.url, site);
    const thumbnail = parseKeptUrl(each.thumbnailUrl, site);
    const size = { width: each.width, height: each.height };
    if (each.type === 'video' && file !== null) {
      return [{ type: 'video', file: file.file, poster: thumbnail?.file ?? null, ...size }];
    }
    const image = each.type === 'image' ? (file ?? thumbnail) : thumbnail;
    return image === null ? [] : [{ type: 'image', file: image.file, poster: null, ...size }];
  });
  return [...new Map(slides.map((slide) => [slide.file, slide])).values()];
}

interface KeptSlide {
  readonly type: 'image' | 'video';
  readonly file: string;
  readonly poster: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

export const hues = 12;

export function pickHue({ advertiser }: PublicAd): number {
  return advertiser.advertiserId % hues;
}

export function toDegrees(hue: number): number {
  return (20 + hue * (360 / hues)) % 360;
}

const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

export function longDate(time: string): string {
  return format.format(new Date(time));
}

const dayFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayOfYearFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** Names the year only if it is not the current one. */
export function shortDate(time: string): string {
  const isThisYear = time.slice(0, 4) === new Date().toISOString().slice(0, 4);
  return (isThisYear ? dayFormat : dayOfYearFormat).format(new Date(time));
}
