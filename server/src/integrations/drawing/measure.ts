import type { StyledText } from './picture.ts';
import { shapeLine } from './shaping.ts';
import { keepSupported } from './typefaces.ts';
import { splitWord, splitWords } from './words.ts';

/** A word and its width, as a multiple of the font size. */
export interface MeasuredWord {
  readonly text: string;
  readonly width: number;
  /** The width of the space after it; 0 without one. */
  readonly space: number;
  /** A long word in parts of a few letters. */
  readonly pieces: readonly { readonly text: string; readonly width: number }[];
}

/** A text without unsupported characters; no words if nothing is left. */
export interface MeasuredText {
  readonly text: string;
  readonly words: readonly MeasuredWord[];
}

/** Measures all words of a text as they will be rendered. Runs in the worker. */
export async function measureText(lettering: StyledText): Promise<MeasuredText> {
  const { text } = keepSupported(lettering.text, lettering.weight, lettering.language);
  const widthOf = async (part: string): Promise<number> =>
    (await shapeLine({ ...lettering, text: part })).width;
  const space = (await widthOf('n n')) - (await widthOf('nn'));
  const words: MeasuredWord[] = [];
  for (const word of splitWords(text)) {
    const pieces = await Promise.all(
      splitWord(word.text).map(async (piece) => ({ text: piece, width: await widthOf(piece) })),
    );
    words.push({ text: word.text, width: await widthOf(word.text), space: word.space ? space : 0, pieces });
  }
  return { text, words };
}
