import { linkedinApi } from '@magpie/sources/linkedin/linkedinApi';
import { datesIn } from '@magpie/sources/table/tableDates';
import { type Card, cardOfPage, cardsAround } from './cards.ts';
import { addressIn, linesOf, linksIn, imageAddress, imagesIn, textAt, videosIn } from './dom.ts';
import type { SiteRules } from './siteRules.ts';

/** LinkedIn's Ad Library is rendered on the server, more results included, so the HTML is the only data. */
export const linkedin: SiteRules = {
  source: linkedinApi,
  platform: 'linkedin',
  idOfRow: () => null,
  cards(document) {
    const anchors = linksIn(document.body).flatMap(({ element, address }) => {
      const id = idIn(address);
      return id === undefined ? [] : [{ id, element }];
    });
    const own = URL.canParse(document.URL) ? idIn(new URL(document.URL)) : undefined;
    // The page of an ad also links to its neighbours.
    const page = cardOfPage(document, own, ['.ad-detail-left-rail', '.ad-preview', '.base-ad-preview-card']);
    return page.length > 0 ? page : cardsAround(anchors, { known: 'li, .ad-preview', isWhole: hasText });
  },
  rowOfCard,
  nameField: 'advertiserName',
};

function idIn({ pathname }: URL): string | undefined {
  return /^\/ad-library\/detail\/(\d{3,25})(?:\/|$)/.exec(pathname)?.[1];
}

function hasText(element: Element): boolean {
  return element.querySelector('img, video') !== null && linesOf(element).length > 1;
}

function rowOfCard({ id, element }: Card): Record<string, unknown> {
  const about = element.ownerDocument.querySelector('.ad-detail-right-rail');
  const dates = (about === null ? [] : linesOf(about)).map((line) => datesIn(line, null));
  const run = dates.find(({ start }) => start !== null);
  return {
    adId: id,
    ...advertiserOf(element),
    adType:
      element.querySelector('[data-creative-type]')?.getAttribute('data-creative-type') ??
      element.getAttribute('data-creative-type'),
    adCopy: textLines(element.querySelector('.commentary__content')),
    headline: textAt(element, '.sponsored-content-headline h2', '.sponsored-content-headline', 'h2'),
    ctaText: textAt(element, '[data-tracking-control-name$="_cta"]'),
    clickUrl: outsideIn(element),
    ...mediaOf(element),
    availability: { start: run?.start, end: run?.end },
  };
}

function textLines(element: Element | null): string | null {
  return element === null ? null : linesOf(element).join('\n');
}

/** For a personal post promoted by a company, the company is the advertiser and the author the partner. */
function advertiserOf(card: Element): Record<string, unknown> {
  const links = linksIn(card);
  const company = links.find(({ element, address }) => isCompany(address) && linesOf(element).length > 0);
  const header = card.querySelector('.self-center');
  const posted = header === null ? null : (linesOf(header)[0] ?? null);
  const sponsor = (header === null ? [] : linesOf(header)).flatMap(
    (line) => promotedBy.exec(line)?.[1] ?? [],
  )[0];
  const logo = card.querySelector('img[alt*="logo" i]') ?? card.querySelector('a[href*="/company/"] img');
  const linkName = company === undefined ? null : (linesOf(company.element)[0] ?? null);
  const name = sponsor ?? linkName ?? posted ?? labelled(card);
  const isPersonal = posted !== null && name !== null && posted !== name;
  return {
    advertiserName: name,
    advertiserProfileUrl: company?.address.href,
    advertiserLogoUrl: logo === null ? null : imageAddress(logo),
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
  const addresses = [...named].map((link) => addressIn(link, 'href')).filter((address) => address !== null);
  const others = linksIn(card)
    .map(({ address }) => address)
    .filter(({ hostname }) => !/(?:^|\.)linkedin\.com$/.test(hostname));
  return [...addresses.filter((address) => !isCompany(address) && idIn(address) === undefined), ...others][0]
    ?.href;
}

function mediaOf(card: Element): Record<string, unknown> {
  const [video] = videosIn(card);
  const pictures = imagesIn(card).filter(({ element }) => !isLogo(element));
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
