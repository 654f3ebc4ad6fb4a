import { invisibleCharacters } from '@magpie/contract/errors';
import { holdsNames, nameTold } from './names.ts';

/** Text from outside on one line, without what cannot be seen, and cut. */
export function quoted(text: string, longest: number): string {
  // What is far behind the cut is not worth cleaning.
  const line = text
    .slice(0, 8 * longest)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(invisibleCharacters, '')
    .trim();
  if (line.length <= longest) return line;
  return `${line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

/** What is a sign of Markdown anywhere, begins a list, or makes a link of a bare address. */
const signs = /[\\`*_[\]()<>!#|~&@]|^[-+=]|(?<=^\d+)\.|:(?=\/\/)|(?<=www)\./gi;

/** Whatever a reader of Markdown would draw, follow or fetch stands for itself. */
export function quotedInMarkdown(text: string, longest: number): string {
  return quoted(text, longest).replaceAll(signs, String.raw`\$&`);
}

/** Every text inside a value quoted, every name told exactly, every number short, and what is not known left out. */
export function tidied(value: unknown, longestText: number, isName = false): unknown {
  if (typeof value === 'string') return quoted(isName ? nameTold(value) : value, longestText);
  if (typeof value === 'number') return Math.round(value * 1000) / 1000;
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
