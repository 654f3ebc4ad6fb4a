import type { Ad, OpenAd } from '@magpie/contract';
import type { Postgres } from '../db/postgres/postgres.ts';

export type EnrichmentInput = Pick<
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

export interface Derived {
  readonly language: string | null;
  readonly format: Ad['format'];
  readonly mediaType: Ad['mediaType'];
  /** Normalized host and path. */
  readonly landingPage: string | null;
  readonly landingPageDomain: string | null;
  readonly adType: string | null;
  readonly tags: readonly AssignedTag[];
  /** Whether the text model has processed these texts, or the ad has none. */
  readonly isModelTaggingDone?: boolean;
}

/** What is derived from the texts of an ad alone. */
export type TextAnalysis = Pick<Derived, 'language' | 'adType' | 'tags' | 'isModelTaggingDone'>;

export type AssignedTag = Readonly<Pick<Ad['tags'][number], 'tagDefinitionId' | 'confidence'>>;
export type TagDefinition = Readonly<Omit<Ad['tags'][number], 'confidence'>>;

/** The enrichment steps. A step whose rules change gets a higher version, so that outdated ads can be found. */
export const steps = ['language', 'media', 'landingPage', 'adType', 'tags', 'creatives', 'momentum'] as const;
export type Step = (typeof steps)[number];

export interface Enrichment {
  readonly versions: Readonly<Record<Step, number>>;
  readonly tagDefinitions: readonly TagDefinition[];
  /**
   * Deterministic on every machine. Earlier responses of the text model are read in the transaction. Texts without an
   * analysis at their index are analyzed.
   */
  derive(
    facts: readonly EnrichmentInput[],
    tx: Postgres,
    analyses?: readonly (TextAnalysis | undefined)[],
  ): Promise<readonly Derived[]>;
}

/** Key in `enriched`, next to the versions of the steps, for ads that need no more tags from the text model. */
export const modelTaggingKey = 'model';

export function enrichedBy({ versions }: Enrichment, derived: Derived): Readonly<Record<string, number>> {
  return derived.isModelTaggingDone === true ? { ...versions, [modelTaggingKey]: 1 } : versions;
}
