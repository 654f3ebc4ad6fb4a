import { invisibleCharacters } from '@magpie/contract/errors';

const joiners = /[\u200c\u200d]/g;

/**
 * Results contain text from outside. Characters that move the cursor, set colours or change the text direction must not reach
 * a terminal: JSON escapes them, tables drop them. Raw line breaks come only from the indentation.
 */
export function safeJson(value: unknown, indentation?: number): string {
  return JSON.stringify(value, null, indentation)
    .replaceAll(invisibleCharacters, (found) => (found === '\n' ? found : escaped(found)))
    .replaceAll(joiners, escaped);
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return String.raw`\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}

export function collapseLines(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(invisibleCharacters, '').trim();
}

const segments = new Intl.Segmenter();
/** Characters that most terminals draw two columns wide: East Asian scripts and emoji. */
const wide =
  /^(?:[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f)/u;

export function getWidth(text: string): number {
  // Fast path: most text is ASCII.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segments.segment(text)) width += widthOfSegment(segment);
  return width;
}

function widthOfSegment(segment: string): number {
  if (wide.test(segment)) return 2;
  return /^\p{Mark}+$/u.test(segment) ? 0 : 1;
}

/** Truncates a line and marks the cut with an ellipsis. */
export function cut(text: string, width: number): string {
  if (getWidth(text) <= width) return text;
  let result = '';
  let used = 0;
  for (const { segment } of segments.segment(text)) {
    used += widthOfSegment(segment);
    if (used > width - 1) break;
    result += segment;
  }
  return `${result}…`;
}

export function padded(text: string, width: number, toTheRight = false): string {
  const room = ' '.repeat(Math.max(width - getWidth(text), 0));
  return toTheRight ? `${room}${text}` : `${text}${room}`;
}
