import type { CloneProduct } from '@magpie/contract';
import { foldText, foldWords } from '../text.ts';
import phraseRows from './phrases.json' with { type: 'json' };

type Action = keyof (typeof phraseRows)['en']['buttons'];

/** Phrases for product copy in one language. `{name}` and `{count}` are placeholders. */
export interface Phrases {
  readonly question: string;
  readonly news: string;
  readonly reasons: string;
  /** Common button texts, which are free to use; the first of each is used in copy. */
  readonly buttons: Readonly<Record<Action, readonly string[]>>;
}

export const english: Phrases = phraseRows.en;

export const phrasesByLanguage: ReadonlyMap<string, Phrases> = new Map(Object.entries<Phrases>(phraseRows));

const actionsByText: ReadonlyMap<string, Action> = new Map(
  [...phrasesByLanguage.values()].flatMap(({ buttons }) =>
    (Object.keys(buttons) as Action[]).flatMap((action) =>
      buttons[action].map((text) => [foldWords(text), action] as const),
    ),
  ),
);

const buttonTypes = {
  shop: 'SHOP_NOW BUY_NOW',
  learn: 'LEARN_MORE READ_MORE SEE_MORE WATCH_MORE',
  signUp: 'SIGN_UP REGISTER JOIN GET_STARTED',
  order: 'ORDER_NOW',
  book: 'BOOK_NOW BOOK_TRAVEL',
  download: 'DOWNLOAD DOWNLOAD_NOW INSTALL_NOW INSTALL_MOBILE_APP',
  offer: 'GET_OFFER',
  subscribe: 'SUBSCRIBE',
  contact: 'CONTACT_US MESSAGE_PAGE CALL_NOW',
  apply: 'APPLY_NOW APPLY',
  quote: 'GET_QUOTE',
  try: 'TRY_NOW REQUEST_DEMO',
} as const satisfies Partial<Record<Action, string>>;

const actionsByType: ReadonlyMap<string, Action> = new Map(
  (Object.keys(buttonTypes) as (keyof typeof buttonTypes)[]).flatMap((action) =>
    buttonTypes[action].split(' ').map((type) => [type, action] as const),
  ),
);

export function detectAction(button: { ctaText: string | null; ctaType: string | null }): Action | null {
  const { ctaText, ctaType } = button;
  return actionsByText.get(foldWords(ctaText ?? '')) ?? actionsByType.get(ctaType ?? '') ?? null;
}

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
export function chooseLanguage(product: CloneProduct | null, adLanguage: string | null): string {
  const texts = product === null ? [] : [product.name, product.description ?? '', ...product.sellingPoints];
  const text = texts.join(' ').slice(0, 2000);
  const script = scripts.find(([letters]) => letters.test(text))?.[1];
  const ofAd = adLanguage !== null && phrasesByLanguage.has(adLanguage) ? adLanguage : null;
  if (script !== undefined) return script;
  const isLatin = text === '' || ofAd === null || !scripts.some(([, language]) => language === ofAd);
  return byFrequentWords(text) ?? (isLatin ? (ofAd ?? 'en') : 'en');
}

function byFrequentWords(text: string): string | null {
  const words = foldText(text).match(/\p{L}+/gu) ?? [];
  const counts = Object.entries(frequent).map(
    ([language, known]) => [language, words.filter((word) => known.has(word)).length] as const,
  );
  const [[language, most], [, next]] = counts.toSorted(([, one], [, other]) => other - one) as [
    readonly [string, number],
    readonly [string, number],
  ];
  return most >= minWords && most > next ? language : null;
}
