import { createRowSource } from '../mapping/disclosedRow.ts';

export const temuAds = createRowSource({
  name: 'temu-ads',
  summary: "Scraped records of Temu's EU ad library.",
  library: 'temu',
  placement: 'temu',
  columns: {
    id: 'adid',
    advertiser: 'advertiser advertisername',
    payer: 'adpayer',
    headline: 'adname',
    landingPage: 'url producturl',
    image: 'imageurl thumbnail',
    start: 'firstshowndate',
    lastShown: 'lastshowndate',
    impressions: 'impressions',
    country: 'regionname',
    removal: 'removalreason',
  },
  signature: ['adname', 'adpayer', 'firstshowndate'],
  regions: ['EU'],
  readId: (id) => (/^[\w.:-]{3,200}$/.test(id) ? id : null),
});
