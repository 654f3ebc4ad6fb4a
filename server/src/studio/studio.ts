import type { Drawing } from '../kernel/drawing/drawing.ts';
import type { Logger } from '../kernel/log.ts';
import type { Postgres } from '../kernel/postgres/postgres.ts';
import type { SafeFetch } from '../kernel/safeFetch/safeFetch.ts';
import type { Links } from './links.ts';
import type { StudioFiles } from './storedFiles.ts';

/** What the studio works with besides the caller's transaction. */
export interface StudioParts {
  /** For what is done outside of any call. */
  readonly db: Postgres;
  /** The address of this service, for links to what it keeps. */
  readonly siteAddress: () => string;
  readonly files: StudioFiles;
  readonly links: Links;
  readonly fetch: SafeFetch;
  readonly drawing: Drawing;
  /** What the images of one person or team may come to. */
  readonly mostBytes: number;
  readonly log: Logger;
  readonly now: () => Date;
}
