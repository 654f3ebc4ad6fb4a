import type { OpenAdInput } from '@magpie/contract';
import { platformTable } from '@magpie/contract/platforms';
import { capturedAtOf, runOf, statusAt } from '../mapping/adDates.ts';
import { callToActionOf } from '../mapping/callToAction.ts';
import {
  addressOf,
  at,
  countOf,
  countriesOf,
  listAt,
  marginals,
  reachOf,
  textOf,
  textsOf,
} from '../mapping/fields.ts';
import { languageOf } from './linkedinLanguages.ts';
import { adKind } from './linkedinTypes.ts';
import { Unmappable } from '../source.ts';

/** An element of an API response. Texts and media are only on the ad's page. */
export function adOfElement(element: unknown): OpenAdInput {
  const details = at(element, 'details');
  const statistics = at(details, 'adStatistics');
  const advertiser = at(details, 'advertiser');
  const last = at(statistics, 'latestImpressionAt');
  const capturedAt = capturedAtOf(element);
  return {
    ...inLibrary(idIn(at(element, 'adUrl'))),
    ...adKind(at(details, 'type')),
    advertiser: {
      name: advertiserNameOf([at(advertiser, 'advertiserName'), at(advertiser, 'adPayer')]),
      ...pageOf(at(advertiser, 'advertiserUrl')),
    },
    ...runOf(at(statistics, 'firstImpressionAt'), last, statusAt(last, capturedAt)),
    ...impressionsOf(
      at(statistics, 'totalImpressions'),
      listAt(statistics, 'impressionsDistributionByCountry'),
    ),
    language: languageOf(targetedLanguages(details)),
    capturedAt,
  };
}

/** A library page as exported by a scraper. */
export function adOfPage(page: unknown): OpenAdInput {
  const last = at(page, 'availability', 'end');
  const capturedAt = capturedAtOf(page);
  return {
    ...inLibrary(idOf(at(page, 'adId'))),
    ...creativeOf(page),
    advertiser: {
      name: advertiserNameOf([at(page, 'advertiserName'), at(page, 'paidBy')]),
      ...pageOf(at(page, 'advertiserProfileUrl'), at(page, 'advertiserProfileId')),
      logoUrl: addressOf(at(page, 'advertiserLogoUrl')),
    },
    bodies: textsOf(at(page, 'adCopy')),
    headlines: textsOf(at(page, 'headline'), 2000),
    ...callToActionOf(at(page, 'ctaText')),
    landingPageUrl: addressOf(at(page, 'clickUrl')),
    ...runOf(at(page, 'availability', 'start'), last, statusAt(last, capturedAt)),
    ...impressionsOf(at(page, 'totalImpressions'), listAt(page, 'impressionsPerCountry')),
    language: languageOf(textsOf(at(page, 'targeting', 'language'), 100)),
    ...partnershipOf(page),
    capturedAt,
  };
}

function inLibrary(
  id: string,
): Pick<OpenAdInput, 'key' | 'externalId' | 'sourceUrl' | 'platforms' | 'placements'> {
  return {
    ...platformTable.identifyAd('linkedin', id),
    platforms: ['linkedin'],
    placements: ['linkedin'],
  };
}

function idIn(adUrl: unknown): string {
  return idOf(/\/ad-library\/detail\/(\d{1,30})(?!\d)/.exec(textOf(adUrl, 500) ?? '')?.[1]);
}

function idOf(value: unknown): string {
  const id = textOf(value, 40);
  if (id === null || !/^\d{1,30}$/.test(id)) {
    throw new Unmappable("The ad has no id; it should stand at the end of the ad's address in the library.");
  }
  return id;
}

function advertiserNameOf(names: readonly unknown[]): string {
  const name = names.map((value) => textOf(value, 200)).find((value) => value !== null);
  // Restricted ads have no details.
  if (name === undefined)
    throw new Unmappable('The ad has no advertiser name; LinkedIn omits it for restricted ads.');
  return name;
}

