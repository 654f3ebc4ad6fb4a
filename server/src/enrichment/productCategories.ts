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
/** Of the texts that have words of any category: others are about something else. */
const minShareOfKnown = 0.4;
/** A word in a name says more than one in a text: Clarks Shoes. */
const textsOfName = 2;
/** Of the texts that have words of any category, if the name is the main evidence: films may be foils. */
const minShareBesideName = 1 / 3;

/** Who gets a price, and materials and figures of speech that have the name of another product. */
const otherMeanings = [
  /\b(?:education|educational|students?|teachers?|academic) (?:pricing|prices?|discounts?|savings|offers?|deals?)\b/giu,
  /\b(?:for|as an?) (?:students?|teachers?|college|university|school)\b/giu,
  /\b(?:students?|teachers?)(?: and (?:students?|teachers?))? (?:save|get|enjoy|pay)\b/giu,
  /\bback to (?:school|college|university)\b/giu,
  /\b(?:paint protection|window|sun control|solar control|packaging|shrink|stretch|cling|plastic|safety) films?\b/giu,
  /\b(?:just in case|in case of|know your rights|all rights reserved)\b/giu,
];

/**
 * The category of most texts, or the one that contains several of them; null if none is clearly ahead.
 * @param name of the advertiser
 */
export function findProductCategory(texts: readonly string[], name = ''): FoundCategory | null {
  const ofTexts = texts.map(categoriesOf);
  const ofName = categoriesOfName(name);
  const counted = countTexts([...ofTexts, ...Array.from({ length: textsOfName }, () => ofName)]);
  const [first] = counted;
  if (first === undefined) return null;
  const root = rootOf(first.id);
  const isNamed = [...ofName].some((id) => rootOf(id) === root);
  if (first.texts < Math.max(minTexts, isNamed ? 0 : texts.length * minShare)) return null;
  const known = ofTexts.filter((categoryIds) => categoryIds.size > 0);
  const inRoot = known.filter((categoryIds) => [...categoryIds].some((id) => rootOf(id) === root)).length;
  if (inRoot < known.length * (isNamed ? minShareBesideName : minShareOfKnown)) return null;
  const rival = counted.find(({ id }) => rootOf(id) !== root);
  if (rival !== undefined && first.texts < rival.texts * minLead) return null;
  const isShared = counted.some(
    ({ id, texts: count }) => id !== first.id && rootOf(id) === root && count >= first.texts,
  );
  return describe(isShared ? root : first.id, countWith(ofTexts, isShared ? root : first.id));
}

/** Texts with a word of the category or of one within it. */
function countWith(ofTexts: readonly ReadonlySet<number>[], id: number): number {
  const isWithin = (each: number): boolean => each === id || ancestorsOf(each).some((one) => one.id === id);
  return ofTexts.filter((categoryIds) => [...categoryIds].some(isWithin)).length;
}

/** Most texts first, and of equal ones the narrower category. */
function countTexts(
  texts: readonly ReadonlySet<number>[],
): { readonly id: number; readonly texts: number }[] {
  const counts = new Map<number, number>();
  for (const id of texts.flatMap((categoryIds) => [...categoryIds]))
    counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts]
    .map(([id, count]) => ({ id, texts: count }))
    .toSorted(
      (one, other) => other.texts - one.texts || depthOf(other.id) - depthOf(one.id) || one.id - other.id,
    );
}

/** A name of one word may be any word: Apple sells no fruit. Words of several wide categories say nothing. */
function categoriesOfName(name: string): Set<number> {
  const isOneWord = !/[\s-]|\p{Ll}\p{Lu}/u.test(name.trim());
  const found = categoriesOf(name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  return isOneWord || new Set([...found].map(rootOf)).size > 1 ? new Set() : found;
}

function categoriesOf(text: string): Set<number> {
  const plain = otherMeanings.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text);
  const subjects = splitWords(plain).flatMap((word) => subjectsOfWord(word));
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
