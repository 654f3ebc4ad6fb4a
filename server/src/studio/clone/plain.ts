import { oneLine, shortened } from '../text.ts';

/** Text of others on one line, without what hides or steers, and no longer than so many units. */
export function plain(text: string, most: number): string {
  return shortened(oneLine(text.slice(0, most * 4)), most, '…');
}

/** The same as a fact within tags in a prompt: it can neither end what it stands in nor look like text to be shown. */
export function fact(text: string, most: number): string {
  return plain(text.replaceAll(/[<>"“”„`[\]{}]+/g, ' '), most);
}
