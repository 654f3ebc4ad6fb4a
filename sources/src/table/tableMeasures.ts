import { getPath, isObject, readCount, readReach, readString } from '../mapping/fields.ts';

/** Reads reach and impressions in the forms of exports: `5k–10k`, `less than 1,000`, `{"lower_bound": "100"}`. */

type Reach = NonNullable<ReturnType<typeof readReach>>;

interface Bounds {
  readonly lower_bound: unknown;
  readonly upper_bound: unknown;
}

const lowerNames = ['lower_bound', 'lowerBound', 'lower', 'min', 'from'] as const;
const upperNames = ['upper_bound', 'upperBound', 'upper', 'max', 'to'] as const;
const maxTextLength = 200;

/** The bounds in an object or in the text of one, as JSON or as Python and spreadsheets write it; `null` for anything else. */
export function boundsIn(cell: unknown): Bounds | null {
  if (isObject(cell)) {
    return toBounds(
      lowerNames.map((name) => getPath(cell, name)),
      upperNames.map((name) => getPath(cell, name)),
    );
  }
  const text = typeof cell === 'string' ? cell.slice(0, maxTextLength) : '';
  if (!/(?:lower|upper)[ _]?bound/i.test(text)) return null;
  return toBounds([writtenBound(text, 'lower')], [writtenBound(text, 'upper')]);
}

function toBounds(lower: readonly unknown[], upper: readonly unknown[]): Bounds | null {
  const bounds = {
    lower_bound: lower.find((value) => value !== undefined),
    upper_bound: upper.find((value) => value !== undefined),
  };
  return bounds.lower_bound === undefined && bounds.upper_bound === undefined ? null : bounds;
}

/** `lower_bound: 100`, `'lower_bound': '100'`. */
function writtenBound(text: string, side: 'lower' | 'upper'): string | undefined {
  return new RegExp(`${side}[ _]?bound["']?\\s*[:=]\\s*["']?(\\d[\\d.]*)`, 'i').exec(text)?.[1];
}

const below =
  /^(?:less than|fewer than|under|below|up to|at most|max\.?|weniger als|unter|bis(?: zu)?|höchstens|moins de|jusqu['’]à|menos de|hasta|até|meno di|fino a|minder dan|tot|mniej niż|poniżej)\s+(?=\d)/i;
const above =
  /^(?:more than|over|above|at least|min\.?|mehr als|über|ab|mindestens|plus de|au moins|más de|mais de|al menos|più di|oltre|almeno|meer dan|ponad|powyżej|co najmniej)\s+(?=\d)/i;
const between =
  /^(?:from|between|von|zwischen|entre|de|da|tra|van|tussen|od|między)\s+(\S+(?: \S+)?)\s+(?:to|and|bis|und|et|à|y|a|e|tot|en|do|i)\s+(?=\d)/i;
const separator = /\s+(?:to|bis|à|a|al|até|hasta|tot|do)\s+(?=\d)|\s*[~〜～]\s*(?=\d)/i;
const units =
  /\s*(?:impressions?|impressionen|impresiones|impressões|impressioni|people|persons?|users|accounts|personen|personas|pessoas|personnes|persone|osób|人|回|次|명|회)$/i;

/** The words of other languages as signs: `less than 5 Tsd.` becomes `<5K`. */
export function plainMeasure(text: string): string {
  return text
    .trim()
    .replace(units, '')
    .replaceAll(/(\d)\s*(?:tsd|tys|thousand|천|千)\.?(?!\p{L})/giu, '$1K')
    .replaceAll(/(\d)\s*(?:mio|mln|mn|millions?|millionen)\.?(?!\p{L})/giu, '$1M')
    .replaceAll(/(\d)\s*(?:bn|mrd|billions?)\.?(?!\p{L})/giu, '$1B')
    .replaceAll(/(\d+(?:\.\d+)?)\s*[万萬만]/gu, (_, digits: string) => `${Number(digits) * 10}K`)
    .replace(between, '$1-')
    .replace(below, '<')
    .replace(above, '>')
    .replace(separator, '-')
    .replaceAll(/\s*([-–—])\s*/g, '$1')
    .replace(sharedScale, shareScale);
}

const sharedScale = /^(\d+(?:[.,]\d+)?)([-–—])(\d+(?:[.,]\d+)?) ?([kmb])$/i;

/** `5-10K` is 5K to 10K, while `500-1K` has a scale for its upper bound only. */
function shareScale(text: string, lower: string, dash: string, upper: string, scale: string): string {
  const isShared = Number(lower.replace(',', '.')) < Number(upper.replace(',', '.'));
  return isShared ? `${lower}${scale}${dash}${upper}${scale}` : text;
}

/** An ad that was shown has more than 0 views, so 0 alone or as a lower bound alone means unknown. */
export function isKnownAmount({
  value,
  lower = null,
  upper = null,
}: {
  readonly value: number | null;
  readonly lower?: number | null;
  readonly upper?: number | null;
}): boolean {
  if (upper === 0) return false;
  return upper !== null || (lower ?? value ?? 0) > 0;
}

/** A number of people or of impressions. */
export function countIn(cell: unknown): Reach | null {
  const bounds = boundsIn(cell);
  if (bounds !== null) return known(readReach(bounds));
  if (typeof cell !== 'string') return known(readReach(cell));
  const text = readString(cell, 100);
  const found = text === null ? null : readReach(plainMeasure(text));
  return found === null
    ? null
    : known({ ...found, reachText: readCount(text) === null ? text : found.reachText });
}

/** Two cells with the bounds. */
export function countBetween(lower: unknown, upper: unknown): Reach | null {
  return known(readReach({ lower_bound: boundCount(lower), upper_bound: boundCount(upper) }));
}

function boundCount(cell: unknown): number | null {
  return readCount(typeof cell === 'string' ? plainMeasure(cell.slice(0, maxTextLength)) : cell);
}

function known(found: Reach | null): Reach | null {
  if (found === null) return null;
  const { value = null, lower = null, upper = null } = found.reach;
  return isKnownAmount({ value, lower, upper }) ? found : null;
}
