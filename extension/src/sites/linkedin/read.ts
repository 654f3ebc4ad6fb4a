import { linkedinApi } from '@magpie/sources/linkedin/linkedinApi';
import { datesIn } from '@magpie/sources/table/tableDates';
import * as dom from '../dom.ts';
import type { SiteRules } from '../types.ts';

/** LinkedIn's Ad Library is rendered on the server, more results included, so the HTML is the only data. */
export const linkedin: SiteRules = {
  source: linkedinApi,
  origin: { platform: 'linkedin' },
  getRowId: () => null,
  cards(document) {
    // The page of an ad also links to its neighbours.
    const selectors = ['.ad-detail-left-rail', '.ad-preview', '.base-ad-preview-card'];
    const page = dom.findPageCard(document, idIn, selectors);
    if (page.length > 0) return page;
    const anchors = dom.findAdLinks(document, idIn);
    return dom.findAdCards(anchors, { known: 'li, .ad-preview', isWhole: hasText });
  },
  readRow,
  nameField: 'advertiserName',
};

function idIn({ pathname }: URL): string | undefined {
  return /^\/ad-library\/detail\/(\d{3,25})(?:\/|$)/.exec(pathname)?.[1];
}

function hasText(element: Element): boolean {
  return element.querySelector('img, video') !== null && dom.readTextLines(element).length > 1;
}

function readRow({ id, element }: dom.Card): Record<string, unknown> {
  const about = element.ownerDocument.querySelector('.ad-detail-right-rail');
  const dates = (about === null ? [] : dom.readTextLines(about)).map((line) => datesIn(line, null));
  const run = dates.find(({ start }) => start !== null);
  return {
    adId: id,
    ...readAdvertiser(element),
    adType:
      element.querySelector('[data-creative-type]')?.getAttribute('data-creative-type') ??
      element.getAttribute('data-creative-type'),
    adCopy: textLines(element.querySelector('.commentary__content')),
    headline: dom.findText(element, '.sponsored-content-headline h2', '.sponsored-content-headline', 'h2'),
    ctaText: dom.findText(element, '[data-tracking-control-name$="_cta"]'),
    clickUrl: outsideIn(element),
    ...readMedia(element),
    availability: { start: run?.start, end: run?.end },
  };
}

function textLines(element: Element | null): string | null {
  return element === null ? null : dom.readTextLines(element).join('\n');
}

/** For a personal post promoted by a company, the company is the advertiser and the author the partner. */
function readAdvertiser(card: Element): Record<string, unknown> {
  const links = dom.findLinks(card);
  const company = links.find(({ element, url }) => isCompany(url) && dom.readTextLines(element).length > 0);
  const header = card.querySelector('.self-center');
  const posted = header === null ? null : (dom.readTextLines(header)[0] ?? null);
  const sponsor = (header === null ? [] : dom.readTextLines(header)).flatMap(
    (line) => promotedBy.exec(line)?.[1] ?? [],
  )[0];
  const logo = card.querySelector('img[alt*="logo" i]') ?? card.querySelector('a[href*="/company/"] img');
  const linkName = company === undefined ? null : (dom.readTextLines(company.element)[0] ?? null);
  const name = sponsor ?? linkName ?? posted ?? labelled(card);
  const isPersonal = posted !== null && name !== null && posted !== name;
  return {
    advertiserName: name,
    advertiserProfileUrl: company?.url.href,
    advertiserLogoUrl: logo === null ? null : dom.readImageUrl(logo),
    ...(isPersonal ? { promotionType: 'THOUGHT_LEADERSHIP', promoterDetails: { name: posted } } : {}),
  };
}

const promotedBy = /^Promoted by (.{1,200})$/;

function isCompany({ hostname, pathname }: URL): boolean {
  return /(?:^|\.)linkedin\.com$/.test(hostname) && /^\/(?:company|showcase|school)\//.test(pathname);
}

/** `Ledgerly, Single Image Ad, View details`: the name may contain commas. */
function labelled(card: Element): string | null {
  const label = card.querySelector('a[href*="/ad-library/detail/"][aria-label]')?.getAttribute('aria-label');
  const name = label?.split(',').slice(0, -2).join(',') ?? '';
  return name === '' ? null : name;
}

function outsideIn(card: Element): string | undefined {
  const named = card.querySelectorAll(
    'a[data-tracking-control-name*="content"], a[data-tracking-control-name*="headline"]',
  );
  const addresses = [...named]
    .map((link) => dom.readUrlAttribute(link, 'href'))
    .filter((url) => url !== null);
  const others = dom
    .findLinks(card)
    .map(({ url }) => url)
    .filter(({ hostname }) => !/(?:^|\.)linkedin\.com$/.test(hostname));
  return [...addresses.filter((url) => !isCompany(url) && idIn(url) === undefined), ...others][0]?.href;
}

function readMedia(card: Element): Record<string, unknown> {
  const [video] = dom.findVideos(card);
  const pictures = dom.findImages(card).filter(({ element }) => !isLogo(element));
  return {
    videoUrl: video?.url,
    videoThumbnailUrl: video?.previewUrl,
    imageUrls: pictures.map(({ url }) => url),
  };
}

function isLogo(picture: Element): boolean {
  return (
    /logo/i.test(picture.getAttribute('alt') ?? '') ||
    picture.closest('a[href*="/company/"], a[href*="/in/"], .self-center') !== null
  );
}
