import { adScore } from '../adExpressions.sql.ts';
import type { Parameters } from '../../db/clickhouse/clickhouse.ts';

/** Described in docs/search.md. */
export const weights = {
  /** Of the fields that contain a term. */
  brand: 5,
  headline: 3,
  copy: 1,
  page: 0.3,
  /** The weight at which a term has half of its maximal relevance. */
  saturation: 1.2,
  /** How much the length of a text counts: 0 not at all, 1 in proportion. */
  lengthEffect: 0.5,
  typicalWords: 50,
  typicalHeadlineBytes: 40,
  /** Of the sort value. */
  relevance: 0.75,
  score: 0.25,
} as const;

export interface WeightedTerm {
  /** Folded words between single spaces. */
  readonly words: string;
  /** Its share of the relevance; all shares add up to 1. */
  readonly share: number;
}

/** A value to sort by, highest first, unknown last. */
export interface SortValue {
  readonly expression: string;
  readonly parameters: Parameters;
}

const textLength = lengthFactor(`text_words / ${weights.typicalWords}`);
const headlineLength = lengthFactor(`length(headline_words) / ${weights.typicalHeadlineBytes}`);

function lengthFactor(relativeLength: string): string {
  return `(${1 - weights.lengthEffect} + ${weights.lengthEffect} * ${relativeLength})`;
}

/** Relevance and score of an ad that contains all terms. Only narrow columns are read, so the copy is not. */
export function relevantFirst(terms: readonly WeightedTerm[]): SortValue {
  const relevance = terms.map((_, at) => `{share${at}:Float64} * ${termRelevance(at)}`).join(' + ');
  const parameters = terms.map(({ words, share }, at) => ({
    [`words${at}`]: words,
    [`share${at}`]: share,
    [`each${at}`]: splitWords(words),
  }));
  return {
    expression: `round(${100 * weights.relevance} * (${relevance}) + ${weights.score} * ${adScore}, 2)`,
    parameters: Object.assign({}, ...parameters) as Parameters,
  };
}

/** From 0 to 1: the weights of the fields that contain the term, saturated. */
function termRelevance(at: number): string {
  // A phrase with a word that only the landing page contains is in no other text.
  const base = `if(multiSearchAny(page_words, {each${at}:Array(String)}), ${weights.page}, ${weights.copy}) / ${textLength}`;
  const inHeadline = `if(position(headline_words, {words${at}:String}) > 0, ${weights.headline} / ${headlineLength}, 0)`;
  const inBrand = `if(position(brand_words, {words${at}:String}) > 0, ${weights.brand}, 0)`;
  // Equals x / (x + k), with x written once.
  return `(1 - ${weights.saturation} / (${weights.saturation} + ${base} + ${inHeadline} + ${inBrand}))`;
}

/** The engine searches for at most 255 words at once. */
const maxWords = 20;

export function splitWords(words: string): string[] {
  return words
    .trim()
    .split(' ')
    .slice(0, maxWords)
    .map((word) => ` ${word} `);
}
