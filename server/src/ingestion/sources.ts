import { googleTransparency } from './google/googleTransparency.ts';
import { linkedinApi } from './linkedin/linkedinApi.ts';
import { metaApi } from './meta/metaApi.ts';
import { metaWeb } from './meta/metaWeb.ts';
import { magpie } from './openFormat.ts';
import type { Source } from './source.ts';
import { tiktokApi } from './tiktok/tiktokApi.ts';
import { tiktokTopAds } from './tiktok/tiktokTopAds.ts';
import { tiktokWeb } from './tiktok/tiktokWeb.ts';

/** Every kind of file that ads come in, besides tables. Where two recognise a file as well, the first is taken. */
export const sources: readonly Source[] = [
  magpie,
  metaApi,
  metaWeb,
  tiktokApi,
  tiktokWeb,
  tiktokTopAds,
  linkedinApi,
  googleTransparency,
];
