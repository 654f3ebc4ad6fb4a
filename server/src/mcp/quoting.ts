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

export function quoted(text: string, longest: number): string {
  // Limits the work on very long text.
  const line = text
    .slice(0, 8 * longest)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(invisibleCharacters, '')
    .trim();
  if (line.length <= longest) return line;
  return `${line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

/** Markdown syntax, list markers, and what turns a bare address into a link. */
const markdownSyntax = /[\\`*_[\]()<>!#|~&@]|^[-+=]|(?<=^\d+)\.|:(?=\/\/)|(?<=www)\./gi;

/** Escapes Markdown, so that untrusted text is not rendered and adds no links or images. */
export function quotedInMarkdown(text: string, longest: number): string {
  return quoted(text, longest).replaceAll(markdownSyntax, String.raw`\$&`);
}

export function tidied(value: unknown, longestText: number, isName = false): unknown {
  if (typeof value === 'string') return quoted(isName ? escapeName(value) : value, longestText);
  if (typeof value === 'number') return Number.isInteger(value) ? value : Math.round(value * 1000) / 1000;
  if (Array.isArray(value)) return value.map((each) => tidied(each, longestText, isName));
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).filter(([, inside]) => inside !== null && inside !== undefined);
  return Object.fromEntries(
    known.map(([field, inside]) => [
      quoted(field, longestText),
      tidied(inside, longestText, holdsNames(field)),
    ]),
  );
}
