import { getPath, readFirst, readString } from '@magpie/sources/mapping/fields';
import { metaWeb } from '@magpie/sources/meta/metaWeb';
import { idNames, isWebAd } from '@magpie/sources/meta/metaWebForms';
import { creativeIn } from '@magpie/sources/table/libraryCard';
import { parseStatus } from '@magpie/sources/table/tableStatus';
import { datesIn } from '@magpie/sources/table/tableDates';
import * as dom from '../dom.ts';
import type { SiteRules } from '../types.ts';

/** Meta's Ad Library. Class names change with every build; only the line with the ad's id is stable. */
export const meta: SiteRules = {
  source: metaWeb,
  origin: { platform: 'facebook' },
  getRowId: (value) =>
    isWebAd(value) ? readFirst(idNames, (name) => readString(getPath(value, name), 40)) : null,
  cards: (document) => dom.findAdCards(idsIn(document), { isWhole: hasMedia }),
  readRow,
  nameField: 'page_name',
};

/** `Library ID: 1234567890123456` in any language. Phone numbers rarely have more than 13 digits (15 at most). */
const numberLine = /^\D{2,60}[:：]\s*(\d{14,20})$/;

function* idsIn(document: Document): Generator<dom.Anchor> {
  const texts = document.createTreeWalker(document.body, 4);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const element = text.parentElement;
    // The number may be in a separate element after its label.
    const line = /\d{14}/.test(text.nodeValue ?? '') && element !== null ? lineAround(element) : '';
    const id = numberLine.exec(line)?.[1];
    if (id !== undefined && element !== null) yield { id, element };
  }
}

function lineAround(element: Element): string {
  const own = (element.textContent ?? '').trim();
  return /^\d+$/.test(own)
    ? (element.parentElement?.textContent ?? '').trim().slice(0, 200)
    : own.slice(0, 200);
}

function hasMedia(element: Element): boolean {
  return element.querySelector('img, video') !== null;
}

/** Status, id and dates are above the page's name; "Sponsored" and the ad are below it. */
function readRow({ id, element }: dom.Card): Record<string, unknown> {
  const page = pageIn(element);
  const lines = dom.readTextLines(element);
  const name = page?.name ?? null;
  const position = name === null ? -1 : lines.indexOf(name);
  const above = lines.slice(0, Math.max(position, 0));
  const dates = above.map((line) => datesIn(line, null)).find(({ start }) => start !== null);
  const status = above.map((line) => parseStatus(line)).find((known) => known !== null);
  return {
    ad_archive_id: id,
    page_name: name,
    is_active: status === undefined ? null : status === 'active',
    start_date: dates?.start,
    end_date: dates?.end,
    snapshot: {
      page_profile_uri: page?.url,
      page_profile_picture_url: page?.logo,
      ...readCreative(element, position === -1 ? [] : lines.slice(position + 2)),
    },
  };
}

/** The first links lead to the advertiser's page: one around its picture, one around its name. */
function pageIn(card: Element) {
  const links = dom.findLinks(card).filter(({ url }) => isPage(url));
  const named = links.find(({ element }) => dom.readTextLines(element).length > 0);
  if (named === undefined) return null;
  const picture = links.map(({ element }) => element.querySelector('img')).find((found) => found !== null);
  return {
    name: dom.readTextLines(named.element)[0] ?? '',
    url: named.url.href,
    logo: picture ? dom.readImageUrl(picture) : null,
  };
}

function isPage({ hostname, pathname }: URL): boolean {
  return (
    /^(?:www\.|web\.|m\.)?(?:facebook|instagram)\.com$/.test(hostname) && !/^\/(?:ads|l\.php)/.test(pathname)
  );
}

function isOutside({ hostname, pathname }: URL): boolean {
  return !/(?:^|\.)facebook\.com$/.test(hostname) || hostname.startsWith('l.') || pathname === '/l.php';
}

function readCreative(card: Element, lines: readonly string[]): Record<string, unknown> {
  const outside = dom.findLinks(card).filter(({ url }) => isOutside(url) && !isPage(url));
  const linked = new Set(outside.flatMap(({ element }) => dom.readTextLines(element)));
  // The domain may be uppercased by CSS only.
  const domains = lines.map((line) => (linked.has(line) && isDomain(line) ? line.toUpperCase() : line));
  const { body, domain, headline, description, ctaText } = creativeIn(domains);
  return {
    body,
    title: headline,
    link_description: description,
    caption: domain,
    cta_text: ctaText,
    link_url: outside[0]?.url.href,
    ...readMedia(card),
  };
}

function isDomain(line: string): boolean {
  return line.length < 100 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(line);
}

function readMedia(card: Element): Record<string, unknown> {
  const videos = dom.findVideos(card).map(({ url, previewUrl }) => ({
    video_hd_url: url,
    video_preview_image_url: previewUrl,
  }));
  const pictures = dom.findImages(card).filter(({ element }) => !isInPageLink(element));
  const images = pictures.map(({ url }) => ({ original_image_url: url }));
  const pictureFormat = images.length === 1 ? 'IMAGE' : images.length > 1 ? 'CAROUSEL' : null;
  return { videos, images, display_format: videos.length > 0 ? 'VIDEO' : pictureFormat };
}

/** The advertiser's picture is inside a link to its page. */
function isInPageLink(picture: Element): boolean {
  const link = picture.closest('a[href]');
  return (
    link !== null &&
    dom.findLinks(link.parentElement ?? link).some(({ element, url }) => element === link && isPage(url))
  );
}
