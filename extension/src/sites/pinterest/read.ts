import { pinterestAds } from '@magpie/sources/pinterest/pinterestAds';
import { createDisclosedRules } from '../disclosed.ts';

const pinterestHost = /(?:^|\.)(?:pinterest\.[a-z.]{2,6}|pinimg\.com)$/;

/** Pinterest's ads repository. An ad is a pin, and its page has the id of the pin. */
export const pinterest = createDisclosedRules({
  source: pinterestAds,
  library: 'pinterest',
  idPattern: /^\d{5,25}$/,
  idAttributes: ['data-test-pin-id', 'data-pin-id'],
  readIdInLink: ({ hostname, pathname }) =>
    pinterestHost.test(hostname) ? /^\/pin\/(\d{5,25})(?:\/|$)/.exec(pathname)?.[1] : undefined,
  isLandingPage: ({ hostname }) => !pinterestHost.test(hostname),
  toRecord: (shown) => ({
    pin_id: shown.id,
    advertiser_name: shown.advertiser,
    payer: shown.payer,
    title: shown.headline,
    description: shown.body,
    link: shown.landingPage,
    image_link: shown.images,
    video_url: shown.videos,
    start_date: shown.firstShown,
    end_date: shown.end,
    countries: shown.countries,
  }),
  nameField: 'advertiser_name',
});
