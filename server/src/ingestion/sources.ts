import { googleTransparency } from './googleTransparency.ts';
import { linkedinApi } from './linkedinApi.ts';
import { metaApi } from './metaApi.ts';
import { metaWeb } from './metaWeb.ts';
import { magpie } from './openFormat.ts';
import type { Source } from './source.ts';
import { tiktokApi } from './tiktokApi.ts';
import { tiktokTopAds } from './tiktokTopAds.ts';
import { tiktokWeb } from './tiktokWeb.ts';

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
