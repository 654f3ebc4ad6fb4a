import type { Site } from '../types.ts';

export const creativeCenterSite: Site = {
  name: 'tiktok-creative-center',
  matches: ['https://ads.tiktok.com/business/creativecenter/*'],
  dataPath: /^\/creative_radar_api\/v\d+\/top_ads/,
  buttonOffset: 8,
};
