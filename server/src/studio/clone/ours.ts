import type { Ad, CloneProduct } from '@magpie/contract';
import { folded } from '../text.ts';
import { domainOf, forbiddenNames, type Names, tellingWords } from './names.ts';
import { actionOf } from './phrases.ts';
import { sentencesOf } from './sentences.ts';
import { versionsOf } from './structure.ts';

/** Whether lines for a product have no names and no wording of an ad, and no figures and addresses but the product's. */
export function isOurs(
  lines: readonly string[],
  { ad, names, product, facts }: { ad: Ad; names: Names; product: CloneProduct; facts: readonly string[] },
): boolean {
  const [said, known] = [wordsOf(lines.join('\n')), wordsOf(facts.join('\n'))];
  if (saysName(said, known, { ad, names })) return false;
  const figures = new Set(figuresIn(known));
  if (figuresIn(said).some((figure) => !figures.has(figure))) return false;
  if (addressesIn(lines).some((address) => !isOfProduct(address, product, facts))) return false;
  return !takesSentence(lines, ad, known) && !versionsOf(ad).some((text) => sharesRun(said, text, known));
}

/** Whole or in part, but for words that are ordinary ones in the facts or in the ad. */
function saysName(said: string, known: string, { ad, names }: { ad: Ad; names: Names }): boolean {
  const [saying, knowing] = [said, known].map((text) => text.trim().split(' ')) as [string[], string[]];
  const isForeign = (name: string): boolean => {
    const letters = wordsOf(name).replaceAll(' ', '');
    return hasRun(saying, letters) && !hasRun(knowing, letters);
  };
  if (forbiddenNames(names).some(isForeign)) return true;
  const ordinary = new Set(
    versionsOf(ad)
      .flatMap((text) => text.match(ordinaryWord) ?? [])
      .map(folded),
  );
  return tellingWords(names).some((word) => !ordinary.has(word) && isForeign(word));
}

/** Written small, and in no address. */
const ordinaryWord = /(?<!\S)\p{Ll}[\p{L}\p{M}]*(?=[.,;:!?…)]{0,3}(?:\s|$))/gu;

/** Whether whole words in a row have these letters, wherever spaces stand between them. */
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

/** In the digits of any script. */
function figuresIn(text: string): string[] {
  return text.match(/\p{N}+/gu) ?? [];
}

const address =
  /https?:|@[\p{L}\p{N}_.]{2,63}|[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,5}\.\p{L}[\p{L}\p{N}-]{1,62}/gu;

/** What is read as the dot of an address: the full stop of Chinese and Japanese, and one in brackets. */
const dot = /(?<=[\p{L}\p{N}])(?:。(?=[a-z]{2})|\s?[[({]\s?(?:\.|dot)\s?[\])}]\s?)/gu;

/** Whatever a browser, a platform or a person may take for one. */
function addressesIn(texts: readonly string[]): string[] {
  return texts.flatMap((text) => folded(text).replaceAll(dot, '.').match(address) ?? []);
}

function isOfProduct(found: string, { url }: CloneProduct, facts: readonly string[]): boolean {
  const own = domainOf(url ?? '');
  return (own !== null && domainOf(found) === own) || addressesIn(facts).includes(found);
}

/** Fewer words in a row are anybody's, unless they are a whole sentence. */
const fewestWords = 3;

/** Whether a whole sentence of an ad is said again, however short; what stands on buttons everywhere may be. */
function takesSentence(lines: readonly string[], ad: Ad, known: string): boolean {
  const texts = [...versionsOf(ad), ad.ctaText ?? ''];
  const cut = texts.flatMap((text) => sentencesOf(text, ad.language)).map(({ text }) => text);
  const sentences = [...texts, ...cut]
    .filter((text) => actionOf({ ctaText: text, ctaType: null }) === null)
    .map(wordsOf)
    .filter((sentence) => sentence.trim() !== '' && !known.includes(sentence));
  const clauses = new Set(lines.flatMap((line) => [line, ...line.split(pause)]).map(wordsOf));
  const said = lines.map(wordsOf);
  return sentences.some(
    (sentence) =>
      clauses.has(sentence) ||
      (sentence.trim().split(' ').length >= fewestWords && said.some((line) => line.includes(sentence))),
  );
}

const pause = /[.!?…。！？،؟,、;:|()“”„«»「」"–—]|\s-\s/u;

const longestRun = 5;

/** Whether so many words stand in a row in both, and not in what is known of the product. */
function sharesRun(said: string, text: string, known: string): boolean {
  const [all, other] = [said.trim().split(' '), wordsOf(text)];
  return all.some((_, index) => {
    const run = all.slice(index, index + longestRun);
    const phrase = ` ${run.join(' ')} `;
    return run.length === longestRun && other.includes(phrase) && !known.includes(phrase);
  });
}

/** Folded, with one space around each word; characters of scripts without spaces are words of their own. */
function wordsOf(text: string): string {
  const found = folded(text).match(
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}\p{M}]+/gu,
  );
  return ` ${(found ?? []).join(' ')} `;
}
