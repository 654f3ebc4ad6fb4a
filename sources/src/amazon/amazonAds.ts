import { createRowSource } from '../mapping/disclosedRow.ts';

export const amazonAds = createRowSource({
  name: 'amazon-ads',
  summary: "Scraped records of Amazon's EU ad library.",
  library: 'amazon',
  placement: 'amazon',
  columns: {
    id: 'adid',
    page: 'adurl adlibraryurl',
    advertiser: 'advertiser advertisername',
    payer: 'payer payername paidby',
    headline: 'producttitle title headline',
    landingPage: 'producturl storeurl landingurl',
    image: 'imageurl imageurls productimage',
    video: 'videourl',
    start: 'firstshown firstshowndate startdate',
    lastShown: 'lastshown lastshowndate',
    end: 'enddate',
    impressions: 'impressions totalimpressions impressionsband',
    impressionsByCountry: 'impressionsbycountry impressionspercountry',
    country: 'countries country',
    targeted: 'targeting targetingmethods targetingcriteria',
    removal: 'restrictioncategory removalreason',
  },
  signature: ['adid', 'asin productasin', 'payer payername paidby', 'firstshown firstshowndate startdate'],
  regions: ['EU'],
  readId: (id) => (/^[\w.:-]{3,200}$/.test(id) ? id : null),
});
