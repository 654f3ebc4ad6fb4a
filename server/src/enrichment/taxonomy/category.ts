import type { Cues } from '../tagMatcher.ts';

/**
 * One tag and what assigns it. Ads, filters and leaderboards keep the id: a tag that is dropped leaves its id unused for
 * ever, and one whose meaning changes becomes a new tag with a new id.
 */
interface CuedTag extends Cues {
  readonly id: number;
  /** As a person reads it on a leaderboard. */
  readonly shortText: string;
}

export interface TagCategory {
  readonly category: string;
  readonly tags: readonly CuedTag[];
}

/** What the commonest tags sound like in one other language, by id. */
export type CuesByTag = Readonly<Record<number, Cues>>;
