import type { Catalog } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';

export function catalogOf(_instance: Instance): Catalog {
  const notYet = (): Promise<never> => Promise.reject(new Error('The index is not there yet.'));
  return { recordAds: notYet, settle: notYet };
}
