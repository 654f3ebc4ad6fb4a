import { factNames, type AdFacts } from '../knownAd.ts';
import { latestFacts } from '../sightings.ts';
import { isUnknownFact } from '../transparency.ts';
import { listFileUrls, mapFileUrls, withoutSignature } from './signedUrls.ts';

const pastFacts = [...latestFacts, 'demographics' as const];
const fileFacts = ['media', 'cards'] as const;

/** JSON of the known facts of a sighting that its content in the log does not have. */
export function serializeFacts(facts: AdFacts): string {
  const known = pastFacts.filter((name) => !isUnknownFact(facts[name]));
  return JSON.stringify(
    Object.fromEntries(
      known.map((name) => [
        name,
        isFileFact(name) ? mapFileUrls(facts[name], withoutSignature) : facts[name],
      ]),
    ),
  );
}

function isFileFact(name: keyof AdFacts): name is (typeof fileFacts)[number] {
  return name === 'media' || name === 'cards';
}

export function parseFacts(json: string): Partial<AdFacts> {
  const parsed = JSON.parse(json) as Partial<AdFacts>;
  return Object.fromEntries(factNames.filter((name) => name in parsed).map((name) => [name, parsed[name]]));
}

/** Signed URLs of files that the ad still has are those of the latest sighting, since older ones have expired. */
export function withCurrentUrls(facts: AdFacts, current: AdFacts): AdFacts {
  const urls = new Map(
    fileFacts.flatMap((name) => listFileUrls(current[name])).map((url) => [withoutSignature(url), url]),
  );
  const resolve = (url: string): string => urls.get(url) ?? url;
  return {
    ...facts,
    ...Object.fromEntries(fileFacts.map((name) => [name, mapFileUrls(facts[name], resolve)])),
  };
}
