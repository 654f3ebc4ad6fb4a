import { parseUrl } from '@magpie/contract';
import { cleanLine, truncateText } from '../text.ts';
import { readHtml, textOf } from './html.ts';

const markup = /<[a-z/!]|&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i;

/** Plain text on one line: no tags, entities or control characters, single spaces. */
export function plainText(text: string, most: number): string {
  let plain = text.slice(0, 20 * most);
  // Twice, because some shops escape twice.
  for (let times = 0; times < 2 && markup.test(plain); times += 1) plain = textOf(readHtml(plain)[0]);
  return truncateText(cleanLine(plain.slice(0, 8 * most)), most);
}

/** Resolves a URL in a page; null if a product could not have it. */
export function absoluteUrl(text: string, base: string): string | null {
  const said = text.trim();
  const isPlain = said.length <= 4096 && !/[\p{Cc}\p{Cf}\ufffd]/u.test(said);
  const url = isPlain ? parseUrl(said, new URL(base)) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return null;
  }
  url.hash = '';
  // The URL parser leaves backslashes in a query, where other parsers reject them.
  const address = url.href.replaceAll('\\', '%5C');
  return address.length <= 2048 ? address : null;
}
