/**
 * The words of a refusal. A message is a predicate ("must be …, got …") that `describeIssues` puts the
 * field's path in front of: the schema that refuses knows what it expected but not where it stands.
 */

const longestGot = 40;

/** Cut to `length` UTF-16 units, never through a surrogate pair. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** What JSON leaves as it stands, and what would forge a line or hide text in a terminal. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A refused value as the caller would write it. Lists and objects are only counted: they may be huge or deep. */
export function got(value: unknown): string {
  if (typeof value === 'string') {
    return shorten(
      JSON.stringify(value.slice(0, longestGot)).replaceAll(unprintable, '\u{fffd}'),
      longestGot,
    );
  }
  if (Array.isArray(value)) return value.length === 1 ? 'a list of 1' : `a list of ${value.length}`;
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : `a value of type ${typeof value}`;
}

/** `must be a whole number from 1 to 90, got "7"`, or what was expected of a value that is not there. */
export function must(expected: string, value: unknown): string {
  return value === undefined ? `is missing; it must ${expected}` : `must ${expected}, got ${got(value)}`;
}

/** Whether a message is a predicate of this contract, to be read after a field's path. */
export function isPredicate(message: string): boolean {
  return /^(?:must |is missing)/.test(message);
}

export function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
