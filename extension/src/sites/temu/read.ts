import { temuAds } from '@magpie/sources/temu/temuAds';
import { anyId, createDisclosedRules, readIdParameter } from '../disclosed.ts';

/** Temu's ad library of the European Union. */
export const temu = createDisclosedRules({
  source: temuAds,
  library: 'temu',
  idPattern: anyId,
  idAttributes: ['data-ad-id', 'data-adid'],
  readIdInLink: (url) => (url.hostname === 'ads.temu.com' ? readIdParameter(url) : undefined),
  isLandingPage: ({ hostname }) => hostname !== 'ads.temu.com',
  toRecord: (shown) => ({
    adId: shown.id,
    adName: shown.headline ?? shown.body,
    advertiser: shown.advertiser,
    adPayer: shown.payer,
    url: shown.landingPage,
    imageUrl: shown.images,
    firstShownDate: shown.firstShown,
    lastShownDate: shown.lastShown,
    regionName: shown.countries,
    impressions: shown.impressions,
  }),
  nameField: 'advertiser',
});
