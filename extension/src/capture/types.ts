import type { Contract, InputOf } from '@magpie/contract';

/** The `ad` input of ads.addToBoard. */
export type CapturedAdInput = NonNullable<InputOf<Contract['ads']['addToBoard']>['ad']>;

/** A site whose ads can be saved. */
export interface Site {
  readonly name: 'meta' | 'tiktok-library' | 'tiktok-creative-center' | 'linkedin' | 'google';
  /** Match patterns for the manifest; library pages only. */
  readonly matches: readonly string[];
}

/** An ad as shown on the page now. */
export interface PageAd {
  /** Stable across reads; two cards may show the same ad. */
  readonly key: string;
  readonly element: HTMLElement;
  readonly ad: CapturedAdInput;
  /** The page's own data, or its visible text. */
  readonly readFrom: 'data' | 'page';
  /** Whether the page names the advertiser. If not, `ad.companyName` is a placeholder until the user enters a name. */
  readonly isNamed: boolean;
}

/** Reads one page of a site repeatedly as it changes. */
export interface PageReader {
  /** Adds a document that the page loaded, as text or parsed JSON; unrelated ones are ignored. */
  addPayload(payload: unknown): void;
  /** An unchanged card is read again only after new data for it, or after `forget`. */
  readAds(document: Document): PageAd[];
  forget(card: HTMLElement): void;
}
