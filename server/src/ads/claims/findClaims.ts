import type { claimKinds } from '@magpie/contract';
import { RecentCache } from '../recent.ts';
import { findComparatives } from './comparatives.ts';
import * as cues from './cues.ts';
import { findGuarantees, type FoundGuarantee } from './guarantees.ts';
import { describePriced } from './priceSubject.ts';
import { findQuantities, type Quantity } from './quantities.ts';
import { splitSentences, type Sentence } from './sentences.ts';

/** Claims of ad copy: discounts, prices, figures, guarantees and comparatives. Precision is worth more than recall. */

export type ClaimKind = (typeof claimKinds)[number];
export type ClaimBound = 'upTo' | 'from' | 'over';

export interface Claim {
  readonly kind: ClaimKind;
  /** The same for equal claims in other words: `discount up-to 40 %`. */
  readonly key: string;
  /** The same for claims that differ in their value only: `discount up-to %`. Null if it has no value that can change. */
  readonly subject: string | null;
  /** As written. */
  readonly text: string;
  readonly sentence: string;
  readonly value: number | null;
  readonly unit: string | null;
  readonly currency: string | null;
  readonly bound: ClaimBound | null;
}

/** Ads often share texts. At most about 20 MB. */
const cachedCharacters = 6_000_000;
const recent = new RecentCache<readonly Claim[]>(cachedCharacters);

/** The claims of a text in order, each key once. */
export function findClaims(text: string): readonly Claim[] {
  return recent.getOrCompute(text, () => searchClaims(text));
}

function searchClaims(text: string): readonly Claim[] {
  const byKey = new Map<string, Claim>();
  const sentences = splitSentences(text);
  for (const at of sentences.keys()) {
    for (const claim of claimsOfSentence(sentences, at))
      if (!byKey.has(claim.key)) byKey.set(claim.key, claim);
  }
  return [...byKey.values()];
}

/** A claim before its text is cut from the sentence. */
interface Found extends Omit<Claim, 'text' | 'sentence'> {
  readonly start: number;
  readonly end: number;
}

const noSentence: Sentence = { written: '', folded: '' };

function claimsOfSentence(sentences: readonly Sentence[], at: number): Claim[] {
  const sentence = sentences[at] ?? noSentence;
  const quantities = /\d/.test(sentence.folded) ? findQuantities(sentence.folded) : [];
  const found = findGuarantees(sentence).flatMap((each) => claimGuarantee(sentence, each, quantities));
  for (const quantity of quantities) {
    if (found.some(({ start, end }) => quantity.start < end && start < quantity.end)) continue;
    const claim = classify(sentence, quantity);
    if (claim !== null) found.push(claim.kind === 'price' ? withProduct(claim, sentences, at) : claim);
  }
  for (const { start, end, key } of findComparatives(sentence)) {
    found.push({ kind: 'comparative', key: `comparative ${key}`, subject: null, start, end, ...noValue });
  }
  const inOrder = found.toSorted((one, other) => one.start - other.start);
  return inOrder.map(({ kind, key, subject, value, unit, currency, bound, start, end }) => ({
    kind,
    key,
    subject,
    text: sentence.written.slice(start, end).trim(),
    sentence: sentence.written,
    value,
    unit,
    currency,
    bound,
  }));
}

/** Prices of other products are no changes. */
function withProduct(claim: Found, sentences: readonly Sentence[], at: number): Found {
  const product = describePriced(sentences, at);
  return { ...claim, subject: product === null ? null : `${claim.subject} ${product}` };
}

const noValue = { value: null, unit: null, currency: null, bound: null };

/** The words around a number. */
interface Context {
  readonly folded: string;
  /** What precedes the number and the words of its bound: as written, then without fillers. */
  readonly before: readonly string[];
  readonly after: string;
  readonly bound: ClaimBound | null;
  /** Where the words of the bound start, or the number. */
  readonly start: number;
}

const contextLength = 70;
const bounds = [
  ['upTo', cues.upTo],
  ['from', cues.from],
  ['over', cues.over],
] as const;

