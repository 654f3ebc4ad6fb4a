import type { Site } from './types.ts';

/** The supported ad libraries; the patterns match only library pages. */
export const sites: readonly Site[] = [
  {
    name: 'meta',
    matches: ['https://www.facebook.com/ads/library*', 'https://web.facebook.com/ads/library*'],
  },
  { name: 'tiktok-library', matches: ['https://library.tiktok.com/ads*'] },
  { name: 'tiktok-creative-center', matches: ['https://ads.tiktok.com/business/creativecenter/*'] },
  { name: 'linkedin', matches: ['https://www.linkedin.com/ad-library/*'] },
  { name: 'google', matches: ['https://adstransparency.google.com/*'] },
];

export function siteAt(address: string): Site | undefined {
  return sites.find(({ matches }) => matches.some((pattern) => address.startsWith(pattern.slice(0, -1))));
}
