import { grouped, type Grammar } from './grammar.ts';
import english from './languages/english.json' with { type: 'json' };
import french from './languages/french.json' with { type: 'json' };
import german from './languages/german.json' with { type: 'json' };
import japanese from './languages/japanese.json' with { type: 'json' };
import korean from './languages/korean.json' with { type: 'json' };
import portuguese from './languages/portuguese.json' with { type: 'json' };
import spanish from './languages/spanish.json' with { type: 'json' };
import type { NameStyle } from './names.ts';

/** The home market of an advertiser. */
export interface Market {
  readonly country: string;
  readonly language: string;
  readonly grammar: Grammar;
  /** Other countries that its ads reach. */
  readonly abroad: readonly string[];
  /** In the European Union, libraries disclose demographics. */
  readonly inUnion: boolean;
  readonly names: NameStyle;
  /** Formats a price given in dollars. */
  price(dollars: number): string;
}

const euro = (dollars: number): string => `${Math.round(dollars)} €`;
const asia = (dollars: number, rate: number): string =>
  grouped(Math.max(1, Math.round((dollars * rate) / 1000)) * 1000 - 20, ',');

const unitedStates: Market = {
  country: 'US',
  language: 'en',
  grammar: english,
  abroad: ['CA', 'GB', 'AU'],
  inUnion: false,
  names: 'plain',
  price: (dollars) => `$${Math.round(dollars)}`,
};
const britain: Market = {
  ...unitedStates,
  country: 'GB',
  abroad: ['IE', 'US', 'AU'],
  price: (dollars) => `£${Math.round(dollars * 0.8)}`,
};
const canada: Market = { ...unitedStates, country: 'CA', abroad: ['US'] };
const australia: Market = { ...unitedStates, country: 'AU', abroad: ['NZ', 'SG'] };
const germany: Market = {
  country: 'DE',
  language: 'de',
  grammar: german,
  abroad: ['AT', 'CH', 'NL'],
  inUnion: true,
  names: 'umlauts',
  price: euro,
};
const austria: Market = { ...germany, country: 'AT', abroad: ['DE', 'CH'] };
const france: Market = {
  country: 'FR',
  language: 'fr',
  grammar: french,
  abroad: ['BE', 'LU', 'CH'],
  inUnion: true,
  names: 'accents',
  price: euro,
};
const spain: Market = {
  country: 'ES',
  language: 'es',
  grammar: spanish,
  abroad: ['PT', 'MX'],
  inUnion: true,
  names: 'accents',
  price: euro,
};
const mexico: Market = {
  ...spain,
  country: 'MX',
  abroad: ['CO', 'CL', 'AR'],
  inUnion: false,
  price: (dollars) => `$${Math.round(dollars * 17)}`,
};
const brazil: Market = {
  country: 'BR',
  language: 'pt',
  grammar: portuguese,
  abroad: ['PT'],
  inUnion: false,
  names: 'accents',
  price: (dollars) => `R$ ${Math.round(dollars * 5)}`,
};
const japan: Market = {
  country: 'JP',
  language: 'ja',
  grammar: japanese,
  abroad: ['TW'],
  inUnion: false,
  names: 'katakana',
  price: (dollars) => `${asia(dollars, 150)}円`,
};
const korea: Market = {
  country: 'KR',
  language: 'ko',
  grammar: korean,
  abroad: ['US', 'JP'],
  inUnion: false,
  names: 'hangul',
  price: (dollars) => `${asia(dollars, 1350)}원`,
};

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
