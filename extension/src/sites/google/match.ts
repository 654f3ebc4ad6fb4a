import type { Site } from '../types.ts';

export const googleSite: Site = {
  name: 'google',
  matches: ['https://adstransparency.google.com/*'],
  dataPath: /\/_\/rpc\/(?:SearchService|LookupService)\//,
  buttonOffset: 8,
};
