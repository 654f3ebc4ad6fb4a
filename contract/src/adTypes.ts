/** What an ad may be about, as enrichment decides it. A captured ad may have a type of its own. */
export const adTypes = [
  'job',
  'giveaway',
  'cause',
  'event',
  'app install',
  'testimonial',
  'comparison',
  'offer',
  'educational',
  'announcement',
  'brand story',
  'question',
  'product demo',
  'other',
] as const;

export type AdType = (typeof adTypes)[number];
