import type { Site } from '../types.ts';

export const metaSite: Site = {
  name: 'meta',
  matches: ['https://www.facebook.com/ads/library*', 'https://web.facebook.com/ads/library*'],
  dataPath: /^\/(?:api\/graphql|ads\/library\/async\/)/,
  // Cards have a menu in the corner.
  buttonOffset: 48,
};
