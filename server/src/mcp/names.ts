import { invisibleCharacters } from '@magpie/contract/errors';

/** Characters that quoting would drop or change, and text that looks like an escape. */
const ambiguous = new RegExp(
  String.raw`${invisibleCharacters.source}|[^\S ]|(?<= ) |\\(?=u[\da-fA-F]{4})`,
  'gu',
);

/** Writes invisible characters as JSON escapes: brands are looked up by their exact name, and two names may look the same. */
export function escapeName(name: string): string {
  return name.replaceAll(ambiguous, escaped);
}

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return units.map((unit) => String.raw`\u${unit.toString(16).padStart(4, '0')}`).join('');
}

export function unescapeName(escapedName: string): string {
  return escapedName.replaceAll(/\\u([\da-fA-F]{4})/g, (_, unit: string) =>
    String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

const nameFields: ReadonlySet<string> = new Set(['name', 'company', 'companyName', 'companyNames']);

export function holdsNames(field: string): boolean {
  return nameFields.has(field);
}

export function unescapeNames(given: unknown, isName = false): unknown {
  if (typeof given === 'string') return isName ? unescapeName(given) : given;
  if (Array.isArray(given)) return given.map((each) => unescapeNames(each, isName));
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([field, value]) => [field, unescapeNames(value, holdsNames(field))]),
  );
}
