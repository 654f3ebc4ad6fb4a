import columnNames from './columnNames.json' with { type: 'json' };

interface TableField {
  readonly names: readonly string[];
  /** Generic names that any table may have; they alone do not make a table of ads. */
  readonly vague?: readonly string[];
}

export type FieldName = keyof typeof columnNames.fields;

/**
 * The fields that a column can map to, with their common names, separated by commas. Names are compared without case,
 * accents, separators, plural endings and filler words such as "of the ad".
 */
export const tableFields: Readonly<Record<FieldName, TableField>> = columnNames.fields;

const fillers: ReadonlySet<string> = new Set(
  `ad ads advert adverts advertisement creative snapshot facebook fb meta the of for raw field anzeige anzeigen annonce publicite anuncio annuncio inserzione advertentie
   reklama reklamy reklam objava объявление объявления реклама de la le les del der die das da do di van`.split(
    /\s+/,
  ),
);

/** Longer texts are not names. */
const maxNameLength = 80;

/** Accents, and the optional vowel marks of Arabic and Hebrew. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u0655]/g;

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
  return plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '' && !/^\d+$/.test(word));
}

/** `bodies` becomes `body`, `titles` becomes `title`; numbers as in `headline 2` are already removed. */
function singular(word: string): string {
  if (/^[a-z]{3,}ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /^[a-z]{2,}[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

export function columnKey(name: string): string {
  return nameWords(name).map(singular).join(' ');
}

/** The same without filler words, unless nothing else is left. */
function bareKey(name: string): string {
  const words = nameWords(name);
  const telling = words.filter((word) => !fillers.has(word));
  return (telling.length === 0 ? words : telling).map(singular).join(' ');
}

export interface NamedField {
  /** `null` for a known column without a field. */
  readonly field: FieldName | null;
  readonly vague: boolean;
}

const byName = new Map<string, NamedField>();
const byBareName = new Map<string, NamedField>();

/** The first entry of a name wins, since certain names come before generic ones. */
function enter(names: readonly string[], entry: NamedField): void {
  for (const name of names.flatMap((line) => line.split(/,\s*/))) {
    const whole = columnKey(name);
    if (!byName.has(whole)) byName.set(whole, entry);
    const bare = bareKey(name);
    // `ad url` would become `url`, which is too generic.
    if ((bare === whole || bare.includes(' ')) && !byBareName.has(bare)) byBareName.set(bare, entry);
  }
}

const fields = Object.entries(tableFields) as [FieldName, TableField][];
for (const [field, { names }] of fields) enter(names, { field, vague: false });
// Known columns without a field, so that they are not guessed by their contents.
enter(columnNames.others, { field: null, vague: false });
for (const [field, { vague = [] }] of fields) enter(vague, { field, vague: true });

/** The field of a column name; `undefined` if unknown. */
export function fieldNamed(name: string): NamedField | undefined {
  return byName.get(columnKey(name)) ?? byBareName.get(bareKey(name));
}

export function namesMetaLibrary(name: string): boolean {
  return /^(?:ad )?(?:library|archive) id$/.test(columnKey(name));
}
