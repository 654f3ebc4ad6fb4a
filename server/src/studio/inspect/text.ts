import { parsedUrl } from '@magpie/contract';
import { readHtml, textOf } from './html.ts';

/** Controls, and marks that turn the direction of writing; not those that join letters or emoji. */
const unwanted = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\ufffd]/gu;
/** A few marks on a letter are a language; many are a prank, and slow to normalise. */
const manyMarks = /(\p{M}{8})\p{M}+/gu;
const markup = /<[a-z/!]|&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i;

/** Text from a page as one line of plain text: no tags, no entities, no controls, white space folded. */
export function plainText(text: string, most: number): string {
  let plain = text.slice(0, 20 * most);
  // Twice, for shops escape what was escaped already.
  for (let times = 0; times < 2 && markup.test(plain); times += 1) plain = textOf(readHtml(plain)[0]);
  const tidy = plain
    .toWellFormed()
    .replaceAll(unwanted, ' ')
    .slice(0, 8 * most)
    .toWellFormed()
    .replaceAll(manyMarks, '$1')
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return shortened(tidy, most);
}

/** Cut behind a word, where there is one in the last third. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  const cut = characters.slice(0, most + 1).join('');
  const end = cut.lastIndexOf(' ');
  return end > (cut.length * 2) / 3 ? cut.slice(0, end) : characters.slice(0, most).join('');
}

/** For comparing names: letters and digits only, without case. */
export function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** An address in a page as it would be fetched; null for what is none that could be given as one of a product. */
export function absoluteAddress(text: string, base: string): string | null {
  const said = text.trim();
  const isPlain = said.length <= 4096 && !/[\p{Cc}\p{Cf}\ufffd]/u.test(said);
  const url = isPlain ? parsedUrl(said, new URL(base)) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return null;
  }
  url.hash = '';
  // The parser leaves it in a query, where nobody else takes it.
  const address = url.href.replaceAll('\\', '%5C');
  return address.length <= 2048 ? address : null;
}
