import type { OpenAd } from '@magpie/contract';

/** Under which circumstances ads were seen. */
export interface Sighting {
  /** Who tells of them: the name of an importer. */
  readonly source: string;
  /** When they were seen, for those that do not say it themselves. */
  readonly seenAt: Date;
  /** Whether to leave alone what is known already, as for an ad that a person captured. */
  readonly fillOnly?: boolean;
}

/** What became of a batch. */
export interface Recorded {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** Every ad known. */
export interface Catalog {
  /** The only way in. When it resolves, every ad of the batch is on disk, once. */
  recordAds(ads: readonly OpenAd[], sighting: Sighting): Promise<Recorded>;
  /** After an import: merges what it wrote, so that reading is fast again. */
  settle(): Promise<void>;
}
