import columnNames from './columnNames.json' with { type: 'json' };
import { splitBound, splitCurrency } from './measureNames.ts';

interface TableField {
  readonly names: readonly string[];
  /** Generic names that any table may have; they alone do not make a table of ads. */
  readonly vague?: readonly string[];
  /** Further words of a longer name that allow a guess from the contents. */
  readonly hints?: readonly string[];
}

export type FieldName = keyof typeof columnNames.fields;

/**
 * The fields that a column can map to, with their common names, separated by commas. Names are compared without case,
 * accents, separators, plural endings and filler words such as "of the ad".
 */
export const tableFields: Readonly<Record<FieldName, TableField>> = columnNames.fields;

const fillers: ReadonlySet<string> = new Set(
  `ad ads advert adverts advertisement creative snapshot facebook fb meta the of for raw field formatted anzeige anzeigen annonce publicite anuncio annuncio inserzione advertentie
   reklama reklamy reklam ogloszenie ogloszenia dell della dello du des zur zum van het objava объявление объявления реклама de la le les del der die das da do di van`.split(
    /\s+/,
  ),
);

/** Longer texts are not names. */
const maxNameLength = 80;

/** Accents, and the optional vowel marks of Arabic and Hebrew. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u0655]/g;

/** `라이브러리ID` is `라이브러리 ID`. */
const scriptChange =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])(?=[a-z])|(?<=[a-z])(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])/gu;

