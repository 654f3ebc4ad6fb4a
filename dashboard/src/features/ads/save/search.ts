import { textLimits } from '@magpie/contract/limits';
import { omitUndefined, parseSearchText, type SearchParams } from '../../../lib/searchParams.ts';

export interface SaveSearch {
  /** The address of the page. */
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  /** The address of its picture (`og:image`). */
  readonly image?: string | undefined;
  /** The name of its site (`og:site_name`). */
  readonly site?: string | undefined;
}

/** What the bookmarklet read from a page. */
export function readSaveSearch({ url, title, image, site }: SearchParams): SaveSearch {
  return omitUndefined({
    url: parseAddress(url, textLimits.url),
    title: parseSearchText(title),
    image: parseAddress(image, textLimits.mediaUrl),
    site: parseSearchText(site, textLimits.companyName),
  });
}

function parseAddress(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string' || value.length > maxLength || !/^https?:\/\//i.test(value)) return undefined;
  return URL.canParse(value) ? value : undefined;
}
