import type { Source } from '@magpie/sources/source';
import type { Card } from './cards.ts';
import type { CapturedAdInput } from './types.ts';

/** How to read the pages of one site. A card becomes a row in the format of the site's own data, so that one mapping serves both. */
export interface SiteRules {
  readonly source: Source;
  /** Default for ads without a platform. */
  readonly platform: CapturedAdInput['platform'];
  /** The ad id of a value in the page's data; `null` if it is not a row. */
  idOfRow(value: object): string | null;
  /** The cards on the page. @param rows rows of the page's data, by id */
  cards(document: Document, rows: ReadonlyMap<string, readonly object[]>): Card[];
  /** The content of a card, as a row. */
  rowOfCard(card: Card): Record<string, unknown>;
  /** The advertiser's name in the row of a card. */
  readonly nameField: string;
  /** Sets the advertiser's name in a row of the page's data; without it, `nameField` is set. */
  named?(row: object, name: string): object;
}