/** Words in lower case without accents: `adDelivery_startTime` is `ad delivery start time`. */
function nameWords(name: string): string[] {
  const plain = name
    .slice(0, maxNameLength)
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replaceAll(marks, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('đ', 'd');
  // The vowels of Hindi and Thai are marks.
  return plain
    .replaceAll(scriptChange, ' ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !/^\d+$/.test(word));
}

/** Whether a name says nothing: fillers and digits only. */
export function isFiller(name: string): boolean {
  return nameWords(name).every((word) => fillers.has(word));
}

/** `bodies` becomes `body`, `titles` becomes `title`; numbers as in `headline 2` are already removed. */
function singular(word: string): string {
  if (/^[a-z]{3,}ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /^[a-z]{2,}[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Chinese, Japanese and Korean are written with and without spaces. */
const unspaced = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]`;
const innerSpace = new RegExp(`(?<=${unspaced}) (?=${unspaced})`, 'gu');
const isUnspaced = new RegExp(unspaced, 'u');
/** "Ad" at the start of a name without spaces. */
const joinedFiller = new RegExp(`^(?:광고|広告の?|广告|廣告)(?=${unspaced}{2})`, 'u');

function joinKey(words: readonly string[]): string {
  return words.map(singular).join(' ').replaceAll(innerSpace, '');
}

export function columnKey(name: string): string {
  return joinKey(nameWords(name));
}

/** The same without filler words, unless nothing else is left. */
function bareKey(name: string): string {
  const words = nameWords(name);
  const telling = words.filter((word) => !fillers.has(word));
  return joinKey(telling.length === 0 ? words : telling).replace(joinedFiller, '');
}

export interface NamedField {
  /** `null` for a known column without a field. */
  readonly field: FieldName | null;
  readonly vague: boolean;
  /** Position among the names of the field, from specific to generic. */
  readonly rank: number;
}

const byName = new Map<string, NamedField>();
const byBareName = new Map<string, NamedField>();

/** The first entry of a name wins, since certain names come before generic ones. */
function enter(names: readonly string[] | undefined, field: FieldName | null, vague: boolean): void {
  for (const [rank, name] of listNames(names).entries()) {
    const entry = { field, vague, rank };
    const whole = columnKey(name);
    if (!byName.has(whole)) byName.set(whole, entry);
    const bare = bareKey(name);
    // `ad url` would become `url`, which is too generic.
    if ((bare === whole || bare.includes(' ')) && !byBareName.has(bare)) byBareName.set(bare, entry);
  }
}

function listNames(lines: readonly string[] = []): string[] {
  return lines.flatMap((line) => line.split(/,\s*/));
}

const fields = Object.entries(tableFields) as [FieldName, TableField][];
for (const [field, { names }] of fields) enter(names, field, false);
// Known columns without a field, so that they are not guessed by their contents.
enter(columnNames.others, null, false);
enter(columnNames.searches, null, false);
for (const [field, { vague }] of fields) enter(vague, field, true);

const searches: ReadonlySet<string> = new Set(listNames(columnNames.searches).map(columnKey));

/** Names of what was searched for, which is not what was found. */
export function namesSearch(name: string): boolean {
  return searches.has(columnKey(name));
}

/** The field of a column name; `undefined` if unknown. */
export function fieldNamed(name: string): NamedField | undefined {
  const named = byName.get(columnKey(name)) ?? statusNamed(name) ?? byBareName.get(bareKey(name));
  return (
    named ?? measureNamed(name) ?? (isAboutAd(name) ? { field: null, vague: false, rank: 0 } : undefined)
  );
}

const bounded: ReadonlySet<unknown> = new Set<FieldName>(['reach', 'impressions', 'spend']);
const ofMoney: ReadonlySet<unknown> = new Set<FieldName>(['spend', 'spendMin', 'spendMax']);

const adWords: ReadonlySet<string> = new Set(
  listNames(columnNames.adWords).flatMap((name) => columnKey(name).split(' ')),
);

/** `ad_delivery_state` and `status_of_ad` are certain, `current_status` is generic, and `page_status` is that of a page. */
function statusNamed(name: string): NamedField | undefined {
  const known = strictFields.get('status');
  if (known === undefined || !hasOnlyWords(name, known) || hintsByField.get('status')?.(name) !== true)
    return undefined;
  const words = columnKey(name).split(' ');
  const isOfAd = words.some((word) => adWords.has(word) || (isUnspaced.test(word) && !byName.has(word)));
  return { field: 'status', vague: !isOfAd, rank: Number.MAX_SAFE_INTEGER };
}

/** The name of a measurement with a bound, a currency or both: `impressions_lower`, `Spend (USD)`, `min_spend_eur`. */
function measureNamed(name: string): NamedField | undefined {
  const inCurrency = splitCurrency(name);
  if (inCurrency !== null) {
    const named = fieldNamed(inCurrency.name);
    return ofMoney.has(named?.field) ? named : undefined;
  }
  const bound = splitBound(nameWords(name));
  if (bound === null) return undefined;
  const rest = bound.rest.join(' ');
  const field = byName.get(columnKey(rest))?.field ?? byBareName.get(bareKey(rest))?.field;
  if (!bounded.has(field)) return undefined;
  return { field: `${field}${bound.side}` as FieldName, vague: false, rank: 0 };
}

type WordTest = (name: string) => boolean;

/** Tests whether a name has one of these words, or contains it in a script without spaces. */
function createWordTest(lines: readonly string[]): WordTest {
  const known = listNames(lines).map(columnKey);
  const words = new Set(known.filter((key) => !key.includes(' ')));
  const parts = known.filter((key) => isUnspaced.test(key));
  return (name) => {
    const key = columnKey(name);
    return key.split(' ').some((word) => words.has(word)) || parts.some((part) => key.includes(part));
  };
}

/** Reviews, notes and summaries are about an ad, not part of it. */
const isAboutAd = createWordTest(columnNames.aboutAd);
const isAboutAdvertiser = createWordTest(columnNames.aboutAdvertiser);
export const isListName = createWordTest(columnNames.lists);
/** Names of lists that are no brands, and that contain no ads of one brand. */
export const namesStructure = createWordTest(columnNames.structures);

const hintsByField = new Map<FieldName, WordTest>(
  fields.map(([field, { names, vague = [], hints = [] }]) => [
    field,
    createWordTest([...names, ...vague, ...hints]),
  ]),
);
/** Half of all columns have a date or a number, so their names must say which. */
const unhinted: ReadonlySet<FieldName> = new Set(['startDate', 'externalId']);
const mediaFields: ReadonlySet<FieldName> = new Set(['imageUrls', 'videoUrls']);

/** `c7`, `column 3`, `Unnamed: 2`, `列1` or nothing. */
const meaningless =
  /^(?:unnamed )?(?:c|col|column|f|field|x|v|var|value|spalte|colonne|columna|coluna|kolom|列|열|字段)?$/;

/** Whether the name of an unknown column allows this field, for which only its contents speak. */
export function allowsGuess(name: string, field: FieldName): boolean {
  const key = nameWords(name).map(withoutDigits).join(' ').trim();
  if (meaningless.test(key) || field === 'sourceUrl') return true;
  if (unhinted.has(field) || (mediaFields.has(field) && isAboutAdvertiser(name))) return false;
  // Of all names with such words, `fieldNamed` says whether they name the status of an ad.
  if (field === 'status') return false;
  const strict = strictFields.get(field);
  if (strict !== undefined && !hasOnlyWords(name, strict)) return false;
  return hintsByField.get(field)?.(name) ?? false;
}

type StrictField = keyof typeof columnNames.guessWords;

interface KnownWords {
  readonly words: ReadonlySet<string>;
  /** Of scripts without spaces, the longest first. */
  readonly parts: readonly string[];
}

function collectWords(lines: readonly string[]): KnownWords {
  const keys = listNames(lines).map(columnKey);
  const parts = keys.filter((key) => isUnspaced.test(key));
  return {
    words: new Set(keys.flatMap((key) => key.split(' '))),
    parts: parts.toSorted((one, other) => other.length - one.length),
  };
}

/** Fields of which a longer name may only have these words besides their own: `page_status` is not the status of the ad. */
const strictFields: ReadonlyMap<FieldName, KnownWords> = new Map(
  (Object.entries(columnNames.guessWords) as [StrictField, string[]][]).map(([field, words]) => {
    const { names, vague = [], hints = [] }: TableField = tableFields[field];
    const own = listNames([...names, ...vague, ...hints]).filter((name) => !columnKey(name).includes(' '));
    return [field, collectWords([...words, ...own])];
  }),
);

function hasOnlyWords(name: string, { words, parts }: KnownWords): boolean {
  return columnKey(name)
    .split(' ')
    .map(withoutDigits)
    .every((word) => word === '' || fillers.has(word) || words.has(word) || consistsOf(word, parts));
}

function consistsOf(word: string, parts: readonly string[]): boolean {
  return isUnspaced.test(word) && parts.reduce((rest, part) => rest.replaceAll(part, ''), word) === '';
}

function withoutDigits(word: string): string {
  return word.replace(/\d+$/, '');
}

/** Names of lists and searches, which are not names of advertisers. */
const plainName = /^(?:name|nom|nombre|nome|naam|nazwa|title|page|account|名前|名称|이름)$/;

export function isPlainName(name: string): boolean {
  return plainName.test(columnKey(name));
}

/** Names of anything: of the advertiser, of the ad or of a search. */
const bareName =
  /^(?:name|nom|nombre|nome|naam|nazwa|isim|имя|название|名前|名称|이름|nama|namn|ten|nazev|jmeno)$/;

export function isBareName(name: string): boolean {
  return bareName.test(columnKey(name));
}

/** Names of pages and their ids only; an id of an advertiser or account is another number. */
export function namesPage(name: string): boolean {
  return /^(?:(?:facebook|fb|meta|publisher|snapshot) )?page id$/.test(columnKey(name));
}

export function namesMetaLibrary(name: string): boolean {
  return /^(?:ad )?(?:library|archive) id$/.test(columnKey(name));
}
