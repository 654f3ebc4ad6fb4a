import type { Price } from './price.ts';

/** The four places where a page describes a product, the most trusted first. */
export const sources = ['json-ld', 'microdata', 'open-graph', 'html'] as const;
export type Source = (typeof sources)[number];

/** What one source says of a product or of a site, in its own words; what it does not say is absent. */
export interface Claims {
  readonly name?: readonly string[];
  readonly url?: readonly string[];
  readonly description?: readonly string[];
  readonly price?: Price | null;
  readonly brandName?: readonly string[];
  readonly logoUrl?: readonly string[];
  readonly images?: readonly string[];
  readonly colors?: readonly string[];
  readonly sellingPoints?: readonly string[];
  readonly audience?: readonly string[];
}

/** What a page is about; a `page` where nobody says that it is a product's. */
export type Subject = 'product' | 'site' | 'page';

/** What the page is, besides what it describes. */
export interface PageFacts {
  /** Where it was fetched. */
  readonly address: string;
  /** What relative addresses start from. */
  readonly base: string;
  /** What it says is its own address, where that is of the same site. */
  readonly canonical: string | null;
  readonly language: string | null;
  readonly host: string;
  readonly title: string | null;
  /** The title and that for shares, whole and in their parts. */
  readonly titles: readonly string[];
  readonly headings: readonly string[];
}
