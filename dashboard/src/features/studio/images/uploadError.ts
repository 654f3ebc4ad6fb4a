import { maxImageBytes } from '@magpie/contract/limits';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.images;

/** Why a file cannot be uploaded; null if it can. */
export function uploadError({ size, type, name }: Pick<File, 'size' | 'type' | 'name'>): string | null {
  if (type === 'image/svg+xml' || name.toLowerCase().endsWith('.svg')) return copy.svgError;
  if (type !== '' && !type.startsWith('image/')) return copy.typeError;
  if (size > maxImageBytes) return copy.sizeError(maxImageBytes / 1024 ** 2);
  return null;
}
