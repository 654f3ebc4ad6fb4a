import type { Ad } from '@magpie/contract';
import type { Drawing } from '../integrations/drawing/drawing.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller } from '../rpc/procedure.ts';
import type { SafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import type { Copywriter } from './clone/improve.ts';
import type { Links } from './links.ts';
import type { Maker } from './makers/maker.ts';
import type { StudioFiles } from './storedFiles.ts';

/** An advertiser of the index, with the address of its logo; null where none is known. */
export interface AdvertiserLogo {
  readonly advertiserId: number;
  readonly name: string;
  readonly logo: string | null;
}

/** What the studio works with besides the caller's transaction. */
export interface StudioParts {
  readonly files: StudioFiles;
  readonly links: Links;
  readonly fetch: SafeFetch;
  /** Whether a website is asked by its robots.txt before a page of it is fetched. */
  readonly respectsRobots: boolean;
  readonly drawing: Drawing;
  /** Who makes images, the one first who is asked unless told. */
  readonly makers: readonly Maker[];
  /** Improves what rules find and write; null where none is configured. */
  readonly copywriter: Copywriter | null;
  /** An ad of the index, or the caller's copy of it; 404 where there is neither. */
  readonly adSeenBy: (db: Postgres, caller: Caller, hash: string) => Promise<Ad>;
  /** The advertiser of this name; 404 with those that may have been meant. */
  readonly logoOf: (companyName: string) => Promise<AdvertiserLogo>;
  /** What the images of one person or team may come to. */
  readonly mostBytes: number;
  readonly now: () => Date;
}
