/** The ad types that enrichment assigns. A captured ad may have another type. */
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
