import { hash as digest } from 'node:crypto';
import type { AdFacts } from './knownAd.ts';
import { joinSearchText, joinTexts, splitWords } from './searchText.ts';

export type SearchedFacts = Pick<
  AdFacts,
  'headlines' | 'bodies' | 'description' | 'landingPageUrl' | 'cards' | 'payer' | 'beneficiary'
>;

export function searchedTexts(facts: SearchedFacts, advertiserName: string): string[] {
  const { headlines, bodies, description, landingPageUrl, cards, payer, beneficiary } = facts;
  const inCards = cards.flatMap((card) => [card.headline, card.body, card.description]);
  const copy = [...headlines, ...bodies, description, ...inCards].filter((text) => !isTemplate(text));
  const pages = [landingPageUrl, ...cards.map((card) => card.landingPageUrl)];
  const texts = [advertiserName, ...copy, ...pages, payer, beneficiary];
  return [...new Set(texts.filter((text) => text !== null))];
}

/** `Only {{product.price}}` is filled for each viewer. Earlier versions recorded such texts. */
function isTemplate(text: string | null): boolean {
  return text?.includes('{{') === true;
}

function withoutTemplates(texts: readonly (string | null)[]): (string | null)[] {
  return texts.filter((text) => !isTemplate(text));
}

export interface IndexedTexts {
  search_text: string;
  /** Narrow columns by which a search sorts all matching ads. */
  brand_words: string;
  headline_words: string;
  /** Words that are in addresses of landing pages, or were read in the picture, and are in no other text of the ad. */
  page_words: string;
  text_words: number;
  /** Equal for ads of one advertiser with nearly the same text. */
  duplicate_key: number;
}

/** An ad without media and words is found, but shows nothing. */
export type IndexedFacts = SearchedFacts & Pick<AdFacts, 'media'>;

export interface IndexedAd {
  readonly hash: string;
  readonly advertiserId: number;
  readonly facts: IndexedFacts;
  readonly pictureTexts: readonly string[];
}

/** Each distinct text is split once: splitting is most of the work. */
export function indexTexts(
  { hash, advertiserId, facts, pictureTexts }: IndexedAd,
  advertiserName: string,
): IndexedTexts {
  const words = new Map(searchedTexts(facts, advertiserName).map((text) => [text, splitWords(text)]));
  const wordsOf = (texts: readonly (string | null)[]): string[][] =>
    [...new Set(texts)].flatMap((text) => (text === null ? [] : [words.get(text) ?? []]));
  const { cards } = facts;
  const brand = wordsOf([advertiserName]);
  const headlines = withoutTemplates([...facts.headlines, ...cards.map(({ headline }) => headline)]);
  const bodies = withoutTemplates([...facts.bodies, ...cards.map(({ body }) => body)]);
  const descriptions = withoutTemplates([facts.description, ...cards.map(({ description }) => description)]);
  const shown = wordsOf([...headlines, ...bodies, ...descriptions]);
  const pages = wordsOf([facts.landingPageUrl, ...cards.map(({ landingPageUrl }) => landingPageUrl)]);
  const inPictures = limitTexts(pictureTexts.map(splitWords), maxPictureLetters);
  const texts = [...brand, ...shown];
  return {
    search_text: joinSearchText([...words.values(), ...inPictures]),
    brand_words: joinTexts(brand),
    headline_words: joinTexts(limitTexts(wordsOf(headlines), maxHeadlineLetters)),
    page_words: joinTexts([
      ...limitTexts([wordsNotIn(pages, texts)], maxPageLetters),
      wordsNotIn(inPictures, [...texts, ...pages]),
    ]),
    text_words: Math.min(
      shown.reduce((sum, each) => sum + each.length, 0),
      maxWords,
    ),
    duplicate_key: toDuplicateKey({
      hash: isWithoutContent(facts, shown) ? null : hash,
      advertiserId,
      bodies: bodies.flatMap((text) => comparedWords(text, words)),
      others: [...headlines, ...descriptions].flatMap((text) => comparedWords(text, words)),
    }),
  };
}

/** The column `brand_words` of ads of an advertiser. */
export function indexName(advertiserName: string): string {
  return joinTexts([splitWords(advertiserName)]);
}

function wordsNotIn(texts: readonly (readonly string[])[], others: readonly (readonly string[])[]): string[] {
  const words = new Set(texts.flat());
  if (words.size > 0) for (const text of others) for (const word of text) words.delete(word);
  return [...words];
}

/** Bounds for what a search reads of every matching ad. Terms beyond them count as part of the copy. */
const maxHeadlineLetters = 500;
/** Enough for the domain and path of an address; tracking parameters follow them. */
const maxPageLetters = 100;
/** Enough for ads; a photograph of a page of text has more. What follows is not found by searches. */
const maxPictureLetters = 1000;
/** The maximum of the column. */
const maxWords = 65_535;

function limitTexts(texts: readonly (readonly string[])[], maxLetters: number): string[][] {
  let left = maxLetters;
  return texts.map((words) => words.filter((word) => (left -= word.length + 1) >= 0));
}

const link = /(?:https?:\/\/|www\.)\S+/gi;

/** Words that distinguish texts: without links, numbers and emoji. */
function comparedWords(text: string | null, known: ReadonlyMap<string, readonly string[]>): string[] {
  if (text === null) return [];
  const withoutLinks = text.replace(link, ' ');
  const words = withoutLinks === text ? (known.get(text) ?? []) : splitWords(withoutLinks);
  return words.filter((word) => lettersOnly.test(word));
}

const lettersOnly = /^\p{L}\P{N}*$/u;

/** Bodies with at least this many distinct words are compared without headlines, of which advertisers test several. */
const minBodyWords = 12;

/** Neither words nor media: exports of some tools contain such ads. */
function isWithoutContent({ media, cards }: IndexedFacts, shown: readonly (readonly string[])[]): boolean {
  return (
    shown.every((words) => words.length === 0) &&
    media.length === 0 &&
    cards.every((card) => card.media.length === 0)
  );
}

interface ComparedAd {
  /** Null if the ad shows nothing. */
  readonly hash: string | null;
  readonly advertiserId: number;
  readonly bodies: readonly string[];
  readonly others: readonly string[];
}

/**
 * From the set of words, so the order of texts and cards does not matter. An ad without words has a key of its own, unless it
 * shows nothing at all: such ads of an advertiser cannot be distinguished.
 */
function toDuplicateKey({ hash, advertiserId, bodies, others }: ComparedAd): number {
  const inBodies = new Set(bodies);
  const words = inBodies.size >= minBodyWords ? inBodies : new Set([...bodies, ...others]);
  const identity =
    words.size === 0 && hash !== null ? hash : `${advertiserId} ${[...words].toSorted().join(' ')}`;
  // 52 bits, so that JSON represents it exactly.
  return Number.parseInt(digest('md5', identity, 'hex').slice(0, 13), 16);
}
