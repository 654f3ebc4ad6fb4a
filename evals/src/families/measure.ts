import { compareCreatives, listCreatives } from '@magpie/server/ads/families/creatives';
import { toBands, toShingles } from '@magpie/server/ads/families/shingles';
import { advertiserId } from '@magpie/server/ads/identity';
import { z } from 'zod';
import { readLabelledSet } from '../qualityTable.ts';

/**
 * Invented ads in the manner of real ones. Ads with the same `creative` are the same one: with another price, number, place or single
 * word, another sentence at the end, other emoji or spelling, or under the name of another advertiser. Another product, a
 * paraphrase or a text that anybody could use is another creative.
 */
const labelledAd = z.strictObject({
  creative: z.string(),
  brand: z.string(),
  headline: z.string(),
  body: z.string(),
});
type LabelledAd = z.infer<typeof labelledAd>;

/** The threshold was chosen with the first; the reported quality is measured on the other. */
export const tuning = readLabelledSet('families.tuning', labelledAd);
export const heldOut = readLabelledSet('families.heldOut', labelledAd);

function readCreatives({ brand, headline, body }: LabelledAd) {
  return listCreatives({
    key: 'meta:1',
    nameId: advertiserId(brand),
    facts: { headlines: [headline], bodies: [body], cards: [], collationId: null, media: [] },
  });
}

interface Pair {
  readonly one: LabelledAd;
  readonly other: LabelledAd;
  readonly isSame: boolean;
  readonly isFound: boolean;
}

/** All pairs of ads, and whether they are in one family. */
export function judgePairs(ads: readonly LabelledAd[]): Pair[] {
  const families = joinFamilies(ads);
  return ads.flatMap((one, at) =>
    ads.slice(at + 1).map((other, offset) => ({
      one,
      other,
      isSame: one.creative === other.creative,
      isFound: families[at] === families[at + 1 + offset],
    })),
  );
}

/** The number of the family of each ad. As recorded, two texts are compared if they have a band in common. */
function joinFamilies(ads: readonly LabelledAd[]): number[] {
  const creatives = ads.map(readCreatives);
  const bands = creatives.map((own) => new Set(own.flatMap(({ text }) => toBands(toShingles(text)))));
  const families = ads.map((_, at) => at);
  const areCompared = (one: number, other: number): boolean =>
    creatives[one]?.some(({ id }) => creatives[other]?.some((each) => each.id === id)) === true ||
    [...(bands[one] ?? [])].some((band) => bands[other]?.has(band));
  for (let one = 0; one < ads.length; one += 1) {
    for (let other = 0; other < one; other += 1) {
      if (!areCompared(one, other)) continue;
      if (compareCreatives(creatives[one] ?? [], creatives[other] ?? []) === null) continue;
      const [from, into] = [families[one], families[other]];
      for (const [at, family] of families.entries()) if (family === from) families[at] = into ?? at;
    }
  }
  return families;
}

export function measureFamilies(ads: readonly LabelledAd[]) {
  const pairs = judgePairs(ads);
  const [same, found] = [pairs.filter(({ isSame }) => isSame), pairs.filter(({ isFound }) => isFound)];
  const right = found.filter(({ isSame }) => isSame);
  return {
    creatives: new Set(ads.map(({ creative }) => creative)).size,
    labelled: same.length,
    found: found.length,
    precision: right.length / found.length,
    recall: right.length / same.length,
  };
}
