/** Without zod, because the dashboard and the extension bundle this file. */

export const procedureBase = '/api/v1/trpc';

/** The board for ads that leave their last board, so that they stay saved with their notes. */
export const unsortedBoardName = 'Unsorted';

/** Most characters of texts, in code points. */
export const textLimits = {
  name: 120,
  companyName: 200,
  slug: 64,
  /** Of ads; longer texts are cut. */
  adBody: 100_000,
  /** Of search fields on screens; the API accepts more. */
  search: 500,
  boardDescription: 2000,
  note: 5000,
  comment: 5000,
  /** Of saved ads. */
  label: 40,
  keyword: 100,
  prompt: 4000,
  productDescription: 5000,
  brandName: 200,
  audience: 2000,
  tone: 500,
  /** Of generated images; longer ones would be cut or too small. */
  imageHeadline: 120,
  imageText: 180,
  imageProof: 260,
  imageOffer: 60,
  imageButton: 40,
  sellingPoint: 500,
  url: 2048,
  /** Signed URLs of images and videos are long. */
  mediaUrl: 8192,
} as const;

/** The content type of a file sent to `/api/import`. */
export const importContentType = 'application/octet-stream';
/** A preview of an import reads only the beginning of a file. */
export const maxPreviewBytes = 4 * 1024 * 1024;

/** The end of the ids of demo ads; no library has ids of this form. */
export const demoIds = '90[0-9]{18}$';

const demoId = new RegExp(`^(CR)?${demoIds}`);

export function isDemoAd({ externalId }: { readonly externalId: string }): boolean {
  return demoId.test(externalId);
}

/** Of new passwords, in characters. */
export const passwordLength = { min: 10, max: 200 } as const;

export const listLimits = {
  ruleChannels: 10,
  comparedCompanies: 5,
  productImages: 20,
  productColors: 12,
  sellingPoints: 20,
  savedAdReferences: 200,
  adsRead: 100,
  /** Of a person or team. */
  labels: 200,
  /** Of a person. */
  savedSearches: 100,
  capturedTexts: 100,
  capturedMedia: 50,
  capturedCards: 50,
} as const;

/** All texts of a captured ad together, in bytes of UTF-8. */
export const maxCapturedTextBytes = 64 * 1024;

export const maxCapturedAdBytes = 256 * 1024;

/** The filters of a saved search, as JSON in UTF-8. */
export const maxSavedFiltersBytes = 16 * 1024;

/** The response of a list. Longer entries are shortened and name the cut fields in `shortened`. */
export const maxListBytes = 4 * 1024 * 1024;

/** The response of a batch. Queries beyond that get 413. */
export const maxBatchBytes = 2 * maxListBytes;

/** The widths of `/pictures`, in pixels: few, so that different screens share cached images. */
export const imageWidths = [160, 320, 640, 1280] as const;
export type ImageWidth = (typeof imageWidths)[number];

export const maxImageBytes = 15 * 1024 * 1024;
/** Of a picture to search by. */
export const maxSearchedImageBytes = 4 * 1024 * 1024;

/** Of an upload; the stored logo is smaller. */
export const maxLogoBytes = 4 * 1024 * 1024;

/** Saved ads that `ads.list` joins to entries; each 1,000 take one statement of the index. */
export const maxGroupedAds = 10_000;

/** Of the performance score. Texts have variants where ads have engagement. */
export const scoreWeights = { longevity: 0.45, reach: 0.35, engagement: 0.2, variants: 0.2 } as const;
