/** Where ads run. Apart from the schemas, so that what runs in a page does not carry them. */
export const platforms = ['facebook', 'instagram', 'youtube', 'linkedin', 'tiktok'] as const;
