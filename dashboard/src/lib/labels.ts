import { libCopy } from './copy.ts';

export { type Platform, platformLabels as platformNames } from '@magpie/contract/platforms';

export const { formatNames, adPartNames } = libCopy;

/** `SHOP_NOW` → `Shop now`; `how_to` → `How to` */
export function humanize(value: string): string {
  const words = value.replaceAll(/[_-]+/g, ' ').trim().toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