function readContext(folded: string, { start, end }: Quantity): Context {
  const before = withoutFillers(folded.slice(0, start));
  const after = folded.slice(end, end + contextLength);
  for (const [bound, cue] of bounds) {
    const words = findBefore(before, cue);
    if (words === null) continue;
    return { folded, before: withoutFillers(folded.slice(0, words)), after, bound, start: words };
  }
  return { folded, before, after, bound: null, start };
}

const maxFillers = 3;

/** The text, and shorter ones without fillers at the end. */
function withoutFillers(text: string): string[] {
  const texts = [text.trimEnd()];
  for (let times = 0; times < maxFillers; times += 1) {
    const rest = texts.at(-1) ?? '';
    const at = findBefore([rest], cues.fillers);
    if (at === null) break;
    texts.push(rest.slice(0, at).trimEnd());
  }
  return texts;
}

/** Where a cue at the end of one of the texts starts. */
function findBefore(texts: readonly string[], cue: RegExp): number | null {
  for (const text of texts) {
    const match = cue.exec(text.slice(-contextLength));
    if (match !== null) return Math.max(0, text.length - contextLength) + match.index;
  }
  return null;
}

function classify({ folded }: Sentence, quantity: Quantity): Found | null {
  const isPlain = !quantity.isPercent && quantity.currency === null;
  // Most numbers are none, and reading the context takes longer.
  if (isPlain && !cues.figureFollows.test(folded.slice(quantity.end, quantity.end + contextLength)))
    return null;
  const context = readContext(folded, quantity);
  if (quantity.isPercent) return claimDiscount(quantity, context) ?? claimShare(quantity, context);
  if (quantity.currency !== null) return claimDiscount(quantity, context) ?? claimPrice(quantity, context);
  return claimFigure(quantity, context);
}

function claimDiscount(quantity: Quantity, context: Context): Found | null {
  const { value, isPercent, currency, hasMinus, isRange } = quantity;
  if (value === 0 || (isPercent && value >= 100) || quantity.isMultiplied) return null;
  const { after, before, start } = context;
  const follows = cues.discountFollows.exec(after);
  const everything = isPercent ? cues.percentOfEverything.exec(after) : null;
  const precedes = findBefore(before, cues.discountPrecedes);
  const isOther = cues.reducesNoPrice.test(after) || cues.changeFollows.test(after);
  if (follows === null && (isOther || (!hasMinus && everything === null && precedes === null))) return null;
  const isUpTo = context.bound === 'upTo' || isRange;
  const unit = isPercent ? '%' : null;
  const name = isUpTo ? 'discount up-to' : 'discount';
  return {
    kind: 'discount',
    key: `${name} ${value} ${unit ?? currency}`,
    subject: `${name} ${unit ?? currency}`,
    value,
    unit,
    currency,
    bound: isUpTo ? 'upTo' : null,
    start: precedes ?? start,
    end: quantity.end + (follows?.[0].length ?? 0),
  };
}

function claimPrice(quantity: Quantity, context: Context): Found | null {
  const { value, currency, isRange } = quantity;
  const { before, after } = context;
  const isCondition = context.bound === 'over' || context.bound === 'upTo' || quantity.hasPlus;
  if (value === 0 || quantity.isMultiplied || isCondition) return null;
  if (cues.noPriceBefore.test(before[0] ?? '') || cues.noPriceAfter.test(after)) return null;
  if (isRange || findBefore(before, cues.oldPriceBefore) !== null) return null;
  if (context.bound === 'from' && findBefore(before, cues.thresholdBefore) !== null) return null;
  const per = cues.perUnitFollows.exec(after);
  const unit = nameOf(per);
  const name = context.bound === 'from' ? 'price from' : 'price';
  return {
    kind: 'price',
    key: [name, value, currency, unit ?? ''].join(' ').trim(),
    subject: `${name} ${currency}`,
    value,
    unit,
    currency,
    bound: context.bound,
    start: context.start,
    end: quantity.end + (per?.[0].length ?? 0),
  };
}

