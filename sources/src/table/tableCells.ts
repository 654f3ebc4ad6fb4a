import { type Platform, platformTable } from '@magpie/contract/platforms';
import { isObject, readString } from '../mapping/fields.ts';

/** Enough for a list of three hundred signed addresses. */
const maxCellLength = 300_000;

/** The elements of a JSON or Python list, or the cell itself. */
export function splitCell(cell: unknown): unknown[] {
  if (Array.isArray(cell)) return cell.flatMap((part) => (isObject(part) ? Object.values(part) : [part]));
  if (isObject(cell)) return Object.values(cell);
  if (typeof cell !== 'string') return cell === undefined || cell === null ? [] : [cell];
  const text = cell.slice(0, maxCellLength).trim();
  if (!text.startsWith('[') || !text.endsWith(']')) return [text];
  return jsonList(text) ?? pythonList(text) ?? [text];
}

function jsonList(text: string): unknown[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  f: '\f',
  v: '\v',
  b: '\b',
  a: '',
};
/** `\xe9`, `\u200b` and `\U0001f525`, as Python writes characters that it does not print. */
const codePoint = /x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})/y;

function readCodePoint(
  text: string,
  at: number,
): { readonly character: string; readonly length: number } | null {
  codePoint.lastIndex = at;
  const [whole, ...digits] = codePoint.exec(text) ?? [];
  const point = Number.parseInt(digits.join(''), 16);
  if (whole === undefined || point > 0x10_ff_ff) return null;
  return { character: String.fromCodePoint(point), length: whole.length };
}

/** `['It\'s here', "and \"there\""]`: texts in single or double quotes; `null` for anything else. */
function pythonList(text: string): string[] | null {
  const parts: string[] = [];
  let at = 1;
  for (;;) {
    while (at < text.length && /[\s,]/.test(text.charAt(at))) at += 1;
    const quote = text.charAt(at);
    if (quote === ']') return at === text.length - 1 ? parts : null;
    if (quote !== "'" && quote !== '"') return null;
    let part = '';
    for (at += 1; at < text.length && text.charAt(at) !== quote; at += 1) {
      const isEscape = text.charAt(at) === '\\';
      if (isEscape) at += 1;
      const coded = isEscape ? readCodePoint(text, at) : null;
      const character = text.charAt(at);
      part += coded?.character ?? (isEscape ? (escapes[character] ?? character) : character);
      at += (coded?.length ?? 1) - 1;
    }
    parts.push(part);
    at += 1;
  }
}

/** Words separated by commas, semicolons, bars, slashes or line breaks. */
export function splitWords(cell: unknown): string[] {
  return splitCell(cell)
    .flatMap((part) => (readString(part, 5000) ?? '').split(/[,;|/\n]/))
    .map((word) => word.trim())
    .filter(Boolean);
}

const maxPlatformName = 30;

/** Names of platforms and placements in lower case; they may also be keys: `{"facebook": true}`. */
export function placementsIn(cell: unknown): string[] {
  const names = isObject(cell) ? Object.keys(cell).filter((name) => cell[name] === true) : splitWords(cell);
  return names.filter((name) => name.length <= maxPlatformName).map((name) => name.toLowerCase());
}

export function platformsIn(cell: unknown): Platform[] {
  return platformTable.findByName(placementsIn(cell).map((name) => name.replaceAll('_', ' ')));
}

/** A list of addresses with any separator; a comma inside an address is part of it. */
export function splitUrls(cell: unknown): string[] {
  return splitCell(cell).flatMap((part) => {
    const text = typeof part === 'string' ? part : '';
    const starts = [...text.matchAll(/(?:^|[\s,;|])(?:https?:)?\/\//g)].map(({ index }) => index);
    return starts.map((start, turn) => withoutSeparators(text.slice(start, starts[turn + 1])));
  });
}

function withoutSeparators(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && /[\s,;|]/.test(text.charAt(start))) start += 1;
  while (end > start && /[\s,;|]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
