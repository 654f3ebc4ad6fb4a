import { tryParseJson } from '../../integrations/json.ts';

/** Wrappers that hide scripts from old browsers; they may be nested. */
const openings = ['//<![CDATA[', '// <![CDATA[', '/*<![CDATA[*/', '/* <![CDATA[ */', '<![CDATA[', '<!--'];
const closings = ['//]]>', '// ]]>', '/*]]>*/', '/* ]]> */', ']]>', '//-->', '// -->', '-->', ';'];

/** Parses JSON in a script after repairing common mistakes; undefined if that fails. */
export function tolerantJson(source: string): unknown {
  const bare = stripWrappers(source);
  const unescaped = decodeQuotes(bare);
  return (
    tryParseJson(bare) ??
    tryParseJson(repairJson(bare)) ??
    (unescaped === bare ? undefined : tryParseJson(repairJson(unescaped)))
  );
}

function stripWrappers(source: string): string {
  let text = source.trim();
  for (const opening of openings) if (text.startsWith(opening)) text = text.slice(opening.length).trim();
  for (const closing of closings) if (text.endsWith(closing)) text = text.slice(0, -closing.length).trim();
  return text;
}

/** Some templates HTML-escape the whole script. */
function decodeQuotes(text: string): string {
  if (!/^\W{0,20}&(?:quot|#34);/.test(text)) return text;
  return text.replaceAll(/&(?:quot|#34);/g, '"').replaceAll('&amp;', '&');
}

/**
 * Removes comments, trailing commas and line breaks in strings. One manual pass, because a regular expression would
 * take quadratic time on unterminated strings.
 */
function repairJson(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    const end = endOfPiece(text, at);
    const piece = text.slice(at, end);
    if (piece.startsWith('"')) pieces.push(repairString(piece));
    else if (!/^\/[/*]|^\s/.test(piece)) {
      if (/^[\]}]/.test(piece) && pieces.at(-1) === ',') pieces.pop();
      pieces.push(piece);
    }
    at = end;
  }
  return pieces.join('');
}

function endOfPiece(text: string, start: number): number {
  if (text[start] === '"') return endOfText(text, start);
  if (text.startsWith('//', start)) return endAt(text, '\n', start + 2);
  if (text.startsWith('/*', start)) return endAt(text, '*/', start + 2);
  const run = /[^\s",\]}/]+|\s+|[^]/y;
  run.lastIndex = start;
  run.exec(text);
  return run.lastIndex;
}

function endAt(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from);
  return found === -1 ? text.length : found + sign.length;
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at + 1;
    if (text[at] === '\\') at += 1;
  }
  return text.length;
}

function repairString(text: string): string {
  return text.replaceAll(/\\u[\da-f]{4}|\\["\\/bfnrt]|\\([^])|\p{Cc}/giu, (piece, unknown?: string) => {
    if (unknown !== undefined) return /\p{Cc}/u.test(unknown) ? ' ' : unknown;
    return piece.length === 1 ? ' ' : piece;
  });
}