/** The name of the group that matched. */
function nameOf(match: RegExpExecArray | null): string | null {
  const groups = Object.entries(match?.groups ?? {});
  return groups.find(([, text]) => text !== undefined)?.[0] ?? null;
}

/** Percentages other than discounts. */
function claimShare(quantity: Quantity, context: Context): Found | null {
  if (quantity.hasMinus || quantity.value > 1000) return null;
  const share = cues.shareFollows.exec(context.after);
  const name = nameOf(share);
  if (share !== null && name !== null)
    return figure(quantity, context, `share ${name}`, '%', share[0].length);
  const change = cues.changeFollows.exec(context.after);
  if (change !== null) return figure(quantity, context, describeChange(change), '%', change[0].length);
  const effect = cues.effectPrecedes.exec(context.folded.slice(0, quantity.start));
  if (effect === null) return null;
  const found = figure(quantity, context, `effect ${effect[0].trim()}`, '%', 0);
  return { ...found, start: effect.index };
}

function describeChange({ groups }: RegExpExecArray): string {
  const word = groups?.['up'] ?? groups?.['down'] ?? '';
  return `change ${word} ${groups?.['what'] ?? ''}`.trim();
}

function figure(
  { value, start, end, hasPlus }: Quantity,
  context: Context,
  what: string,
  unit: string | null,
  length: number,
): Found {
  const bound = context.bound ?? (hasPlus ? 'over' : null);
  const name = bound === 'upTo' ? 'figure up-to' : 'figure';
  return {
    kind: 'figure',
    key: `${name} ${value} ${what}`,
    subject: `${name} ${what}`,
    value,
    unit,
    currency: null,
    bound,
    start: context.bound === null ? start : context.start,
    end: end + length,
  };
}

/** Fewer are more often a size than a claim. */
const minCounted = 100;
const minCountries = 10;
const maxYears = 300;

function claimFigure(quantity: Quantity, context: Context): Found | null {
  if (quantity.hasMinus) return null;
  return (
    claimRating(quantity, context) ??
    claimTimes(quantity, context) ??
    claimCount(quantity, context) ??
    claimTrust(quantity, context) ??
    claimDuration(quantity, context)
  );
}

function claimRating(quantity: Quantity, context: Context): Found | null {
  const { value, isDecimal } = quantity;
  const outOfTen = cues.outOfTenFollows.exec(context.after);
  if (outOfTen !== null && value >= 5 && value < 10) {
    const who = outOfTen.groups?.['who'] ?? outOfTen.groups?.['whose'] ?? '';
    return figure(quantity, context, `of ten ${who}`.trim(), 'of 10', outOfTen[0].length);
  }
  if (value > 5 || value < 3) return null;
  const rating = cues.ratingFollows.exec(context.after);
  const rated = isDecimal ? cues.ratedFollows.exec(context.after) : null;
  if (rated !== null && findBefore(context.before, cues.ratedPrecedes) !== null)
    return figure(quantity, context, 'rating', 'of 5', rated[0].length);
  if (rating === null) return null;
  const isStars = !/\d|five|funf|cinq/.test(rating[0]);
  if (isStars && !isDecimal) return null;
  return figure(quantity, context, 'rating', 'of 5', rating[0].length);
}

function claimTimes(quantity: Quantity, context: Context): Found | null {
  const times = cues.timesFollows.exec(context.after);
  if (times === null || quantity.value < 2) return null;
  const change = cues.changeFollows.exec(context.after.slice(times[0].length));
  if (change === null) return null;
  const what = describeChange(change).replace('change', 'times');
  return figure(quantity, context, what, 'times', times[0].length + change[0].length);
}

