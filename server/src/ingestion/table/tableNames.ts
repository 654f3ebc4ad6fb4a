import { otherColumns, tableFields, type FieldName } from './tableFields.ts';

/** Which field the name of a column stands for. */

/** Words that only say what a table of ads is about anyway. */
const fillers: ReadonlySet<string> = new Set(
  `ad ads advert adverts advertisement creative snapshot facebook fb meta the of for raw field anzeige anzeigen annonce publicite anuncio annuncio inserzione advertentie
   reklama reklamy reklam objava объявление объявления реклама de la le les del der die das da do di van`.split(
    /\s+/,
  ),
);

/** Longer names are sentences, not names. */
const longestName = 80;

/** Accents, and what Arabic and Hebrew write above and below their letters or leave out. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u0655]/g;

/** Words in lower case without accents: `adDelivery_startTime` is `ad delivery start time`. */
function nameWords(name: string): string[] {
  const plain = name
    .slice(0, longestName)
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
  return plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '' && !/^\d+$/.test(word));
}

/** `bodies` is `body`, `titles` is `title`; the numbers of `headline 2` are gone already. */
function singular(word: string): string {
  if (/^[a-z]{3,}ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /^[a-z]{2,}[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** The form in which two names are compared. */
export function nameKey(name: string): string {
  return nameWords(name).map(singular).join(' ');
}

/** The same without filling words, unless nothing else is left. */
function bareKey(name: string): string {
  const words = nameWords(name);
  const telling = words.filter((word) => !fillers.has(word));
  return (telling.length === 0 ? words : telling).map(singular).join(' ');
}

export interface NamedField {
  /** `null`: a column that is known to be nothing of an ad. */
  readonly field: FieldName | null;
  /** Whether tables of anything have a column of this name. */
  readonly vague: boolean;
}

const byName = new Map<string, NamedField>();
const byBareName = new Map<string, NamedField>();

/** The first entry of a name stays: the table of fields goes from what is sure to what is not. */
function enter(names: string, entry: NamedField): void {
  for (const name of names.split(/,\s*/)) {
    const whole = nameKey(name);
    if (!byName.has(whole)) byName.set(whole, entry);
    const bare = bareKey(name);
    // Of `ad url` nothing but `url` is left, which says nothing.
    if ((bare === whole || bare.includes(' ')) && !byBareName.has(bare)) byBareName.set(bare, entry);
  }
}

for (const vague of [false, true]) {
  for (const [field, entry] of Object.entries(tableFields)) {
    const names = vague ? ('vague' in entry ? entry.vague : null) : entry.names;
    if (names !== null) enter(names, { field: field as FieldName, vague });
  }
  if (!vague) enter(otherColumns, { field: null, vague: false });
}

/** What the name says; `undefined` when it says nothing. */
export function fieldNamed(name: string): NamedField | undefined {
  return byName.get(nameKey(name)) ?? byBareName.get(bareKey(name));
}

/** Whether the name says that the ids are those of Meta's library. */
export function namesMetaLibrary(name: string): boolean {
  return /^(?:ad )?(?:library|archive) id$/.test(nameKey(name));
}
