import type { Parameters } from '../kernel/clickhouse/clickhouse.ts';
import type { Misspelt, Part, Sought } from './sought.ts';

/** How well a name fits what was typed: the smaller the number, the better. From which one on it fits in which way. */
export const closeness = {
  sameName: 0,
  sameWords: 1,
  domain: 2,
  prefix: 3,
  words: 4,
  misspelt: 5,
  notFound: 100,
} as const;

/** Expressions over the columns of `advertisers`, and the values in them. */
export interface Closeness {
  /** True of every name that fits and of few others, and quickly told. */
  readonly mayFit: string;
  /** How well it fits. */
  readonly expression: string;
  readonly parameters: Parameters;
}

/** Names as they are spelt. */
export function speltCloseness(sought: Sought): Closeness {
  return {
    mayFit: [...named(sought), hasPairs('pairs'), hasPairs('partPairs')].join(' OR '),
    expression: closest(sought, String(closeness.notFound)),
    parameters: valuesOf(sought),
  };
}

/** The same, and behind them names that have mistakes: the fewer, the better. */
export function misspeltCloseness(sought: Sought): Closeness {
  const { misspelt, parts } = sought;
  if (misspelt === null) return speltCloseness(sought);
  const wordForWord = parts.map(mistakesInPart).join(' + ');
  const mistakes = `least(${few(mistakesIn('name_letters', 'all'), misspelt)}, ${wordForWord})`;
  return {
    mayFit: [...named(sought), mayHave(misspelt, 'all'), `(${parts.map(mayHavePart).join(' AND ')})`].join(
      ' OR ',
    ),
    expression: closest(sought, `${closeness.misspelt} + ${mistakes}`),
    parameters: valuesOf(sought),
  };
}

function named({ domains }: Sought): string[] {
  return domains.length === 0 ? [hasName] : [hasName, hasDomain];
}

const hasName = 'advertiser_id = {advertiserId:UInt64}';
const hasDomain =
  'advertiser_id GLOBAL IN (SELECT advertiser_id FROM advertiser_totals FINAL WHERE hasAny(domains, {domains:Array(String)}))';

const hasPairs = (pairs: string): string => `bitAnd(name_pairs, {${pairs}:UInt256}) = {${pairs}:UInt256}`;

function closest({ letters, domains }: Sought, otherwise: string): string {
  const ways: (readonly [condition: string, number: number])[] = [[hasName, closeness.sameName]];
  if (letters !== '') ways.push(['name_words = {words:String}', closeness.sameWords]);
  if (domains.length > 0) ways.push([hasDomain, closeness.domain]);
  if (letters !== '') {
    ways.push(['startsWith(name_letters, {letters:String})', closeness.prefix]);
    ways.push([hasBeginnings, closeness.words]);
  }
  return `multiIf(${ways.flat().join(', ')}, ${otherwise})`;
}

const hasBeginnings = 'NOT has(multiSearchAllPositions(name_words, {beginnings:Array(String)}), 0)';

function mayHave({ missingPairs }: Misspelt, name: string): string {
  return `bitCount(bitAnd({${name}Pairs:UInt256}, bitNot(name_pairs))) <= ${missingPairs}`;
}

function mayHavePart({ misspelt }: Part, at: number): string {
  return misspelt === null ? hasPairs(`part${at}Pairs`) : mayHave(misspelt, `part${at}`);
}

/** None where a word of the name begins like this one; else those of the word that is most like it. */
function mistakesInPart({ misspelt }: Part, at: number): string {
  const begins = `position(name_words, {beginnings:Array(String)}[${at + 1}]) > 0`;
  if (misspelt === null) return `if(${begins}, 0, ${closeness.notFound})`;
  const fewest = `arrayMin(word -> ${mistakesIn('word', `part${at}`)}, splitByChar(' ', name_words))`;
  return few(`if(${begins}, 0, ${fewest})`, misspelt);
}

/** Letters that are missing, too many or wrong; neighbours that have changed places are one mistake. */
function mistakesIn(word: string, name: string): string {
  return `if(has({${name}Swaps:Array(String)}, ${word}), 1, editDistanceUTF8(${word}, {${name}:String}))`;
}

function few(mistakes: string, { mistakes: most }: Misspelt): string {
  return `transform(${mistakes}, range(${most + 1}), range(${most + 1}), ${closeness.notFound})`;
}

function valuesOf(sought: Sought): Parameters {
  const { advertiserId, words, letters, pairs, parts, domains, misspelt } = sought;
  const values: Record<string, unknown> = {
    advertiserId,
    words,
    letters,
    pairs,
    partPairs: parts.reduce((all, part) => all | part.pairs, 0n),
    beginnings: parts.map(({ beginning }) => beginning),
    domains,
    ...valuesOfMisspelt('all', misspelt),
  };
  for (const [at, part] of parts.entries()) {
    Object.assign(values, { [`part${at}Pairs`]: part.pairs }, valuesOfMisspelt(`part${at}`, part.misspelt));
  }
  return values;
}

function valuesOfMisspelt(name: string, misspelt: Misspelt | null): Parameters {
  if (misspelt === null) return {};
  const { word, swaps, pairs } = misspelt;
  return { [name]: word, [`${name}Swaps`]: swaps, [`${name}Pairs`]: pairs };
}
