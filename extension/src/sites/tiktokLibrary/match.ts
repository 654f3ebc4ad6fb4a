import type { Site } from '../types.ts';

export const tiktokLibrarySite: Site = {
  name: 'tiktok-library',
  matches: ['https://library.tiktok.com/ads*'],
  dataPath: /^\/api\/v\d+\/(?:search|items)/,
  buttonOffset: 8,
};
