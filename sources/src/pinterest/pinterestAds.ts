import { createRowSource } from '../mapping/disclosedRow.ts';
import { getPath, isObject } from '../mapping/fields.ts';

/** Anonymous visitors of the repository do not see advertisers: such records are rejected. */
export const pinterestAds = createRowSource({
  name: 'pinterest-ads',
  summary: "Scraped records of Pinterest's ads repository.",
  library: 'pinterest',
  placement: 'pinterest',
  columns: {
    id: 'pinid id',
    advertiser: 'advertisernames advertisername',
    payer: 'payer paidby paidforby',
    headline: 'title',
    body: 'description details',
    landingPage: 'producturl landingurl link',
    image: 'imagelink imageurl',
    video: 'videourl',
    start: 'startdate',
    end: 'enddate',
    reach: 'reach eureach totalreach',
    reachByCountry: 'usercountbycountry reachbycountry',
    country: 'countries country',
    age: 'ages agebuckets targetingage',
    gender: 'genders gender targetinggender',
    targeted: 'interests keywords targetinginterests',
    excluded: 'excludedkeywords',
  },
  signature: ['pinid', 'advertisernames advertisername', 'startdate'],
  regions: ['EU', 'BR', 'TR'],
  /** `{pin_id, ad_details: {…, pin_data: {…}}}` */
  flatten(record) {
    const details = getPath(record, 'ad_details');
    const pin = getPath(details, 'pin_data');
    return { ...record, ...(isObject(details) ? details : {}), ...(isObject(pin) ? pin : {}) };
  },
  readId: (id) => (/^\d{5,25}$/.test(id) ? id : null),
});
