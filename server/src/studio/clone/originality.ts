import type { Ad, CloneProduct } from '@magpie/contract';
import { foldText } from '../text.ts';
import { findDomain, forbiddenNames, type Names, distinctiveWords } from './names.ts';
import { detectAction } from './phrases.ts';
import { splitSentences, listVersions } from './structure.ts';

/** Whether copy uses no names or wording of the ad, and only figures and URLs of the product. */
export function isOriginal(
  lines: readonly string[],
  { ad, names, product, facts }: { ad: Ad; names: Names; product: CloneProduct; facts: readonly string[] },
): boolean {
  const [said, known] = [normalizeWords(lines.join('\n')), normalizeWords(facts.join('\n'))];
  if (mentionsName(said, known, { ad, names })) return false;
  const figures = new Set(figuresIn(known));
  if (figuresIn(said).some((figure) => !figures.has(figure))) return false;
  if (addressesIn(lines).some((address) => !belongsToProduct(address, product, facts))) return false;
  return !repeatsSentence(lines, ad, known) && !listVersions(ad).some((text) => sharesRun(said, text, known));
}

/** Whole names or parts, except words that the facts or the ad use as ordinary words. */
function mentionsName(said: string, known: string, { ad, names }: { ad: Ad; names: Names }): boolean {
  const [saying, knowing] = [said, known].map((text) => text.trim().split(' ')) as [string[], string[]];
  const isForeign = (name: string): boolean => {
    const letters = normalizeWords(name).replaceAll(' ', '');
    return hasRun(saying, letters) && !hasRun(knowing, letters);
  };
  if (forbiddenNames(names).some(isForeign)) return true;
  const ordinary = new Set(
    listVersions(ad)
      .flatMap((text) => text.match(ordinaryWord) ?? [])
      .map(foldText),
  );
  return distinctiveWords(names).some((word) => !ordinary.has(word) && isForeign(word));
}

/** Lower case, and not part of a URL. */
const ordinaryWord = /(?<!\S)\p{Ll}[\p{L}\p{M}]*(?=[.,;:!?…)]{0,3}(?:\s|$))/gu;

/** Whether consecutive whole words spell these letters, ignoring spaces. */
function hasRun(words: readonly string[], letters: string): boolean {
  return words.some((_, index) => {
    let rest = letters;
    for (let next = index; rest !== '' && next < words.length; next += 1) {
      const word = words[next] ?? '';
      if (word === '' || !rest.startsWith(word)) return false;
      rest = rest.slice(word.length);
    }
    return rest === '' && letters !== '';
  });
}

function figuresIn(text: string): string[] {
  return text.match(/\p{N}+/gu) ?? [];
}

const address =
  /https?:|@[\p{L}\p{N}_.]{2,63}|[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,5}\.\p{L}[\p{L}\p{N}-]{1,62}/gu;

/** Disguised dots: the ideographic full stop, and `[.]` or `(dot)`. */
const dot = /(?<=[\p{L}\p{N}])(?:。(?=[a-z]{2})|\s?[[({]\s?(?:\.|dot)\s?[\])}]\s?)/gu;

function addressesIn(texts: readonly string[]): string[] {
  return texts.flatMap((text) => foldText(text).replaceAll(dot, '.').match(address) ?? []);
}

function belongsToProduct(found: string, { url }: CloneProduct, facts: readonly string[]): boolean {
  const own = findDomain(url ?? '');
  return (own !== null && findDomain(found) === own) || addressesIn(facts).includes(found);
}

/** Shorter sentences count only if they are a whole clause. */
const minSentenceWords = 3;

function repeatsSentence(lines: readonly string[], ad: Ad, known: string): boolean {
  const texts = [...listVersions(ad), ad.ctaText ?? ''];
  const cut = texts.flatMap((text) => splitSentences(text, ad.language)).map(({ text }) => text);
  const sentences = [...texts, ...cut]
    .filter((text) => detectAction({ ctaText: text, ctaType: null }) === null)
    .map(normalizeWords)
    .filter((sentence) => sentence.trim() !== '' && !known.includes(sentence));
  const clauses = new Set(lines.flatMap((line) => [line, ...line.split(clauseBreak)]).map(normalizeWords));
  const said = lines.map(normalizeWords);
  return sentences.some(
    (sentence) =>
      clauses.has(sentence) ||
      (sentence.trim().split(' ').length >= minSentenceWords && said.some((line) => line.includes(sentence))),
  );
}

const clauseBreak = /[.!?…。！？،؟,、;:|()“”„«»「」"–—]|\s-\s/u;

const sharedRunLength = 5;

function sharesRun(said: string, text: string, known: string): boolean {
  const [all, other] = [said.trim().split(' '), normalizeWords(text)];
  return all.some((_, index) => {
    const run = all.slice(index, index + sharedRunLength);
    const phrase = ` ${run.join(' ')} `;
    return run.length === sharedRunLength && other.includes(phrase) && !known.includes(phrase);
  });
}

/** Folded, with one space around each word; characters of scripts without spaces are words of their own. */
function normalizeWords(text: string): string {
  const found = foldText(text).match(
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}\p{M}]+/gu,
  );
  return ` ${(found ?? []).join(' ')} `;
}
