import type { Site } from '../types.ts';

export const linkedinSite: Site = {
  name: 'linkedin',
  matches: ['https://www.linkedin.com/ad-library/*'],
  // Rendered on the server: no calls with data.
  dataPath: null,
  buttonOffset: 8,
};
