import { getPath, isObject, readString } from '@magpie/sources/mapping/fields';
import { tiktokTopAds } from '@magpie/sources/tiktok/tiktokTopAds';
import {
  type Anchor,
  type Card,
  findPageCard,
  findAdCards,
  findLinks,
  findImages,
  findText,
  findVideos,
} from '../dom.ts';
import type { SiteRules } from '../types.ts';

/** Top Ads of TikTok's Creative Center. Cards without a detail link are identified by their picture. */
export const creativeCenter: SiteRules = {
  source: tiktokTopAds,
  platform: 'tiktok',
  getRowId: (value) => (isObject(getPath(value, 'video_info')) ? readString(getPath(value, 'id'), 40) : null),
  cards(document, rows) {
    const anchors = [...linked(document), ...shown(document, rows)];
    const cards = findAdCards(anchors, {
      known: '[class*="Card_card"], [class*="CardPc_container"]',
      isWhole,
    });
    const own = URL.canParse(document.URL) ? idIn(new URL(document.URL)) : undefined;
    const [page] = findPageCard(document, own, [
      '[class*="videoWrap" i]',
      '[class*="VideoInfo" i]',
      'main',
      '#__next',
    ]);
    return page === undefined || cards.some(({ id }) => id === own) ? cards : [page, ...cards];
  },
  readRow,
  nameField: 'brand_name',
};

function idIn(url: URL): string | undefined {
  return /^\/business\/creativecenter\/(?:[\w-]+\/){0,4}topads\/(\d{5,25})(?:\/|$)/.exec(url.pathname)?.[1];
}

function linked(document: Document): Anchor[] {
  return findLinks(document.body).flatMap(({ element, url }) => {
    const id = idIn(url);
    return id === undefined ? [] : [{ id, element }];
  });
}

/** Signatures in the query change with every call; the path identifies the picture. */
function toPath(url: unknown): string | null {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : null;
}

const maxShown = 2000;

function shown(document: Document, rows: ReadonlyMap<string, readonly object[]>): Anchor[] {
  const ids = new Map<string | null, string>();
  for (const [id, versions] of rows)
    for (const row of versions) ids.set(toPath(getPath(row, 'video_info', 'cover')), id);
  const shownMedia = [
    ...findImages(document.body, maxShown).map(({ element, url }) => ({ element, path: toPath(url) })),
    ...findVideos(document.body, maxShown).map(({ element, previewUrl }) => ({
      element,
      path: toPath(previewUrl),
    })),
  ];
  return shownMedia.flatMap(({ element, path }) => {
    const id = path === null ? undefined : ids.get(path);
    return id === undefined ? [] : [{ id, element }];
  });
}

function isWhole(element: Element): boolean {
  return element.querySelector('img, video') !== null && (element.textContent ?? '').trim() !== '';
}

function readRow({ id, element }: Card): Record<string, unknown> {
  const [video] = findVideos(element);
  const [picture] = findImages(element);
  return {
    id,
    brand_name: findText(element, '[class*="brand" i]'),
    ad_title: findText(element, '[class*="adTitle" i]', '[class*="title" i]'),
    video_info: { cover: video?.previewUrl ?? picture?.url, video_url: video?.url },
  };
}
