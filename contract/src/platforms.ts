/** Separate from the schemas, so that content scripts do not bundle zod. */
export const platforms = ['facebook', 'instagram', 'youtube', 'linkedin', 'tiktok'] as const;

/** The ad library of each platform. Ad ids are unique per library. */
export const adLibraries: Readonly<Record<(typeof platforms)[number], string>> = {
  facebook: 'meta',
  instagram: 'meta',
  tiktok: 'tiktok',
  linkedin: 'linkedin',
  youtube: 'google',
};
