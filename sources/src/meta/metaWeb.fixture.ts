/** An ad of the current GraphQL payload: a running image ad of an invented shop. */
export const kettle = {
  ad_archive_id: '9001002003004005',
  ad_id: null,
  categories: ['UNKNOWN'],
  collation_count: 3,
  collation_id: '6001002003',
  currency: '',
  end_date: 1743462000,
  gated_type: 'ELIGIBLE',
  impressions_with_index: { impressions_text: null, impressions_index: -1 },
  is_active: true,
  page_id: '31415926535',
  page_is_deleted: false,
  page_name: 'Copper Kettle Co.',
  publisher_platform: ['FACEBOOK', 'INSTAGRAM', 'AUDIENCE_NETWORK', 'THREADS'],
  reach_estimate: null,
  snapshot: {
    page_id: '31415926535',
    page_name: 'Copper Kettle Co.',
    page_profile_uri: 'https://www.facebook.com/copperkettle/',
    page_profile_picture_url: 'https://scontent.example.net/logo.jpg?_nc_cat=1&oh=00_Af&oe=67',
    page_like_count: 48_211,
    page_categories: ['Kitchen/cooking', 'Shopping & retail'],
    body: { text: 'Boils in 90 seconds.\nWhistles in C major.' },
    title: 'The last kettle you buy',
    link_description: 'Free returns for 100 days',
    caption: 'copperkettle.example',
    link_url: 'https://copperkettle.example/c-major?utm_source=fb',
    cta_text: 'Shop now',
    cta_type: 'SHOP_NOW',
    display_format: 'IMAGE',
    images: [
      {
        original_image_url: 'https://scontent.example.net/kettle-full.jpg?oh=1',
        resized_image_url: 'https://scontent.example.net/kettle-600.jpg?oh=2',
        watermarked_resized_image_url: '',
        image_crops: [],
      },
    ],
    videos: [],
    cards: [],
    extra_texts: [],
    extra_images: [],
    extra_videos: [],
    branded_content: null,
  },
  spend: null,
  start_date: 1740787200,
  targeted_or_reached_countries: [],
  total_active_time: null,
};

/** The same ad with changes to its snapshot. */
export function kettleShowing(snapshot: Readonly<Record<string, unknown>>) {
  return { ...kettle, snapshot: { ...kettle.snapshot, ...snapshot } };
}

/** The browser's response: groups of ads that share a creative. */
export function graphqlPage(...groups: readonly (readonly unknown[])[]) {
  const edges = groups.map((collated_results) => ({
    node: { collated_results, __typename: 'AdLibrarySearchResult' },
    cursor: null,
  }));
  const search_results_connection = { edges, page_info: { end_cursor: 'AQH', has_next_page: true } };
  return { data: { ad_library_main: { search_results_connection } }, extensions: { is_final: true } };
}

/** The same ad in the 2024 format: names in camelCase, the body as markup. */
export const legacyKettle = {
  adid: '0',
  adArchiveID: '9001002003004005',
  collationCount: null,
  collationID: 6001002003,
  endDate: 1743462000,
  impressionsWithIndex: { impressionsText: '>1M', impressionsIndex: 40 },
  isAAAEligible: false,
  isActive: false,
  pageID: '31415926535',
  pageName: 'Copper Kettle Co.',
  politicalCountries: ['US'],
  publisherPlatform: ['facebook', 'instagram'],
  startDate: 1740787200,
  snapshot: {
    page_id: 31415926535,
    page_name: 'Copper Kettle Co.',
    page_categories: { '2214': 'Kitchen/cooking' },
    page_profile_uri: 'https://api.whatsapp.com/send?app=facebook',
    body: {
      context: {},
      markup: { __html: 'Boils in 90&nbsp;seconds.<br />\n<b>Whistles</b> in C &amp; D&#039;s major &lt;3' },
      callerHash: 'f565',
    },
    display_format: 'dco',
    cta_type: 'NO_BUTTON',
    cards: [],
    images: [],
    videos: [
      {
        video_hd_url: null,
        video_sd_url: 'https://video.example.net/sd.mp4?oh=3',
        video_preview_image_url: 'https://scontent.example.net/preview.jpg?oh=4',
      },
    ],
    branded_content: null,
    instagram_branded_content: null,
  },
};

/** The EU transparency block of an ad, as attached by scrapers. */
export const euDetails = {
  aaa_info: {
    targets_eu: true,
    payer_beneficiary_data: [{ payer: 'Copper Kettle Ltd', beneficiary: 'Copper Kettle Co.' }],
  },
  transparency_by_location: {
    eu_transparency: {
      eu_total_reach: 4210,
      age_country_gender_reach_breakdown: [
        { country: 'IE', age_gender_breakdowns: [{ age_range: '25-34', female: 3000, male: 1200 }] },
        { country: 'DE', age_gender_breakdowns: [{ age_range: '65+', unknown: 10 }] },
      ],
      gender_audience: 'Men',
      age_audience: { min: 25, max: 65 },
      location_audience: [
        { name: 'Ireland', type: 'countries', excluded: false },
        { name: 'Dublin', type: 'CITY', excluded: true },
      ],
    },
  },
};

/** The ad as the flat record of a scraper that renames all fields. */
export const flatKettle = {
  adArchiveId: '9001002003004005',
  adLibraryUrl: 'https://www.facebook.com/ads/library/?id=9001002003004005',
  pageId: '31415926535',
  pageName: 'Copper Kettle Co.',
  pageLikeCount: 48_211,
  pageProfileUrl: 'https://www.facebook.com/copperkettle/',
  pageProfilePictureUrl: 'https://scontent.example.net/logo.jpg?oh=00_Af',
  pageCategories: ['Kitchen/cooking'],
  primaryText: 'Boils in 90 seconds.',
  headline: 'The last kettle you buy',
  description: 'Free returns for 100 days',
  ctaText: 'Shop now',
  ctaType: 'SHOP_NOW',
  displayFormat: 'VIDEO',
  linkUrl: 'https://copperkettle.example/c-major',
  linkCaption: 'copperkettle.example',
  imageUrls: [],
  videoUrls: ['https://video.example.net/hd.mp4'],
  videoPreviewImageUrls: ['https://scontent.example.net/preview.jpg'],
};

/** The record as a table row, with column paths joined by dots or slashes. */
export function tableRow(record: unknown, separator: '.' | '/'): Record<string, string> {
  const row: Record<string, string> = {};
  const fill = (value: unknown, column: string): void => {
    if (typeof value !== 'object' || value === null) {
      row[column] = typeof value === 'string' ? value : JSON.stringify(value ?? '').replace('""', '');
      return;
    }
    for (const [name, child] of Object.entries(value)) {
      fill(child, column === '' ? name : `${column}${separator}${name}`);
    }
  };
  fill(record, '');
  return row;
}
