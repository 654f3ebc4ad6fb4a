import type { Price } from './price.ts';

/** The four sources of product data in a page, most trusted first. */
export const sources = ['json-ld', 'microdata', 'open-graph', 'html'] as const;
export type Source = (typeof sources)[number];

/** Raw data of one source about a product or site. */
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

/** What a page is about; `page` if nothing marks it as a product. */
export type Subject = 'product' | 'site' | 'page';

/** Facts about the page itself. */
export interface PageFacts {
  /** The URL it was fetched from. */
  readonly address: string;
  /** Base of relative URLs. */
  readonly base: string;
  /** Its canonical URL, if on the same site. */
  readonly canonical: string | null;
  readonly language: string | null;
  readonly host: string;
  readonly title: string | null;
  /** Page title and Open Graph title, whole and split. */
  readonly titles: readonly string[];
  readonly headings: readonly string[];
}
