import { googleTransparency } from './google/googleTransparency.ts';
import { linkedinApi } from './linkedin/linkedinApi.ts';
import { metaApi } from './meta/metaApi.ts';
import { metaWeb } from './meta/metaWeb.ts';
import { magpie } from './openFormat.ts';
import type { AdSource } from './source.ts';
import { tiktokApi } from './tiktok/tiktokApi.ts';
import { tiktokTopAds } from './tiktok/tiktokTopAds.ts';
import { tiktokWeb } from './tiktok/tiktokWeb.ts';

/** All file formats except tables. If two recognise a file equally well, the first wins. */
export const adSources: readonly AdSource[] = [
  magpie,
  metaApi,
  metaWeb,
  tiktokApi,
  tiktokWeb,
  tiktokTopAds,
  linkedinApi,
  googleTransparency,
];
