import type { Contract, InputOf } from '@magpie/contract';
import type { AdSource } from '@magpie/sources/source';
import type { Card } from './dom.ts';

/** The `ad` input of ads.addToBoard. */
export type CapturedAdInput = NonNullable<InputOf<Contract['ads']['addToBoard']>['ad']>;

/** The platform of an ad; of an ad on none of the platforms, its library. */
export type AdOrigin = Pick<CapturedAdInput, 'platform' | 'library'>;

export interface Site {
  readonly name:
    | 'meta'
    | 'tiktok-library'
    | 'tiktok-creative-center'
    | 'linkedin'
    | 'google'
    | 'pinterest'
    | 'amazon'
    | 'temu';
  /** Match patterns for the manifest; library pages only. */
  readonly matches: readonly string[];
  /** Path of the API calls whose responses contain ads; `null` if there are none. */
  readonly dataPath: RegExp | null;
  /** Distance of the save button from the corner of a card, in pixels. */
  readonly buttonOffset: number;
}

export interface PageAd {
  /** Stable across reads; two cards may show the same ad. */
  readonly key: string;
  readonly element: HTMLElement;
  readonly ad: CapturedAdInput;
  /** The page's own data, or its visible text. */
  readonly readFrom: 'data' | 'page';
  /** Whether the page names the advertiser. If not, `ad.companyName` is empty until the user enters a name. */
  readonly isNamed: boolean;
}

/** How to read the pages of one site. A card becomes a row in the format of the site's own data, so that one mapping serves both. */
export interface SiteRules {
  readonly source: AdSource;
  /** Default for ads without a platform. */
  readonly origin: AdOrigin;
  /** The ad id of a value in the page's data; `null` if it is not a row. */
  getRowId(value: object): string | null;
  /** The cards on the page. @param rows rows of the page's data, by id */
  cards(document: Document, rows: ReadonlyMap<string, readonly object[]>): Card[];
  readRow(card: Card): Record<string, unknown>;
  readonly nameField: string;
  /** Sets the advertiser's name in a row of the page's data; without it, `nameField` is set. */
  named?(row: object, name: string): object;
}
