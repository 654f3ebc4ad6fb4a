import { getPath, isObject, readString } from '@magpie/sources/mapping/fields';
import { datesIn, orderIn } from '@magpie/sources/table/tableDates';
import { tiktokWeb } from '@magpie/sources/tiktok/tiktokWeb';
import * as dom from '../dom.ts';
import type { SiteRules } from '../types.ts';

/** TikTok's ad library: each card links to the details of its ad. */
export const tiktokLibrary: SiteRules = {
  source: tiktokWeb,
  origin: { platform: 'tiktok' },
  getRowId(value) {
    const ad = getPath(value, 'ad') ?? value;
    return getPath(ad, 'first_shown_date') === undefined ? null : readString(getPath(ad, 'id'), 40);
  },
  cards(document) {
    const anchors = dom.findAdLinks(document, idIn);
    const cards = dom.findAdCards(anchors, { known: '.ad_card', isWhole: isCard });
    if (cards.length > 0) return cards;
    return dom.findPageCard(document, idIn, ['.ad_detail', '.detail_content', 'main', '#root']);
  },
  readRow,
  nameField: 'name',
  named(row, name) {
    const ad = getPath(row, 'ad');
    return isObject(ad) ? { ...row, ad: { ...ad, name } } : { ...row, name };
  },
};

function idIn(url: URL): string | undefined {
  const id = url.pathname.startsWith('/ads/detail') ? url.searchParams.get('ad_id') : null;
  return /^\d{5,25}$/.test(id ?? '') ? (id ?? undefined) : undefined;
}

/** A card contains dates; the link may be around the whole card or a part of it. */
function isCard(element: Element): boolean {
  return dom.readTextLines(element).filter((line) => datesIn(line, null).start !== null).length > 0;
}

const people = /^[<>≤≥]?\s?\d[\d.,]*[KMB]?(?:\s?[-–]\s?\d[\d.,]*[KMB]?)?\+?$/i;

function readRow({ id, element }: dom.Card): Record<string, unknown> {
  const lines = dom.readTextLines(element);
  const values = lines.flatMap((line) => [line, ...line.split(/:\s/)]);
  const order = orderIn(values);
  const days = values.flatMap((value) => datesIn(value, order).start ?? []);
  const [first, last] = [...new Set(days)].toSorted();
  const name =
    dom.findText(element, '.ad_info_text', '[class*="ad_card_title"]') ?? lines.find(isName) ?? null;
  return {
    id,
    name,
    title: dom.findText(element, '[class*="ad_text"]', '[class*="ad_title"]:not([class*="card"])'),
    first_shown_date: first,
    last_shown_date: last ?? first,
    image_urls: dom.findImages(element).map(({ url }) => url),
    videos: dom.findVideos(element).map(({ url, previewUrl }) => ({ video_url: url, cover_img: previewUrl })),
    estimated_audience: values.find((value) => people.test(value) && datesIn(value, order).start === null),
  };
}

/** Labels end in a colon and their values are dates and numbers; the badge on a video is a short word. */
function isName(line: string): boolean {
  return line.length > 2 && !/[:：]/.test(line) && !people.test(line) && datesIn(line, null).start === null;
}
