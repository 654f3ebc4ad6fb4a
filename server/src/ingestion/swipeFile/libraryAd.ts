import { type Platform, platformTable } from '@magpie/contract/platforms';
import { readUrl } from '@magpie/sources/mapping/fields';

export interface LibraryAd {
  /** The same as from an importer: `meta:1234`. */
  readonly key: string;
  readonly externalId: string;
  /** The same as from an importer where the id is enough to build it. */
  readonly sourceUrl: string;
  /** Null for Google, whose ads run on YouTube, in search and elsewhere. */
  readonly platform: Platform | null;
}

export function libraryAdAt(address: string): LibraryAd | null {
  const clean = readUrl(address, 2048);
  if (clean === null) return null;
  const { protocol, host, pathname, search } = new URL(clean);
  const found = platformTable.findLibraryAd(`${protocol}//${host}${pathname}${search}`);
  return found && { ...found, sourceUrl: found.sourceUrl ?? `https://${host}${pathname}` };
}

/** With or without a scheme; ends at white space, commas, semicolons, brackets and quotation marks. */
const written = new RegExp(
  String.raw`(?:https?:\/\/|(?<![\w.@/-])(?=(?:[\w-]+\.)*${platformTable.libraryDomains}\/))[^\s"'<>,;|()[\]{}\\\x60]+`,
  'gi',
);
const maxInText = 1000;

/** Every address in a text; library addresses also without https. */
export function findUrls(text: string): string[] {
  return [...text.matchAll(written)]
    .slice(0, maxInText)
    .map(([address]) => (/^https?:/i.test(address) ? address : `https://${address}`));
}
