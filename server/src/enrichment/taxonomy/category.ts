import type { Cues } from '../tagMatcher.ts';

/**
 * A tag and its cues. Ids are stored in ads, filters and leaderboards: never reuse the id of a removed tag, and give a
 * tag whose meaning changes a new id.
 */
interface CuedTag extends Cues {
  readonly id: number;
  /** Display name. */
  readonly shortText: string;
}

export interface TagCategory {
  readonly category: string;
  readonly tags: readonly CuedTag[];
}

/** Cues of the most common tags in another language, by id. */
export type CuesByTag = Readonly<Record<number, Cues>>;
