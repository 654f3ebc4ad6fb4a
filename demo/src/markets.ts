import { groupDigits } from './grammar.ts';
import english from './languages/english.json' with { type: 'json' };
import french from './languages/french.json' with { type: 'json' };
import german from './languages/german.json' with { type: 'json' };
import japanese from './languages/japanese.json' with { type: 'json' };
import korean from './languages/korean.json' with { type: 'json' };
import portuguese from './languages/portuguese.json' with { type: 'json' };
import spanish from './languages/spanish.json' with { type: 'json' };
import type { NameStyle } from './names.ts';

/** The words and sentence templates of one language; `{Product}` in a template is `{product}` capitalised. */
export type Grammar = typeof english;

export interface Market {
  readonly country: string;
  readonly language: string;
  readonly grammar: Grammar;
  readonly abroad: readonly string[];
  /** In the European Union, libraries disclose demographics. */
  readonly inUnion: boolean;
  readonly names: NameStyle;
  price(dollars: number): string;
}

const euro = (dollars: number): string => `${Math.round(dollars)} €`;
const asia = (dollars: number, rate: number): string =>
  groupDigits(Math.max(1, Math.round((dollars * rate) / 1000)) * 1000 - 20, ',');

const inEnglish = { language: 'en', grammar: english, names: 'plain' } as const;
const inGerman = { language: 'de', grammar: german, names: 'umlauts' } as const;
const inFrench = { language: 'fr', grammar: french, names: 'accents' } as const;
const inSpanish = { language: 'es', grammar: spanish, names: 'accents' } as const;
const inPortuguese = { language: 'pt', grammar: portuguese, names: 'accents' } as const;
const inJapanese = { language: 'ja', grammar: japanese, names: 'katakana' } as const;
const inKorean = { language: 'ko', grammar: korean, names: 'hangul' } as const;

const dollar = (dollars: number): string => `$${Math.round(dollars)}`;
const pound = (dollars: number): string => `£${Math.round(dollars * 0.8)}`;
const peso = (dollars: number): string => `$${Math.round(dollars * 17)}`;
const real = (dollars: number): string => `R$ ${Math.round(dollars * 5)}`;
const yen = (dollars: number): string => `${asia(dollars, 150)}円`;
const won = (dollars: number): string => `${asia(dollars, 1350)}원`;

/** Of these countries, those with the euro are in the European Union. */
const market = (
  country: string,
  spoken: Pick<Market, 'language' | 'grammar' | 'names'>,
  price: Market['price'],
  abroad: readonly string[],
): Market => ({ country, ...spoken, price, abroad, inUnion: price === euro });

const unitedStates = market('US', inEnglish, dollar, ['CA', 'GB', 'AU']);
const britain = market('GB', inEnglish, pound, ['IE', 'US', 'AU']);
const canada = market('CA', inEnglish, dollar, ['US']);
const australia = market('AU', inEnglish, dollar, ['NZ', 'SG']);
const germany = market('DE', inGerman, euro, ['AT', 'CH', 'NL']);
const austria = market('AT', inGerman, euro, ['DE', 'CH']);
const france = market('FR', inFrench, euro, ['BE', 'LU', 'CH']);
const spain = market('ES', inSpanish, euro, ['PT', 'MX']);
const mexico = market('MX', inSpanish, peso, ['CO', 'CL', 'AR']);
const brazil = market('BR', inPortuguese, real, ['PT']);
const japan = market('JP', inJapanese, yen, ['TW']);
const korea = market('KR', inKorean, won, ['US', 'JP']);

const americas = [unitedStates, brazil, canada, unitedStates, mexico, brazil, unitedStates];
const europe = [germany, france, britain, germany, spain, france, austria, germany, britain];
const pacific = [japan, korea, australia, japan, korea];

/** Each two dozen advertisers use every entry once, so that all countries occur. */
export const marketDeck: readonly Market[] = [
  ...americas,
  ...europe,
  ...pacific,
  unitedStates,
  unitedStates,
  unitedStates,
];
