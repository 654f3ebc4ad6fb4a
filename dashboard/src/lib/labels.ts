/** Display names of API values. */

export { type Platform, platformLabels as platformNames } from '@magpie/contract/platforms';

export const formatNames = {
  video: 'Video',
  image: 'Image',
  carousel: 'Carousel',
  dco: 'Dynamic creative',
  dpa: 'Catalog ad',
  other: 'Other',
} as const;

/** The parts of ad copy. */
export const adPartNames = {
  hook: 'Hook',
  problem: 'Problem',
  proof: 'Proof',
  offer: 'Offer',
  cta: 'Call to action',
} as const;

/** `SHOP_NOW` → `Shop now`; `how_to` → `How to` */
export function humanize(value: string): string {
  const words = value.replaceAll(/[_-]+/g, ' ').trim().toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
