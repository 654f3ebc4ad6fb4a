import type { Catalog } from '../ads/catalog.ts';
import type { PresentAds } from '../ads/presentation.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

/** What the library of saved ads works with besides the caller's transaction. */
export interface LibraryParts {
  readonly clickhouse: ClickHouse;
  /** Where captured ads are recorded. */
  readonly catalog: Pick<Catalog, 'recordAds'>;
  readonly presentAds: PresentAds;
  /** The address of this service, for what it draws or keeps itself. */
  readonly siteAddress: () => string;
  /** Says that pictures wait to be kept, so that nobody has to wait for the clock. */
  readonly picturesWait: () => void;
}
