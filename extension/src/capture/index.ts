export { capturedPicture } from './capturedPicture.ts';
export { createPageReader } from './pageReader.ts';
export { siteAt, sites } from './sites.ts';
export type { CapturedAdInput, PageReader, PageAd, Site } from './types.ts';
export { watchPageData } from './watchPageData.ts';
