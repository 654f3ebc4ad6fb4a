import type { Catalog } from '../ads/catalog.ts';
import type { PresentAds } from '../ads/presentation.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';

export interface LibraryParts {
  readonly clickhouse: ClickHouse;
  readonly catalog: Pick<Catalog, 'recordAds'>;
  readonly presentAds: PresentAds;
  /** The base URL of this service, for generated logos and stored pictures. */
  readonly siteAddress: () => string;
  /** Starts storing queued pictures without waiting for the schedule. */
  readonly onPicturesQueued: () => void;
}
