import { getPath, isObject, readString } from '@magpie/sources/mapping/fields';
import { tiktokTopAds } from '@magpie/sources/tiktok/tiktokTopAds';
import * as dom from '../dom.ts';
import type { SiteRules } from '../types.ts';

/** Top Ads of TikTok's Creative Center. Cards without a detail link are identified by their picture. */
export const creativeCenter: SiteRules = {
  source: tiktokTopAds,
  origin: { platform: 'tiktok' },
  getRowId: (value) => (isObject(getPath(value, 'video_info')) ? readString(getPath(value, 'id'), 40) : null),
  cards(document, rows) {
    const anchors = [...dom.findAdLinks(document, idIn), ...dom.findPictured(document, listCovers(rows))];
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

function* listCovers(rows: ReadonlyMap<string, readonly object[]>): Generator<readonly [unknown, string]> {
  for (const [id, versions] of rows)
    for (const row of versions) yield [getPath(row, 'video_info', 'cover'), id];
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
