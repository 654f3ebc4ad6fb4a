import type { Ad, CloneProduct } from '@magpie/contract';
import { folded } from '../text.ts';
import { domainOf, forbiddenNames, type Names } from './names.ts';
import { actionOf } from './phrases.ts';
import { sentencesOf } from './sentences.ts';
import { versionsOf } from './structure.ts';

/** Whether lines for a product have no names and no wording of an ad, and no figures and addresses but the product's. */
export function isOurs(
  lines: readonly string[],
  { ad, names, product, facts }: { ad: Ad; names: Names; product: CloneProduct; facts: readonly string[] },
): boolean {
  const [said, known] = [wordsOf(lines.join('\n')), wordsOf(facts.join('\n'))];
  const isForeign = (phrase: string): boolean => said.includes(phrase) && !known.includes(phrase);
  if (forbiddenNames(names).some((name) => isForeign(wordsOf(name)))) return false;
  const figures = new Set(figuresIn(known));
  if (figuresIn(said).some((figure) => !figures.has(figure))) return false;
  if (addressesIn(lines).some((address) => !isOfProduct(address, product, facts))) return false;
  return !takesSentence(lines, ad, known) && !versionsOf(ad).some((text) => sharesRun(said, text, known));
}

/** In the digits of any script. */
function figuresIn(text: string): string[] {
  return text.match(/\p{N}+/gu) ?? [];
}

const address =
  /https?:|@[\p{L}\p{N}_.]{2,63}|[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,5}\.\p{L}[\p{L}\p{N}-]{1,62}/gu;

/** Whatever a browser or a platform may take for one. */
function addressesIn(texts: readonly string[]): string[] {
  return texts.flatMap((text) => folded(text).match(address) ?? []);
}

function isOfProduct(found: string, { url }: CloneProduct, facts: readonly string[]): boolean {
  const own = domainOf(url ?? '');
  return (own !== null && domainOf(found) === own) || addressesIn(facts).includes(found);
}

/** Fewer words in a row are anybody's, unless they are a whole sentence. */
const tellingWords = 3;

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
      (sentence.trim().split(' ').length >= tellingWords && said.some((line) => line.includes(sentence))),
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
