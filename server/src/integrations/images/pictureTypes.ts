/** The kinds of picture that are kept, and how the names of their files end. */
export const extensions = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const;

export type PictureType = keyof typeof extensions;
