import type { CloneProduct } from '@magpie/contract';
import { folded } from '../text.ts';
import { phrasesOf } from './phrases.ts';

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, 'ja'],
  [/\p{sc=Hangul}/u, 'ko'],
  [/\p{sc=Han}/u, 'zh'],
  [/\p{sc=Arabic}/u, 'ar'],
  [/\p{sc=Cyrillic}/u, 'ru'],
  [/\p{sc=Thai}/u, 'th'],
  [/\p{sc=Hebrew}/u, 'he'],
  [/\p{sc=Devanagari}/u, 'hi'],
];

/** Words that are frequent in one of these languages and rare in the others. */
const frequent: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: 'the and with of for your you our is are that from it this in to every',
    de: 'der die das und mit fur ist nicht ein eine von im dem den auf jeden zum aus wir',
    fr: 'le les des et avec pour est une du dans vous votre sur au aux sans chaque qui',
    es: 'el los las y con para es una del en tu por sin que mas cada su',
    pt: 'o os e com para uma do da em voce seu sua por sem que mais cada nao dos',
    it: 'il gli e con per una del della di che senza ogni nel piu tuo alla dei',
    nl: 'het een en met voor van is niet de in je op zonder elke dat naar uit',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** Fewer matches are no evidence. */
const minWords = 2;

/**
 * The language of the product's texts, else of the ad, else English. Detected by script, or by frequent words for Latin
 * script.
 */
export function languageFor(product: CloneProduct | null, adLanguage: string | null): string {
  const texts = product === null ? [] : [product.name, product.description ?? '', ...product.sellingPoints];
  const text = texts.join(' ').slice(0, 2000);
  const script = scripts.find(([letters]) => letters.test(text))?.[1];
  const ofAd = adLanguage !== null && phrasesOf.has(adLanguage) ? adLanguage : null;
  if (script !== undefined) return script;
  const isLatin = text === '' || ofAd === null || !scripts.some(([, language]) => language === ofAd);
  return byFrequentWords(text) ?? (isLatin ? (ofAd ?? 'en') : 'en');
}

function byFrequentWords(text: string): string | null {
  const words = folded(text).match(/\p{L}+/gu) ?? [];
  const counts = Object.entries(frequent).map(
    ([language, known]) => [language, words.filter((word) => known.has(word)).length] as const,
  );
  const [[language, most], [, next]] = counts.toSorted(([, one], [, other]) => other - one) as [
    readonly [string, number],
    readonly [string, number],
  ];
  return most >= minWords && most > next ? language : null;
}
