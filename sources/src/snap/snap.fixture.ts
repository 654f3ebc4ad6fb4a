/** Records of Snap's ads library in the format of its API; the advertisers are invented. */

const countries = 'at be bg hr cy cz dk ee fi fr de el hu ie it lv lt lu mt nl pl pt ro sk si es se tr'.split(
  ' ',
);

/** Every country is listed, most with zero. */
function impressions(shown: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(countries.map((code) => [code, shown[code] ?? 0]));
}

export const snapPreview = {
  id: '0f6b1a52-6c1e-4b0e-9d5c-1f2a3b4c5d6e',
  name: 'LUMI_DE_Evergreen_Female_Feed_v3',
  ad_account_name: 'Lumi EMEA - Agency',
  status: 'ACTIVE',
  creative_type: 'WEB_VIEW',
  ad_type: 'REMOTE_WEBPAGE',
  ad_render_type: 'STATIC',
  languages: ['de'],
  headline: 'Schlaf wie nie',
  call_to_action: 'SHOP NOW',
  top_snap_media_type: 'VIDEO',
  top_snap_crop_position: 'MIDDLE',
  top_snap_media_download_link: 'https://cdn.snap.example/d/lumi.mp4',
  start_date: '2026-01-20T00:00:00.000Z',
  impressions_total: 170_500,
  impressions_map: impressions({ de: 169_998, el: 502 }),
  targeting_v2: {
    regulated_content: false,
    demographics: [
      {
        min_age: '18',
        max_age: '34',
        age_groups: [],
        gender: 'FEMALE',
        languages: ['de'],
        operation: 'INCLUDE',
      },
    ],
    devices: [{ os_type: 'iOS', marketing_name: [], model: [], carrier_id: [] }],
    geos: [
      { country_code: 'de', operation: 'INCLUDE' },
      { country_code: 'de', name: 'Bayern', operation: 'EXCLUDE' },
    ],
    interests: [],
  },
  paying_advertiser_name: 'Lumi Betten GmbH',
  brand_name: 'LumiDE',
  profile_name: 'Lumi',
  profile_logo_url: 'https://cdn.snap.example/d/logo.png',
  web_view_properties: { url: 'https://lumi.example/bett?utm_source=snap' },
  review_status: 'APPROVED',
  rejection_reasons: [],
};

/** A story of two Snaps. */
export const snapStory = {
  ...snapPreview,
  id: 'story-1',
  ad_type: 'STORY',
  top_snap_media_type: 'COMPOSITE',
  top_snap_media_download_link: undefined,
  web_view_properties: undefined,
  composite_preview: {
    ad_snaps: [
      { top_snap_media_type: 'VIDEO', top_snap_media_download_link: 'https://cdn.snap.example/d/1.mp4' },
      {
        headline: 'Zweiter',
        top_snap_media_type: 'IMAGE',
        top_snap_media_download_link: 'https://cdn.snap.example/d/2.jpg',
        web_view_preview: { url: 'https://lumi.example/2' },
      },
    ],
  },
};

export function snapPage(previews: readonly object[], cursor: string | null = null) {
  return {
    request_status: 'SUCCESS',
    request_id: 'r-1',
    paging:
      cursor === null
        ? {}
        : { next_link: `https://adsapi.snap.example/v1/ads_library/ads/search?cursor=${cursor}` },
    ad_previews: previews.map((preview) => ({ sub_request_status: 'SUCCESS', ad_preview: preview })),
  };
}

/** Throttling arrives with HTTP status 200. */
export const snapThrottled = {
  request_status: 'ERROR',
  request_id: 'r-2',
  debug_message: '',
  display_message: 'Too many requests',
  error_code: 'E1009',
};
