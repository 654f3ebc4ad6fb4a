import type { Lettering } from './picture.ts';
import { shapedLine } from './shaping.ts';
import { writableText } from './typefaces.ts';
import { piecesOf, wordsOf } from './words.ts';

/** A word and how wide it is, as a multiple of the size of the letters. */
export interface MeasuredWord {
  readonly text: string;
  readonly width: number;
  /** Of the space after it; 0 where there is none. */
  readonly space: number;
  /** In parts of a few letters, when it is long. */
  readonly pieces: readonly { readonly text: string; readonly width: number }[];
}

/** A text without what no typeface has; without any word where nothing is left. */
export interface MeasuredText {
  readonly text: string;
  readonly words: readonly MeasuredWord[];
}

/** Measures all words of a text as they will be drawn. Like drawing, it is done in the thread. */
export async function measureText(lettering: Lettering): Promise<MeasuredText> {
  const { text } = writableText(lettering.text, lettering.weight, lettering.language);
  const widthOf = async (part: string): Promise<number> =>
    (await shapedLine({ ...lettering, text: part })).width;
  const space = (await widthOf('n n')) - (await widthOf('nn'));
  const words: MeasuredWord[] = [];
  for (const word of wordsOf(text)) {
    const pieces = await Promise.all(
      piecesOf(word.text).map(async (piece) => ({ text: piece, width: await widthOf(piece) })),
    );
    words.push({ text: word.text, width: await widthOf(word.text), space: word.space ? space : 0, pieces });
  }
  return { text, words };
}
