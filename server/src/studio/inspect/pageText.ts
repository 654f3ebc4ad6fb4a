import { parsedUrl } from '@magpie/contract';
import { oneLine, shortened } from '../text.ts';
import { readHtml, textOf } from './html.ts';

const markup = /<[a-z/!]|&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i;

/** Text from a page as one line of plain text: no tags, no entities, no controls, white space folded. */
export function plainText(text: string, most: number): string {
  let plain = text.slice(0, 20 * most);
  // Twice, for shops escape what was escaped already.
  for (let times = 0; times < 2 && markup.test(plain); times += 1) plain = textOf(readHtml(plain)[0]);
  return shortened(oneLine(plain.slice(0, 8 * most)), most);
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
