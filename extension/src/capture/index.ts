export type { CapturedAdInput, PageReader, SeenAd, Site } from './types.ts';
