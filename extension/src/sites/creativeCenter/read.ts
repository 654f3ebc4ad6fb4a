import { getPath, isObject, readString } from '@magpie/sources/mapping/fields';
import { tiktokTopAds } from '@magpie/sources/tiktok/tiktokTopAds';
import * as dom from '../dom.ts';
import type { SiteRules } from '../types.ts';

/** Top Ads of TikTok's Creative Center. Cards without a detail link are identified by their picture. */
export const creativeCenter: SiteRules = {
  source: tiktokTopAds,
  platform: 'tiktok',
  getRowId: (value) => (isObject(getPath(value, 'video_info')) ? readString(getPath(value, 'id'), 40) : null),
  cards(document, rows) {
    const anchors = [...dom.findAdLinks(document, idIn), ...shown(document, rows)];
    const cards = dom.findAdCards(anchors, {
      known: '[class*="Card_card"], [class*="CardPc_container"]',
      isWhole,
    });
    const wholePages = ['[class*="videoWrap" i]', '[class*="VideoInfo" i]', 'main', '#__next'];
    const [page] = dom.findPageCard(document, idIn, wholePages);
    return page === undefined || cards.some(({ id }) => id === page.id) ? cards : [page, ...cards];
  },
  readRow,
  nameField: 'brand_name',
};

function idIn(url: URL): string | undefined {
  return /^\/business\/creativecenter\/(?:[\w-]+\/){0,4}topads\/(\d{5,25})(?:\/|$)/.exec(url.pathname)?.[1];
}

/** Signatures in the query change with every call; the path identifies the picture. */
function toPath(url: unknown): string | null {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : null;
}

const maxShown = 2000;

function shown(document: Document, rows: ReadonlyMap<string, readonly object[]>): dom.Anchor[] {
  const ids = new Map<string | null, string>();
  for (const [id, versions] of rows)
    for (const row of versions) ids.set(toPath(getPath(row, 'video_info', 'cover')), id);
  const shownMedia = [
    ...dom.findImages(document.body, maxShown).map(({ element, url }) => ({ element, path: toPath(url) })),
    ...dom.findVideos(document.body, maxShown).map(({ element, previewUrl }) => ({
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

function readRow({ id, element }: dom.Card): Record<string, unknown> {
  const [video] = dom.findVideos(element);
  const [picture] = dom.findImages(element);
  return {
    id,
    brand_name: dom.findText(element, '[class*="brand" i]'),
    ad_title: dom.findText(element, '[class*="adTitle" i]', '[class*="title" i]'),
    video_info: { cover: video?.previewUrl ?? picture?.url, video_url: video?.url },
  };
}
