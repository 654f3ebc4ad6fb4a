import type { Site } from './types.ts';

export const sites: readonly Site[] = [
  {
    name: 'meta',
    matches: ['https://www.facebook.com/ads/library*', 'https://web.facebook.com/ads/library*'],
    dataPath: /^\/(?:api\/graphql|ads\/library\/async\/)/,
    // Cards have a menu in the corner.
    buttonOffset: 48,
  },
  {
    name: 'tiktok-library',
    matches: ['https://library.tiktok.com/ads*'],
    dataPath: /^\/api\/v\d+\/(?:search|items)/,
    buttonOffset: 8,
  },
  {
    name: 'tiktok-creative-center',
    matches: ['https://ads.tiktok.com/business/creativecenter/*'],
    dataPath: /^\/creative_radar_api\/v\d+\/top_ads/,
    buttonOffset: 8,
  },
  {
    name: 'linkedin',
    matches: ['https://www.linkedin.com/ad-library/*'],
    // Rendered on the server: no calls with data.
    dataPath: null,
    buttonOffset: 8,
  },
  {
    name: 'google',
    matches: ['https://adstransparency.google.com/*'],
    dataPath: /\/_\/rpc\/(?:SearchService|LookupService)\//,
    buttonOffset: 8,
  },
  {
    name: 'pinterest',
    matches: ['https://ads.pinterest.com/ads-repository*'],
    dataPath: /^\/(?:resource|ads-repository|api|graphql)\b/,
    buttonOffset: 8,
  },
  {
    name: 'amazon',
    // All stores in the European Union; other pages of a store are never read.
    matches: ['de', 'fr', 'it', 'es', 'nl', 'pl', 'se', 'com.be', 'ie'].map(
      (domain) => `https://www.amazon.${domain}/adlibrary*`,
    ),
    dataPath: /ad-?library/i,
    buttonOffset: 8,
  },
  {
    name: 'temu',
    matches: ['https://ads.temu.com/library*'],
    dataPath: /^\/(?:api|library)\b/,
    buttonOffset: 8,
  },
];

export function siteAt(url: string): Site | undefined {
  return sites.find(({ matches }) => matches.some((pattern) => url.startsWith(pattern.slice(0, -1))));
}
