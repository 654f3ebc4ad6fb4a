/** TikTok responses in the documented formats; the advertisers and ads are invented. */

/** An entry of `ad/query`, spelled as in the documentation. */
export const listedAd = {
  ad: {
    id: '1800000000000001',
    first_shown_date: '20260105',
    last_shown_date: '20260301',
    status: 'inactive',
    videos: [
      { url: 'https://cdn.example/kettle.mp4?sig=1', cover_image_url: 'https://cdn.example/kettle.jpg' },
    ],
    image_urls: [],
    reach: { unique_users_seen: '11K' },
  },
  advertiser: {
    business_id: '7100000000000000123',
    business_name: 'Kettle & Co.',
    paid_for_by: 'Kettle Group',
  },
};

export function queryAnswer(ads: readonly unknown[], more: { hasMore?: unknown; searchId?: string } = {}) {
  return {
    data: { ads, has_more: more.hasMore ?? false, search_id: more.searchId ?? '' },
    error: { code: 'ok', message: '', log_id: '20260301ABCDEF', http_status_code: 200 },
  };
}

/** A response of `ad/detail`, with the misspelled names of the documentation's example. */
export const detailAnswer = {
  data: {
    ad: {
      id: '1800000000000002',
      first_shown_date: '20260201',
      last_shown_date: '20260310',
      status: 'active',
      title: 'Hot water in ninety seconds.',
      external_url: 'https://kettle.example/fast?utm_source=tiktok',
      call_to_action: 'Shop now',
      videos: [],
      image_urls: ['https://cdn.example/1.jpg', 'https://cdn.example/2.jpg'],
      reach: { unique_user_seen: '30K', unique_users_seen_by_country: { GB: '18K', FR: '0-1K' } },
      rejection_info: null,
    },
    ad_group: {
      targeting_info: {
        number_of_users_targeted: '2.5M',
        country: ['GB', 'FR', 'IE'],
        age: { '18-24': true, '25-34': false },
        gender: { female: true, male: true },
      },
    },
    advertiser: {
      buisness_id: 7_100_000_000_000_000,
      business_name: 'Kettle & Co.',
      country_code: 'GB',
      paid_by: 'Kettle Group',
      tiktok_account: {
        avatar_url: 'https://cdn.example/avatar.jpg',
        follower_count: 1200,
        profile_url: 'https://www.tiktok.com/@kettleco',
      },
    },
  },
  error: { code: 'ok', message: '', log_id: '20260310ABCDEF', http_status_code: 200 },
};

/** A record of `commercial_content/query`. */
export const brandedPost = {
  id: '7300000000000000001',
  create_timestamp: '2026-02-03T10:00:00Z',
  create_date: '20260203',
  label: 'Paid partnership',
  brand_names: ['Kettle & Co.', 'Mug World'],
  creator: { username: 'tea.time' },
  videos: [{ url: 'https://cdn.example/post.mp4', cover_image_url: 'https://cdn.example/post.jpg' }],
};

/** A row of a search in the web library. */
export const webRow = {
  id: '1800000000000003',
  name: 'Kettle & Co.',
  title: 'Tea before the train leaves',
  advertising_objective: 'Traffic',
  audit_status: '1',
  type: 2,
  first_shown_date: Date.UTC(2026, 0, 5, 9),
  last_shown_date: Date.UTC(2026, 2, 1, 9),
  image_urls: ['https://cdn.example/train.jpg'],
  videos: [],
  estimated_audience: '100K-200K',
  impression: 0,
  spent: '',
  rejection_info: null,
  show_mode: 1,
  sor_audit_status: 0,
};

/** Details of an ad in the web library. */
export const webDetail = {
  ad: {
    ...webRow,
    image_urls: [],
    videos: [{ video_url: 'https://cdn.example/t.mp4', cover_img: 'https://cdn.example/t.jpg' }],
  },
  advertiser: {
    adv_biz_ids: '7100000000000000123',
    name: 'Kettle & Co. Ltd',
    registry_location: 'GB',
    sponsor: 'Kettle Group',
    tt_user: { username: 'kettleco', avatar_url: 'https://cdn.example/avatar.jpg' },
  },
  targeting: {
    age: [{ region: 'GB', '18-24': true, '25-34': true }],
    gender: [{ region: 'GB', female: true, male: false }],
    location: {
      data: [
        { region: 'GB', impressions: '27K' },
        { region: 'IE', impressions: '0-1K' },
      ],
      total_impressions: '28K',
      total_region: 2,
    },
    interest: '',
    target_audience_size: '4.1M-5M',
  },
};

/** A material of the Creative Center's list of top ads. */
export const topAd = {
  id: '7200000000000000009',
  ad_title: 'Wait for the whistle',
  brand_name: 'Kettle & Co.',
  industry_key: 'label_14000000000',
  objective_key: 'campaign_objective_traffic',
  like: 6200,
  ctr: 0.31,
  cost: 2,
  favorite: false,
  is_search: false,
  tag: 3,
  video_info: {
    vid: 'v10044g50000abc',
    duration: 15.07,
    cover: 'https://cdn.example/cover.jpg',
    video_url: { '360p': 'https://cdn.example/360.mp4', '720p': 'https://cdn.example/720.mp4' },
    width: 720,
    height: 1280,
  },
};

/** The details of one. */
export const topAdDetail = {
  ...topAd,
  comment: 87,
  share: 45,
  country_code: ['GB', 'US'],
  landing_page: 'https://kettle.example/whistle',
  keyword_list: ['whistle'],
  objectives: [{ label: 'campaign_objective_traffic', value: 1 }],
  source: 'TikTok Ads Manager',
};
