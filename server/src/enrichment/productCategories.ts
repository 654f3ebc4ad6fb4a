import { subjectNames, subjectsOfWord } from './embeddings/subjects.ts';
import { splitWords } from './embeddings/words.ts';
import categoryList from './taxonomy/productCategories.json' with { type: 'json' };

/** A product category of IAB's Ad Product Taxonomy 2.0, with the subjects of ads that belong to it. */
interface Category {
  readonly id: number;
  readonly name: string;
  readonly parent: number | null;
  readonly subjects: readonly string[];
}

const categories: readonly Category[] = categoryList;
const byId = new Map(categories.map((each) => [each.id, each]));
const idOfSubject = new Map(categories.flatMap(({ id, subjects }) => subjects.map((name) => [name, id])));

export interface FoundCategory {
  readonly id: number;
  readonly name: string;
  /** The names of the categories that contain it, the widest first. */
  readonly within: readonly string[];
  /** The texts that contain one of its words. */
  readonly texts: number;
}

/** A category needs this many texts and this share of them, so that a word in passing does not count. */
const minTexts = 2;
const minShare = 0.15;
/** The first must have this many times the texts of the next one outside of its widest category. */
const minLead = 1.25;

/** The category of most texts, or the one that contains several of them; null if none is clearly ahead. */
export function findProductCategory(texts: readonly string[]): FoundCategory | null {
  const counted = countTexts(texts);
  const [first] = counted;
  if (first === undefined || first.texts < Math.max(minTexts, texts.length * minShare)) return null;
  const root = rootOf(first.id);
  const rival = counted.find(({ id }) => rootOf(id) !== root);
  if (rival !== undefined && first.texts < rival.texts * minLead) return null;
  const isShared = counted.some(
    ({ id, texts: count }) => id !== first.id && rootOf(id) === root && count >= first.texts,
  );
  return describe(isShared ? root : first.id, first.texts);
}

/** Most texts first, and of equal ones the narrower category. */
function countTexts(texts: readonly string[]): { readonly id: number; readonly texts: number }[] {
  const counts = new Map<number, number>();
  for (const id of texts.flatMap((text) => [...categoriesOf(text)]))
    counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts]
    .map(([id, count]) => ({ id, texts: count }))
    .toSorted(
      (one, other) => other.texts - one.texts || depthOf(other.id) - depthOf(one.id) || one.id - other.id,
    );
}

function categoriesOf(text: string): Set<number> {
  const subjects = splitWords(text).flatMap((word) => subjectsOfWord(word));
  return new Set(subjects.flatMap((subject) => idOfSubject.get(subjectNames[subject] ?? '') ?? []));
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
