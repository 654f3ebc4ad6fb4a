import { z } from 'zod';
import { staticEmbedder } from '@magpie/server/enrichment/embeddings/static';
import { findProductCategory } from '@magpie/server/enrichment/productCategories';
import { readLabelledSet } from '../qualityTable.ts';

/** Invented brands, each with ads in the manner of real ones. */
const labelledBrand = z.strictObject({
  name: z.string(),
  trade: z.string(),
  language: z.string(),
  /** A path. */
  landingPage: z.string(),
  ads: z.array(z.strictObject({ headline: z.string(), body: z.string() })),
});
type LabelledBrand = z.infer<typeof labelledBrand>;

/** Six trades each. Weights may be chosen with the first; the reported quality is measured on the other. */
export const tuning = readLabelledSet('similar.tuning', labelledBrand);
export const heldOut = readLabelledSet('similar.heldOut', labelledBrand);

/** Every brand is compared with those of both halves. */
const brands = [...tuning, ...heldOut];
const vectors = new Map<LabelledBrand, readonly number[]>();
for (const brand of brands) vectors.set(brand, await embedBrand(brand));

/** As `buildAdvertiserVectors` does: the sum of the vectors of the distinct texts, with length 1. */
async function embedBrand({ ads, landingPage }: LabelledBrand): Promise<readonly number[]> {
  const path = landingPage.replaceAll(/[^\p{L}]+/gu, ' ').trim();
  const texts = new Set([...ads.flatMap(({ headline, body }) => [headline, body]), path]);
  const embedded = await staticEmbedder().embed([...texts]);
  const [first = new Int8Array()] = embedded;
  const sum = Array.from(first, (_, at) => embedded.reduce((total, vector) => total + (vector[at] ?? 0), 0));
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

const neighbours = 5;

export function nearestBrands(brand: LabelledBrand): readonly LabelledBrand[] {
  return brands
    .filter((other) => other !== brand)
    .map((other) => ({ other, similarity: similarityOf(brand, other) }))
    .toSorted((one, another) => another.similarity - one.similarity)
    .slice(0, neighbours)
    .map(({ other }) => other);
}

function similarityOf(one: LabelledBrand, other: LabelledBrand): number {
  const vector = vectors.get(other) ?? [];
  return (vectors.get(one) ?? []).reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0);
}

interface Similarity {
  readonly name: string;
  readonly brands: number;
  /** Shares of the five most similar brands. */
  readonly sameTrade: number;
  readonly sameLanguage: number;
}

/** One row per trade, then one per language, then `all`. */
export function measureSimilar(chosen: readonly LabelledBrand[]): Similarity[] {
  const rowsBy = (property: 'trade' | 'language'): Similarity[] =>
    [...new Set(chosen.map((brand) => brand[property]))].map((name) =>
      measure(
        name,
        chosen.filter((brand) => brand[property] === name),
      ),
    );
  return [...rowsBy('trade'), ...rowsBy('language'), measure('all', chosen)];
}

function measure(name: string, chosen: readonly LabelledBrand[]): Similarity {
  const shareWithSame = (property: 'trade' | 'language'): number => {
    const same = chosen.map(
      (brand) => nearestBrands(brand).filter((near) => near[property] === brand[property]).length,
    );
    return same.reduce((sum, count) => sum + count, 0) / (chosen.length * neighbours);
  };
  return {
    name,
    brands: chosen.length,
    sameTrade: shareWithSame('trade'),
    sameLanguage: shareWithSame('language'),
  };
}

/** The product category of each trade. */
const categoryIds: Readonly<Record<string, number>> = {
  beer: 1004,
  insurance: 1340,
  'skin care': 1244,
  travel: 1529,
  groceries: 1165,
  software: 1082,
  shoes: 1070,
  'pet food': 1224,
  furniture: 1268,
  banking: 1337,
  cars: 1551,
  charity: 1453,
};

/** Shares of brands whose product category is right, wrong, and unknown. */
export function measureCategories(chosen: readonly LabelledBrand[]) {
  const found = chosen.map(({ name, landingPage, ads, trade }) => {
    const texts = [landingPage, ...ads.flatMap(({ headline, body }) => [headline, body])];
    const id = findProductCategory(texts, name)?.id;
    return id === undefined ? 'unknown' : id === categoryIds[trade] ? 'right' : 'wrong';
  });
  const share = (outcome: (typeof found)[number]): number =>
    found.filter((each) => each === outcome).length / found.length;
  return { right: share('right'), wrong: share('wrong'), unknown: share('unknown') };
}
