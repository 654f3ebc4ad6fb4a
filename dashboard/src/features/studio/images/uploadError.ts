import { maxImageBytes } from '@magpie/contract/limits';

/** Why a file cannot be uploaded; null if it can. */
export function uploadError({ size, type, name }: Pick<File, 'size' | 'type' | 'name'>): string | null {
  if (type === 'image/svg+xml' || name.toLowerCase().endsWith('.svg'))
    return 'SVG is not supported, since it can contain scripts. Export it as a PNG.';
  if (type !== '' && !type.startsWith('image/'))
    return 'This is not an image. Choose a JPEG, PNG, GIF, WebP or AVIF.';
  if (size > maxImageBytes)
    return `This image is larger than ${maxImageBytes / 1024 ** 2} MB. Export it smaller.`;
  return null;
}