function claimCount(quantity: Quantity, context: Context): Found | null {
  const { value, isDecimal, isMultiplied } = quantity;
  const experience = cues.experienceFollows.exec(context.after);
  if (experience !== null && value <= maxYears) {
    return figure(quantity, context, 'years of experience', 'year', experience[0].length);
  }
  const counted = cues.countedFollows.exec(context.after);
  const noun = nameOf(counted);
  if (counted === null || noun === null || (isDecimal && !isMultiplied)) return null;
  return value < (noun === 'countries' ? minCountries : minCounted)
    ? null
    : figure(quantity, context, noun, noun, counted[0].length);
}

/** People or firms of any kind, which no unit names. */
function claimTrust(quantity: Quantity, context: Context): Found | null {
  const { value, isDecimal, isMultiplied } = quantity;
  if (value < minCounted || (isDecimal && !isMultiplied)) return null;
  const written = context.folded.slice(0, quantity.end);
  if (cues.endsWithYear.test(written) || cues.measureFollows.test(context.after)) return null;
  const follows = cues.trustFollows.exec(context.after);
  // Words such as the Italian "da" are a part of the cue, and not a bound.
  const before = [...context.before, written.slice(0, quantity.start).trimEnd()];
  const isTrusted = findBefore(before, cues.trustPrecedes) !== null;
  const counted = follows ?? (isTrusted ? cues.anyNounFollows.exec(context.after) : null);
  if (counted === null) return null;
  return figure(quantity, context, `of ${counted.groups?.['noun'] ?? ''}`, null, counted[0].length);
}

/** The time until a result: `in just 7 days`. */
function claimDuration(quantity: Quantity, context: Context): Found | null {
  const time = cues.timeFollows.exec(context.after);
  const unit = nameOf(time);
  if (time === null || unit === null || quantity.value === 0) return null;
  const before = context.folded.slice(Math.max(0, quantity.start - contextLength), quantity.start);
  const within = cues.withinPrecedes.exec(before);
  if (within === null || cues.deadlines.test(context.folded)) return null;
  if (!cues.isEmphatic.test(before) && !cues.results.test(context.folded)) return null;
  const found = figure(quantity, context, `within ${unit}`, unit, time[0].length);
  return { ...found, bound: null, start: quantity.start - within[0].length };
}

/** How far from the words of a guarantee its length may be. */
const lengthDistance = 32;

function claimGuarantee(
  { folded }: Sentence,
  guarantee: FoundGuarantee,
  quantities: readonly Quantity[],
): Found[] {
  const { type, start, end, needsLength } = guarantee;
  const length = findLength(folded, guarantee, quantities);
  if (length === null && needsLength) return [];
  const subject = `guarantee ${type}`;
  const span = { start: Math.min(start, length?.start ?? start), end: Math.max(end, length?.end ?? end) };
  if (length === null) return [{ kind: 'guarantee', key: subject, subject: null, ...noValue, ...span }];
  const { value, unit } = length;
  const key = `${subject} ${normalizeLength(value, unit)}`;
  return [{ kind: 'guarantee', key, subject, value, unit, currency: null, bound: null, ...span }];
}

interface Length {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  readonly unit: string;
}

/** The nearest length of time. */
function findLength(
  folded: string,
  { start, end }: FoundGuarantee,
  quantities: readonly Quantity[],
): Length | null {
  let nearest: (Length & { distance: number }) | null = null;
  for (const quantity of quantities) {
    if (quantity.isPercent || quantity.currency !== null || quantity.value === 0) continue;
    const time = cues.timeFollows.exec(folded.slice(quantity.end, quantity.end + contextLength));
    const unit = nameOf(time);
    if (time === null || unit === null) continue;
    const [from, to] = [quantity.start, quantity.end + time[0].length];
    const distance = Math.max(start - to, from - end, 0);
    if (distance > lengthDistance || (nearest !== null && nearest.distance <= distance)) continue;
    nearest = { start: from, end: to, value: quantity.value, unit, distance };
  }
  return nearest;
}

/** 24 months are two years, and two weeks are 14 days. */
function normalizeLength(value: number, unit: string): string {
  if (unit === 'year') return `${value * 12} month`;
  return unit === 'week' ? `${value * 7} day` : `${value} ${unit}`;
}
