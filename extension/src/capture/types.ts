import type { Contract, InputOf } from '@magpie/contract';

/** What ads.addToBoard takes as `ad`. */
export type CapturedAdInput = NonNullable<InputOf<Contract['ads']['addToBoard']>['ad']>;

/** One site whose ads can be saved. */
export interface Site {
  readonly name: 'meta' | 'tiktok-library' | 'tiktok-creative-center' | 'linkedin' | 'google';
  /** Match patterns of the manifest: only the pages of its library. */
  readonly matches: readonly string[];
}

/** An ad as it stands on the page now. */
export interface SeenAd {
  /** The same for the same ad when the page is read again; a page may show an ad on two cards. */
  readonly key: string;
  /** Its card on the page. */
  readonly element: HTMLElement;
  readonly ad: CapturedAdInput;
  /** Where it was read: the page's own data, or what the page shows. */
  readonly readFrom: 'data' | 'page';
  /** Whether the page tells who advertises. Where not, `ad.companyName` only stands in for the name that the person gives. */
  readonly isNamed: boolean;
}

/** Reads one page of a site, again and again as it grows. */
export interface PageReader {
  /** A document that the page itself loaded, as text or parsed JSON; what is none of its kind is passed over. */
  take(payload: unknown): void;
  /** A card that shows the same ad is not read again before more is loaded of it, or its reading is forgotten. */
  seenAds(document: Document): SeenAd[];
  forget(card: HTMLElement): void;
}
