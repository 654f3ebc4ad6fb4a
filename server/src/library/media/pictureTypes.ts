/** The kinds of picture that are kept, and how the names of their files end. */
export const extensions = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const;

export type PictureType = keyof typeof extensions;

/** The address of a picture that is kept. */
export function addressOfKept(site: string, sha256: string, type: PictureType): string {
  return `${site}/media/${sha256}.${extensions[type]}`;
}
