import type { AdFacts, Change } from './knownAd.ts';
import type { SearchedFacts } from './rows.ts';

/** The facts that can be reconstructed from the history. Cards have no history, so their current state is used. */
export type TrackedFacts = SearchedFacts & Pick<AdFacts, 'platforms' | 'startDate' | 'reach'>;

/** Undefined if a stored value is invalid: changes of an imported export may contain anything. */
const parsers: {
  readonly [Field in keyof TrackedFacts]?: (value: unknown) => TrackedFacts[Field] | undefined;
} = {
  platforms: (value) => texts(value) as AdFacts['platforms'] | undefined,
  headlines: texts,
  bodies: texts,
  description: textOrNull,
  landingPageUrl: textOrNull,
  startDate: (value) => (value === null || isDay(value) ? value : undefined),
  reach: reachOrNull,
};

/** The facts before these changes. Facts with an invalid stored value stay unchanged. */
export function revertChanges(facts: TrackedFacts, changes: readonly Change[]): TrackedFacts {
  const before: Partial<Record<string, unknown>> = {};
  for (const { field, from } of changes) {
    const value = isTracked(field) ? parsers[field]?.(from) : undefined;
    if (value !== undefined) before[field] = value;
  }
  return { ...facts, ...before };
}

function isTracked(field: string): field is keyof typeof parsers {
  return Object.hasOwn(parsers, field);
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
