/** Records of Google's Transparency Center in the formats of its tables and pages; the advertisers are invented. */

export const advertiserId = 'AR01234567890123456789';
export const creativeId = 'CR09876543210987654321';

/** A row of `creative_stats` as BigQuery writes it to JSON Lines: whole numbers are text. */
export const statsRow = {
  advertiser_id: advertiserId,
  creative_id: creativeId,
  creative_page_url: `https://adstransparency.google.com/advertiser/${advertiserId}/creative/${creativeId}`,
  ad_format_type: 'VIDEO',
  advertiser_disclosed_name: 'Polar Bikes',
  advertiser_legal_name: 'Polar Bikes AS',
  advertiser_location: 'NO',
  advertiser_verification_status: 'VERIFIED',
  topic: 'Sports & Fitness',
  region_stats: [
    {
      region_code: 'DE',
      first_shown: '2026-01-10',
      last_shown: '2026-02-01',
      times_shown_start_date: '2026-01-10',
      times_shown_end_date: '2026-02-01',
      times_shown_lower_bound: '1000',
      times_shown_upper_bound: '2000',
      times_shown_availability_date: null,
      surface_serving_stats: {
        surface_serving_stats: [
          { surface: 'YOUTUBE', times_shown_lower_bound: '1000', times_shown_upper_bound: '2000' },
          { surface: 'SEARCH', times_shown_lower_bound: '0', times_shown_upper_bound: '1000' },
        ],
      },
    },
    {
      region_code: 'TR',
      first_shown: '2026-01-05',
      last_shown: '2026-01-20',
      times_shown_lower_bound: '10000',
      times_shown_upper_bound: '20000',
      surface_serving_stats: null,
    },
    {
      region_code: 'FR',
      first_shown: '2026-01-11',
      last_shown: '2026-03-01',
      times_shown_availability_date: '2026-04-01',
    },
  ],
  audience_selection_approach_info: {
    demographic_info: 'CRITERIA_INCLUDED',
    geo_location: 'CRITERIA_UNUSED',
  },
};

/** The same row as a line of CSV: nested records are JSON, and missing values are empty. */
export const statsCells = {
  ...statsRow,
  topic: '',
  region_stats: JSON.stringify(statsRow.region_stats),
  audience_selection_approach_info: JSON.stringify(statsRow.audience_selection_approach_info),
};

/** A row of the political ads table. */
export const politicalRow = {
  ad_id: 'CR11111111111111111111',
  ad_url: `https://adstransparency.google.com/advertiser/${advertiserId}/creative/CR11111111111111111111?political=&region=US`,
  ad_type: 'TEXT',
  regions: 'US, FR',
  advertiser_id: advertiserId,
  advertiser_name: 'Citizens for Cycle Lanes',
  date_range_start: '2025-09-01',
  date_range_end: '2025-11-03',
  num_of_days: '64',
  impressions: '≤ 10k',
  age_targeting: '18-24, 25-34',
  gender_targeting: 'Male, Female',
  geo_targeting_included: 'California',
  spend_range_min_usd: '100',
};

const picture =
  '<img src="https://tpc.example/archive/simgad/1?sz=1&amp;v=2" height="250" width="300" style="max-width:100%">';

/** A creative in a SearchCreatives response; format 1, although it is an image. */
export const creative = {
  '1': advertiserId,
  '2': creativeId,
  '3': { '3': { '2': picture } },
  '4': 1,
  '6': { '1': '1767949200', '2': 120_000_000 },
  '7': { '1': '1769936400', '2': 0 },
  '12': 'Polar Bikes',
  '13': 30,
  '14': 'polarbikes.example',
};

/** A creative whose preview is a script, not an image. */
export const scriptedCreative = {
  ...creative,
  '2': 'CR22222222222222222222',
  '3': { '1': { '4': 'https://displayads.example/ads/preview/content.js?client=ads' } },
  '4': 3,
};

export const searchAnswer = {
  '1': [creative, scriptedCreative],
  '2': 'CgoAP7zndW5leHQ',
  '4': '100',
  '5': '200',
};

/** The response for one creative. */
export const detail = {
  '1': {
    '1': advertiserId,
    '2': creativeId,
    '4': { '1': '1769936400' },
    '5': [
      { '3': { '2': picture } },
      { '3': { '2': picture } },
      { '1': { '4': 'https://displayads.example/content.js' } },
    ],
    '8': 2,
    '17': [
      { '1': 2840, '5': 20_260_201 },
      { '1': 2356, '5': 20_260_120 },
      { '1': 2999, '5': 20_260_120 },
    ],
    '22': { '1': 'Polar Bikes' },
  },
};

export const refusal = { '2': 'com.example.frontend.BadRequestException: bad', '5': 400, '9': 3 };
