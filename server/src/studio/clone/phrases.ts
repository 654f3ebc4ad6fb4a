import { foldedWords } from '../text.ts';
import phraseRows from './phrases.json' with { type: 'json' };

/** The action of a button. */
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

export const phrasesOf: ReadonlyMap<string, Phrases> = new Map(Object.entries<Phrases>(phraseRows));

const actionOfText: ReadonlyMap<string, Action> = new Map(
  [...phrasesOf.values()].flatMap(({ buttons }) =>
    (Object.keys(buttons) as Action[]).flatMap((action) =>
      buttons[action].map((text) => [foldedWords(text), action] as const),
    ),
  ),
);

/** Button types as the platforms name them. */
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

const actionOfType: ReadonlyMap<string, Action> = new Map(
  (Object.keys(buttonTypes) as (keyof typeof buttonTypes)[]).flatMap((action) =>
    buttonTypes[action].split(' ').map((type) => [type, action] as const),
  ),
);

/** The action of an ad's button, if its text or type is a common one. */
export function actionOf(button: { ctaText: string | null; ctaType: string | null }): Action | null {
  const { ctaText, ctaType } = button;
  return actionOfText.get(foldedWords(ctaText ?? '')) ?? actionOfType.get(ctaType ?? '') ?? null;
}
