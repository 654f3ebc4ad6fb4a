import { invisibleCharacters } from '@magpie/contract/errors';

/** What would be lost or changed in a name that is quoted, and what would be read as an escape. */
const unclear = new RegExp(String.raw`${invisibleCharacters.source}|[^\S ]|(?<= ) |\\(?=u[\da-fA-F]{4})`, 'gu');

/**
 * A name on one line, from which the stored one can be told: what cannot be seen in it stands as an escape of JSON. A
 * brand is opened by its stored name alone, and two may look the same.
 */
export function nameTold(name: string): string {
  return name.replaceAll(unclear, escaped);
}

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return units.map((unit) => String.raw`\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** The stored name that is meant by one that was told. */
export function nameMeant(told: string): string {
  return told.replaceAll(/\\u([\da-fA-F]{4})/g, (_, unit: string) =>
    String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

const nameFields: ReadonlySet<string> = new Set(['name', 'company', 'companyName', 'companyNames']);

/** Whether a field of an input or an answer holds a name, or several. */
export function holdsNames(field: string): boolean {
  return nameFields.has(field);
}

/** An input with the names in it as they are stored. */
export function withNamesMeant(given: unknown, isName = false): unknown {
  if (typeof given === 'string') return isName ? nameMeant(given) : given;
  if (Array.isArray(given)) return given.map((each) => withNamesMeant(each, isName));
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([field, value]) => [field, withNamesMeant(value, holdsNames(field))]),
  );
}
