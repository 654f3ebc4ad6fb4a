/** Where ads run. Apart from the schemas, so that what runs in a page does not carry them. */
export const platforms = ['facebook', 'instagram', 'youtube', 'linkedin', 'tiktok'] as const;

/** Whose library an ad is in: ids are numbered anew in each. */
export const families: Readonly<Record<(typeof platforms)[number], string>> = {
  facebook: 'meta',
  instagram: 'meta',
  tiktok: 'tiktok',
  linkedin: 'linkedin',
  youtube: 'google',
};
