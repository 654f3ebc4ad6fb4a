import { isDeepStrictEqual } from 'node:util';
import { factNames, type AdFacts, type Change } from './knownAd.ts';
import { isUnknownFact } from './transparency.ts';

/**
 * Lists that are merged over all sources, with their maximum lengths, which are those of the open format, so that an
 * export can be imported. Values come in the order of their first sighting, so that alternating sources do not change the ad each
 * time. For all other facts the later sighting wins. A known value is never replaced by an unknown one.
 */
export const listLimits: Readonly<Partial<Record<keyof AdFacts, number>>> = {
  sources: 50,
  platforms: 5,
  placements: 50,
  headlines: 500,
  bodies: 500,
  countries: 249,
};

/** The facts whose changes create an event. Media URLs are excluded because they change with every request. */
export const watched: ReadonlySet<keyof AdFacts> = new Set([
  'platforms',
  'format',
  'headlines',
  'bodies',
  'description',
  'ctaType',
  'ctaText',
  'landingPageUrl',
  'countries',
  'startDate',
  'endDate',
  'reach',
] as const);

export function mergeFacts(known: AdFacts, reported: AdFacts, newer: boolean, fillOnly: boolean): AdFacts {
  const choose = (name: keyof AdFacts): unknown => {
    if (isUnknownFact(reported[name])) return known[name];
    if (isUnknownFact(known[name])) return reported[name];
    const most = listLimits[name];
    if (most !== undefined) return fillOnly ? known[name] : union(known[name], reported[name], most);
    return newer ? reported[name] : known[name];
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from all of their names
  const facts = Object.fromEntries(factNames.map((name) => [name, choose(name)])) as AdFacts;
  return {
    ...facts,
    demographics: mergedDemographics(known, reported, newer),
    endDate: mergedEndDate(known, reported, facts, newer),
  };
}

/** An ad seen running loses its end; an older sighting cannot end it. An end before the start is dropped. */
function mergedEndDate(known: AdFacts, reported: AdFacts, { startDate, endDate }: AdFacts, newer: boolean) {
  const running = newer ? reported : known;
  const end = running.status === 'active' ? running.endDate : endDate;
  return end !== null && startDate !== null && end < startDate ? null : end;
}

/** A source may report only some of the breakdowns. */
function mergedDemographics(
  { demographics: known }: AdFacts,
  { demographics: reported }: AdFacts,
  newer: boolean,
): AdFacts['demographics'] {
  if (known === null || reported === null) return reported ?? known;
  const [first, second] = newer ? [reported, known] : [known, reported];
  const part = (name: 'gender' | 'age' | 'country'): Record<string, number> =>
    Object.keys(first[name]).length > 0 ? first[name] : second[name];
  return { gender: part('gender'), age: part('age'), country: part('country') };
}

function union(known: unknown, reported: unknown, most: number): unknown {
  return [...new Set([known, reported].flat())].slice(0, most);
}

export function changesBetween(before: AdFacts, after: AdFacts): Change[] {
  return [...watched]
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }));
}

/** The newest measured reach, with the range and kind of the candidate that has the same value. */
export function latestReach(
  value: number | null,
  reported: readonly [AdFacts['reach'], ...AdFacts['reach'][]],
): AdFacts['reach'] {
  if (value === null) return reported[0];
  return reported.find((reach) => reach?.value === value) ?? reportedReach(value);
}

function reportedReach(value: number): NonNullable<AdFacts['reach']> {
  return { value, lower: null, upper: null, kind: 'reported' };
}
