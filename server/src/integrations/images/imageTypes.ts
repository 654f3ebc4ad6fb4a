export const imageExtensions = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const;

export type ImageType = keyof typeof imageExtensions;

const maxLength = 120;

/** An image name from a path: the file name without extension; undefined if empty. */
export function imageNameFromPath(path: string): string | undefined {
  const file = path.split(/[/\\]/).at(-1) ?? '';
  const plain = file
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[\p{Cc}\p{Surrogate}]+/gu, ' ')
    .trim();
  const name = Array.from(plain.normalize('NFC')).slice(0, maxLength).join('').trim();
  return name === '' ? undefined : name;
}
