import { cleanLine, truncateText } from '../text.ts';

/** Untrusted text as one clean line of at most `most` UTF-16 units. */
export function toPlainLine(text: string, most: number): string {
  return truncateText(cleanLine(text.slice(0, most * 4)), most, '…');
}

/** The same for use inside tags of a prompt: it cannot close the tag or look like quoted text. */
export function toPromptFact(text: string, most: number): string {
  return toPlainLine(text.replaceAll(/[<>"“”„`[\]{}]+/g, ' '), most);
}
