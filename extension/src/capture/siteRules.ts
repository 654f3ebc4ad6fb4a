import type { Source } from '@magpie/server/ingestion/source';
import type { Card } from './cards.ts';
import type { CapturedAdInput } from './types.ts';

/** How the pages of one site are read. A card is read into a row such as the site's own data has, so that both are mapped alike. */
export interface SiteRules {
  readonly source: Source;
  /** Of an ad that names none. */
  readonly platform: CapturedAdInput['platform'];
  /** The ad that a part of the page's data is about; `null` for all that is no row. */
  idOfRow(value: object): string | null;
  /** The cards on the page. @param rows what the page's data told, by id */
  cards(document: Document, rows: ReadonlyMap<string, readonly object[]>): Card[];
  /** What a card shows, as a row. */
  rowOfCard(card: Card): Record<string, unknown>;
  /** The field in which the row of a card names the advertiser. */
  readonly nameField: string;
  /** A row of the page's data with this name for the advertiser, where its kind of row has it; without: in `nameField`. */
  named?(row: object, name: string): object;
}
