import type { Ad, OpenAd } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';

/** What of an ad is looked at to find out more about it. */
export type Facts = Pick<
  OpenAd,
  | 'headlines'
  | 'bodies'
  | 'description'
  | 'ctaType'
  | 'ctaText'
  | 'landingPageUrl'
  | 'landingPageDomain'
  | 'language'
  | 'format'
  | 'mediaType'
  | 'media'
  | 'cards'
>;

/** What was found out. */
export interface Derived {
  readonly language: string | null;
  readonly format: Ad['format'];
  readonly mediaType: Ad['mediaType'];
  /** Host and path, the same for addresses that lead to the same page. */
  readonly landingPage: string | null;
  readonly landingPageDomain: string | null;
  readonly adType: string | null;
  /** By confidence, highest first. */
  readonly tags: readonly AssignedTag[];
  /** Whether a text model has nothing to add any more: it was asked about these words, or there are none. */
  readonly isAskedAbout?: boolean;
}

export interface AssignedTag {
  readonly tagDefinitionId: number;
  readonly confidence: number;
}

export interface TagDefinition {
  readonly tagDefinitionId: number;
  readonly category: string;
  readonly shortText: string;
}

/** The steps by which ads are enriched. A step whose rules change gets a higher version, so that it can be redone. */
export const steps = ['language', 'media', 'landingPage', 'adType', 'tags'] as const;
export type Step = (typeof steps)[number];

export interface Enrichment {
  readonly versions: Readonly<Record<Step, number>>;
  readonly tagDefinitions: readonly TagDefinition[];
  /**
   * Of each the answer depends on nothing but the facts: the same ones give the same on every machine. Where a text model
   * is asked, it depends on what that once said of the same words, too, which is read in the given transaction.
   */
  derive(facts: readonly Facts[], tx: Postgres): Promise<readonly Derived[]>;
}

/** Beside the versions of the steps: whether a text model has nothing to add to an ad any more. */
export const askedMark = 'model';

/** What is noted of how an ad was enriched. */
export function enrichedBy({ versions }: Enrichment, derived: Derived): Readonly<Record<string, number>> {
  return derived.isAskedAbout === true ? { ...versions, [askedMark]: 1 } : versions;
}
