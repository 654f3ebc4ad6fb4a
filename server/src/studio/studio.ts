import type { Ad } from '@magpie/contract';
import type { ImageRenderer } from '../integrations/drawing/drawing.ts';
import type { Aliases } from '../ads/aliases.ts';
import type { Logger } from '../config/log.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import type { Caller } from '../rpc/procedure.ts';
import type { SafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import type { Copywriter } from './clone/improve.ts';
import type { Links } from './links.ts';
import type { Maker } from './makers/maker.ts';
import type { ReadReference } from './reference/readReference.ts';
import type { StudioFiles } from './storedFiles.ts';

export interface AdvertiserLogo {
  readonly advertiserId: number;
  readonly name: string;
  readonly logo: string | null;
}

export interface StudioParts {
  readonly aliases: Aliases;
  readonly files: StudioFiles;
  readonly links: Links;
  readonly fetch: SafeFetch;
  readonly respectsRobots: boolean;
  readonly drawing: ImageRenderer;
  readonly makers: readonly Maker[];
  /** Improves what the rules write; null if no text model is configured. */
  readonly copywriter: Copywriter | null;
  /** An indexed ad, or the caller's saved copy; 404 if there is neither. */
  readonly findReadableAd: (db: Postgres, caller: Caller, hash: string) => Promise<Ad>;
  readonly readReference: ReadReference;
  /** The advertiser with this name; 404 with suggestions. */
  readonly findLogo: (companyName: string) => Promise<AdvertiserLogo>;
  readonly maxBytes: number;
  readonly now: () => Date;
  readonly log: Logger;
}
