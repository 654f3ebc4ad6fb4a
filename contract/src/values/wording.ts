/** A message is a predicate ("must be …, got …"), since a schema does not know the path of its field. */

const maxValueLength = 40;

/** Cut to `length` UTF-16 units, never through a surrogate pair. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Characters that JSON does not escape but that would forge a line or hide text in a terminal. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A rejected value for a message. Lists and objects are only counted: they may be huge or deep. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') {
    return shorten(
      JSON.stringify(value.slice(0, maxValueLength)).replaceAll(unprintable, '\u{fffd}'),
      maxValueLength,
    );
  }
  if (Array.isArray(value)) return value.length === 1 ? 'a list of 1' : `a list of ${value.length}`;
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : `a value of type ${typeof value}`;
}

/** `must be a whole number from 1 to 90, got "7"`, or `is missing; it must …`. */
export function must(expected: string, value: unknown): string {
  return value === undefined
    ? `is missing; it must ${expected}`
    : `must ${expected}, got ${describeValue(value)}`;
}

export function isPredicate(message: string): boolean {
  return /^(?:must |is missing)/.test(message);
}

export function quoteNames(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
