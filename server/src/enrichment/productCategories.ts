import { foldText } from '../ads/fold.ts';
import categoryList from './taxonomy/productCategories.json' with { type: 'json' };

/**
 * Product categories of IAB's Ad Product Taxonomy 2.0, found by words in the texts of an advertiser. The words are folded,
 * of eight languages, and `*` stands for the rest of a word.
 */
interface Category {
  readonly id: number;
  readonly name: string;
  readonly parent: number | null;
  /** Separated by commas. */
  readonly words: string;
}

const categories: readonly Category[] = categoryList;
const byId = new Map(categories.map((each) => [each.id, each]));

/** How much a text with such a word counts: `!` marks words that name the product, `~` words of other products' ads too. */
const weights = { '!': 4, '': 2, '~': 1 } as const;

const patterns = categories.flatMap(({ id, words }) =>
  Object.entries(weights).flatMap(([mark, weight]) => {
    const own = words.split(', ').filter((word) => word !== '' && (/^[!~]/.exec(word)?.[0] ?? '') === mark);
    return own.length === 0 ? [] : [{ id, weight, pattern: joinWords(own) }];
  }),
);

function joinWords(words: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${words.map(toPattern).join('|')})\\b`);
}

function toPattern(word: string): string {
  const parts = { '*': '[a-z]*', ' ': '[^a-z0-9]+', '-': '[^a-z0-9]?' };
  return word.replace(/^[!~]/, '').replaceAll(/[* -]/g, (mark) => parts[mark as keyof typeof parts]);
}

export interface FoundCategory {
  readonly id: number;
  readonly name: string;
  /** The names of the categories that contain it, the widest first. */
  readonly within: readonly string[];
  /** The texts that contain one of its words. */
  readonly texts: number;
}

/** The mean weight that a category needs, so that a word in passing does not count. */
const minWeight = 0.3;
/** The first must have this many times the weight of the next one outside of its own tier. */
const minLead = 1.25;

/** The category of most texts; null if no category is clearly ahead. */
export function findProductCategory(texts: readonly string[]): FoundCategory | null {
  const counted = countTexts(texts);
  const [first] = counted;
  if (first === undefined || first.weight < texts.length * minWeight) return null;
  const rival = counted.find(({ id }) => rootOf(id) !== rootOf(first.id));
  if (rival !== undefined && first.weight < rival.weight * minLead) return null;
  const sibling = counted.find(
    ({ id }) => id !== first.id && !isWithin(first.id, id) && !isWithin(id, first.id),
  );
  const isClear = sibling === undefined || first.weight > sibling.weight;
  return describe(isClear ? first.id : rootOf(first.id), first.texts);
}

interface Counted {
  readonly id: number;
  readonly texts: number;
  readonly weight: number;
}

/** The highest weight first, and of equal ones the narrower category. */
function countTexts(texts: readonly string[]): Counted[] {
  const counted = new Map<number, Counted>();
  for (const text of texts.map(foldText)) {
    const found = new Map<number, number>();
    for (const { id, weight, pattern } of patterns)
      if ((found.get(id) ?? 0) < weight && pattern.test(text)) found.set(id, weight);
    for (const [id, weight] of found) {
      const before = counted.get(id) ?? { id, texts: 0, weight: 0 };
      counted.set(id, { id, texts: before.texts + 1, weight: before.weight + weight });
    }
  }
  return [...counted.values()].toSorted(
    (one, other) => other.weight - one.weight || depthOf(other.id) - depthOf(one.id) || one.id - other.id,
  );
}

function describe(id: number, texts: number): FoundCategory | null {
  const category = byId.get(id);
  if (category === undefined) return null;
  const within = ancestorsOf(id).map((each) => each.name);
  return { id, name: category.name, within: within.toReversed(), texts };
}

function ancestorsOf(id: number): Category[] {
  const parent = byId.get(byId.get(id)?.parent ?? 0);
  return parent === undefined ? [] : [parent, ...ancestorsOf(parent.id)];
}

function depthOf(id: number): number {
  return ancestorsOf(id).length;
}

function rootOf(id: number): number {
  return ancestorsOf(id).at(-1)?.id ?? id;
}

function isWithin(id: number, other: number): boolean {
  return ancestorsOf(id).some((each) => each.id === other);
}
