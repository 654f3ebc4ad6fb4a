import { isAscii, isUtf8 } from 'node:buffer';
import { ByteWindow } from './byteWindow.ts';

/** Without a mark the first non-ASCII bytes decide: windows-1252 text practically never looks like UTF-8. */
export async function* toUtf8(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const window = new ByteWindow(input);
  await window.fill(3);
  const [a, b, c] = window.unused;
  if (a === 0xff && b === 0xfe) yield* decoded(window.rest(), 'utf-16le');
  else if (a === 0xfe && b === 0xff) yield* decoded(window.rest(), 'utf-16be');
  else if (a === 0xef && b === 0xbb && c === 0xbf) {
    window.drop(3);
    yield* window.rest();
  } else yield* guessed(window);
}

async function* decoded(input: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of input) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

async function* guessed(window: ByteWindow): AsyncGenerator<Uint8Array> {
  while (window.length > 0 || (await window.more())) {
    if (!isAscii(window.unused)) break;
    yield window.take(window.length);
  }
  const isUtf8Text = await looksLikeUtf8(window);
  yield* isUtf8Text ? window.rest() : decoded(window.rest(), 'windows-1252');
}

/** More complete UTF-8 sequences than stray bytes: one broken character does not mean another encoding. */
async function looksLikeUtf8(window: ByteWindow): Promise<boolean> {
  // The last sequence may be truncated here; more bytes complete it.
  if (!isUtf8(window.unused)) await window.more();
  const bytes = window.unused;
  if (isUtf8(bytes)) return true;
  let whole = 0;
  let stray = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const length = sequenceLength(bytes, at);
    if (length > 1) whole += 1;
    else if (length === 0) stray += 1;
    at += Math.max(0, length - 1);
  }
  return whole > stray;
}

/** 1 for ASCII, 2 to 4 for a UTF-8 sequence, 0 for a byte that starts none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  for (let behind = 1; behind < length; behind += 1) {
    if (((bytes[at + behind] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}
