import { isWithin, parseHash } from '../../integrations/images/pdq.ts';
import { maxPictureDistance } from './creatives.ts';
import { createUnion } from './joinFamilies.ts';

/** By PDQ hash, the lowest one of the pictures that are nearly equal to it or connected to it by others. */
export function groupPictures(pdqs: Iterable<string>): ReadonlyMap<string, string> {
  const sorted = [...new Set(pdqs)].toSorted();
  const parsed = sorted.map(parseHash);
  const groups = createUnion();
  for (const [at, hash] of parsed.entries()) {
    for (let before = 0; before < at; before += 1) {
      const other = parsed[before];
      if (other !== undefined && isWithin(hash, other, maxPictureDistance)) groups.join(before, at);
    }
  }
  return new Map(sorted.map((pdq, at) => [pdq, sorted[groups.find(at)] ?? pdq]));
}
