import { creativeCenterSite } from './creativeCenter/match.ts';
import { googleSite } from './google/match.ts';
import { linkedinSite } from './linkedin/match.ts';
import { metaSite } from './meta/match.ts';
import { tiktokLibrarySite } from './tiktokLibrary/match.ts';
import type { Site } from './types.ts';

export const sites: readonly Site[] = [
  metaSite,
  tiktokLibrarySite,
  creativeCenterSite,
  linkedinSite,
  googleSite,
];

export function siteAt(url: string): Site | undefined {
  return sites.find(({ matches }) => matches.some((pattern) => url.startsWith(pattern.slice(0, -1))));
}