/** Names are ambiguous and change; the page id identifies the advertiser. */
function pageOf(
  address: unknown,
  number?: unknown,
): Pick<OpenAdInput['advertiser'], 'pageUrl' | 'externalId'> {
  const pageUrl = addressOf(address, 2048);
  const pageId = /\/(?:company|showcase|school)\/(\d{1,30})(?:[/?#]|$)/.exec(pageUrl ?? '')?.[1];
  return { pageUrl, externalId: pageId ?? textOf(number, 200) };
}

/**
 * Shares are relative to all impressions and omit small countries, so they are not scaled to 100 %. An ad without
 * statistics was not shown in the European Union; its impressions are unknown, not zero.
 */
function impressionsOf(
  total: unknown,
  shares: readonly unknown[],
): Pick<OpenAdInput, 'reach' | 'reachText' | 'countries' | 'demographics'> {
  const read = reachOf(total);
  const value = read?.reach.value ?? null;
  const groups = shares.map((share) => ({
    country: countryOf(at(share, 'country')),
    reach: value === null ? null : shareOf(share, value),
  }));
  return {
    ...read,
    countries: countriesOf(groups.map(({ country }) => country)),
    demographics: marginals(groups),
  };
}

/** `urn:li:country:DE`, or the code alone. */
function countryOf(value: unknown): string | null {
  return textOf(value, 60)?.split(':').at(-1) ?? null;
}

function shareOf(share: unknown, total: number): number | null {
  const written = at(share, 'impressionPercentage') ?? at(share, 'percentage');
  const percentage = Number((textOf(written, 20) ?? 'unknown').replace(/ ?%$/, ''));
  return percentage >= 0 && percentage <= 100 ? Math.round((total * percentage) / 100) : null;
}

function targetedLanguages(details: unknown): string[] {
  const facet = listAt(details, 'adTargeting').find(
    (candidate) => textOf(at(candidate, 'facetName'), 100)?.toLowerCase() === 'language',
  );
  return at(facet, 'isIncluded') === false ? [] : textsOf(at(facet, 'includedSegments'), 100);
}

function creativeOf(page: unknown): Pick<OpenAdInput, 'format' | 'mediaType' | 'media' | 'cards'> {
  const videoUrl = addressOf(at(page, 'videoUrl'));
  const thumbnailUrl = addressOf(at(page, 'videoThumbnailUrl'));
  const images = imagesOf(textsOf(at(page, 'imageUrls')));
  const cards = cardsOf(listAt(page, 'carouselItems'));
  const media =
    videoUrl === null ? images : [{ type: 'video' as const, url: videoUrl, thumbnailUrl }, ...images];
  const kind = adKind(at(page, 'adType'));
  if (kind.format !== null) return { ...kind, media, cards };
  if (videoUrl !== null) return { format: 'video', mediaType: 'video', media, cards };
  if (cards.length > 1) return { format: 'carousel', mediaType: 'image', media, cards };
  const isImage = images.length > 0 && at(page, 'documentUrl') === undefined;
  return isImage ? { format: 'image', mediaType: 'image', media, cards } : { media, cards };
}

function imagesOf(addresses: readonly unknown[]): NonNullable<OpenAdInput['media']> {
  const urls = addresses.map((address) => addressOf(address)).filter((url) => url !== null);
  return urls.slice(0, 199).map((url) => ({ type: 'image', url }));
}

function cardsOf(items: readonly unknown[]): NonNullable<OpenAdInput['cards']> {
  return items
    .slice(0, 200)
    .toSorted((one, other) => positionOf(one) - positionOf(other))
    .map((item) => ({
      headline: textOf(at(item, 'title'), 2000),
      landingPageUrl: addressOf(at(item, 'linkUrl'), 2048),
      media: imagesOf([at(item, 'imageUrl')]),
    }));
}

function positionOf(item: unknown): number {
  return countOf(at(item, 'position')) ?? 0;
}

/** A thought-leader ad is a personal post that a company pays for. */
function partnershipOf(page: unknown): Pick<OpenAdInput, 'isPartnership' | 'partnerName'> {
  const type = textOf(at(page, 'promotionType'), 60);
  if (type === null) return { isPartnership: null, partnerName: null };
  const isPartnership = type.toUpperCase() === 'THOUGHT_LEADERSHIP';
  const promoter = at(page, 'promoterDetails');
  return { isPartnership, partnerName: isPartnership ? textOf(at(promoter, 'name') ?? promoter, 200) : null };
}
