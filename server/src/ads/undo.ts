import type { AdFacts, Change } from './knownAd.ts';
import type { SearchedFacts } from './rows.ts';

/** What of an ad is followed through its history. Cards are not watched and are taken as they are now. */
export type FollowedFacts = SearchedFacts & Pick<AdFacts, 'platforms' | 'startDate' | 'reach'>;

/**
 * How each fact is read from what is written down of a change, or undefined where it cannot be. An export that is
 * imported brings changes of its own, so that anything may be in them.
 */
const readers: {
  readonly [Field in keyof FollowedFacts]?: (value: unknown) => FollowedFacts[Field] | undefined;
} = {
  platforms: (value) => texts(value) as AdFacts['platforms'] | undefined,
  headlines: texts,
  bodies: texts,
  description: textOrNull,
  landingPageUrl: textOrNull,
  startDate: (value) => (value === null || isDay(value) ? value : undefined),
  reach: reachOrNull,
};

/** The facts as they were before some changes. What such a change cannot be told of stays as it is. */
export function undone(facts: FollowedFacts, changes: readonly Change[]): FollowedFacts {
  const before: Partial<Record<string, unknown>> = {};
  for (const { field, from } of changes) {
    const value = isFollowed(field) ? readers[field]?.(from) : undefined;
    if (value !== undefined) before[field] = value;
  }
  return { ...facts, ...before };
}

function isFollowed(field: string): field is keyof typeof readers {
  return Object.hasOwn(readers, field);
}

function texts(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;
}

function textOrNull(value: unknown): string | null | undefined {
  return value === null || typeof value === 'string' ? value : undefined;
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
}

function reachOrNull(value: unknown): AdFacts['reach'] | undefined {
  if (value === null) return null;
  if (typeof value !== 'object' || !('value' in value)) return undefined;
  const { value: reach } = value;
  if (reach !== null && typeof reach !== 'number') return undefined;
  return { value: reach, lower: null, upper: null, kind: 'reported' };
}
