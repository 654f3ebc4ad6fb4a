import { jsonIn } from '../../integrations/json.ts';

/** What hides scripts from very old browsers, around and inside one another. */
const openings = ['//<![CDATA[', '// <![CDATA[', '/*<![CDATA[*/', '/* <![CDATA[ */', '<![CDATA[', '<!--'];
const closings = ['//]]>', '// ]]>', '/*]]>*/', '/* ]]> */', ']]>', '//-->', '// -->', '-->', ';'];

/** The JSON in a script, with the mistakes that shops make mended; undefined for what is beyond that. */
export function tolerantJson(source: string): unknown {
  const bare = unwrapped(source);
  const unescaped = withoutEntities(bare);
  return jsonIn(bare) ?? jsonIn(mended(bare)) ?? (unescaped === bare ? undefined : jsonIn(mended(unescaped)));
}

function unwrapped(source: string): string {
  let text = source.trim();
  for (const opening of openings) if (text.startsWith(opening)) text = text.slice(opening.length).trim();
  for (const closing of closings) if (text.endsWith(closing)) text = text.slice(0, -closing.length).trim();
  return text;
}

/** Some templates escape the whole script as if it were text of the page. */
function withoutEntities(text: string): string {
  if (!/^\W{0,20}&(?:quot|#34);/.test(text)) return text;
  return text.replaceAll(/&(?:quot|#34);/g, '"').replaceAll('&amp;', '&');
}

/**
 * Leaves out comments and commas with nothing behind them, and line breaks in texts. By hand and in one pass, since a
 * pattern would look through the rest again for every text that has no end.
 */
function mended(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    const end = endOfPiece(text, at);
    const piece = text.slice(at, end);
    if (piece.startsWith('"')) pieces.push(withoutMistakes(piece));
    else if (!/^\/[/*]|^\s/.test(piece)) {
      if (/^[\]}]/.test(piece) && pieces.at(-1) === ',') pieces.pop();
      pieces.push(piece);
    }
    at = end;
  }
  return pieces.join('');
}

/** Where a text, a comment, a run of white space, a word or a single sign ends. */
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

/** Line breaks and tabs in a text, which JSON writes as `\n`, and escapes that it does not know. */
function withoutMistakes(text: string): string {
  return text.replaceAll(/\\u[\da-f]{4}|\\["\\/bfnrt]|\\([^])|\p{Cc}/giu, (piece, unknown?: string) => {
    if (unknown !== undefined) return /\p{Cc}/u.test(unknown) ? ' ' : unknown;
    return piece.length === 1 ? ' ' : piece;
  });
}
