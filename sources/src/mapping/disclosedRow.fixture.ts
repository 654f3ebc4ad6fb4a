/** Records of libraries that are websites only, shaped like their reports and scrapers; the advertisers are invented. */

export const xRow = {
  'Advertiser Name': 'Almhof Käse',
  'Funding Entity': 'Almhof Handels GmbH',
  Creative: 'https://x.com/almhof/status/1755555555555555555',
  'Start date': '2026-01-10',
  'End Date': '2026-02-01',
  'Targeted Segments': 'Austria; 25-34; Women; Keywords: cheese',
  'Excluded Segments': 'Followers',
  Impressions: '12345',
  Reach: '9876',
};

export const pinterestRecord = {
  pin_id: '987654321098765',
  ad_details: {
    advertiser_names: ['Almhof Käse'],
    start_date: '2026-01-10',
    end_date: '2026-02-01',
    countries: ['Austria', 'Germany'],
    genders: ['female'],
    age_buckets: ['25-34', '35-44'],
    user_count_by_country: { AT: '1K-10K', DE: '0-1K' },
    image_link: 'https://i.pin.example/1.jpg',
    pin_data: { title: 'Bergkäse, zwölf Monate gereift', link: 'https://almhof.example/bergkaese' },
  },
};

export const amazonRecord = {
  adId: 'ad-4711',
  asin: 'B000000001',
  advertiser: 'Almhof Käse',
  payer: 'Almhof Handels GmbH',
  productTitle: 'Bergkäse 500 g',
  productUrl: 'https://www.amazon.example/dp/B000000001',
  firstShown: '2026-01-10',
  lastShown: '2026-02-01',
  impressions: '10,000-50,000',
  impressionsByCountry: [
    { country: 'AT', impressions: '10,000-20,000' },
    { country: 'DE', impressions: '0-1,000' },
  ],
  targetingMethods: ['Keywords', 'Products'],
};

export const temuRecord = {
  adName: 'Käsehobel aus Edelstahl',
  advertiser: 'Hobelwerk',
  adPayer: 'Hobelwerk Trading Ltd',
  firstShownDate: '2026-01-10',
  lastShownDate: '2026-02-01',
  regionName: 'Germany',
  impressions: '1000-5000',
  url: 'https://www.temu.example/hobel.html',
};
