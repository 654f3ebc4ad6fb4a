import type { Ad, OpenAd } from '@magpie/contract';

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
  /** Of each the answer depends on nothing but the facts: the same ones give the same on every machine. */
  derive(facts: readonly Facts[]): Promise<readonly Derived[]>;
}
