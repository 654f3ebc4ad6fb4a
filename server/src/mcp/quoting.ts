import { invisibleCharacters } from '@magpie/contract/errors';
import { holdsNames, escapeName } from './names.ts';

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
