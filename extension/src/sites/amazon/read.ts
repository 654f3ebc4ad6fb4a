import { amazonAds } from '@magpie/sources/amazon/amazonAds';
import { anyId, createDisclosedRules, readIdParameter } from '../disclosed.ts';

/** Amazon's ad library of the European stores. Ads promote products and stores of Amazon. */
export const amazon = createDisclosedRules({
  source: amazonAds,
  library: 'amazon',
  idPattern: anyId,
  idAttributes: ['data-ad-id', 'data-adid'],
  readIdInLink: (url) => (url.pathname.startsWith('/adlibrary') ? readIdParameter(url) : undefined),
  isLandingPage: ({ hostname, pathname }) =>
    /\/(?:dp|gp\/product)\/[A-Z0-9]{10}(?:\/|$)|^\/stores\//.test(pathname) ||
    !/(?:^|\.)(?:amazon\.[a-z.]{2,6}|media-amazon\.com)$/.test(hostname),
  toRecord: (shown) => ({
    adId: shown.id,
    asin: /\/(?:dp|gp\/product)\/([A-Z0-9]{10})(?:\/|\?|$)/.exec(shown.landingPage ?? '')?.[1] ?? null,
    advertiser: shown.advertiser,
    payer: shown.payer,
    productTitle: shown.headline ?? shown.body,
    productUrl: shown.landingPage,
    imageUrls: shown.images,
    videoUrl: shown.videos,
    firstShown: shown.firstShown,
    lastShown: shown.lastShown,
    endDate: shown.end,
    impressions: shown.impressions,
    country: shown.countries,
  }),
  nameField: 'advertiser',
});
