import satori from 'satori';
import type { Weight } from './picture.ts';
import { fontsOf } from './fonts.ts';
import { writableText } from './typefaces.ts';
import { piecesOf, wordsOf } from './words.ts';

export interface TextToMeasure {
  readonly text: string;
  readonly weight: Weight;
  readonly language: string | null;
}

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

const size = 100;

/** Measures all words of some texts as they will be drawn. Like drawing, it is done in the thread. */
export async function measureTexts(texts: readonly TextToMeasure[]): Promise<MeasuredText[]> {
  const written = texts.map(({ text, weight, language }) => {
    const { text: kept, fonts } = writableText(text, weight, language);
    const words = wordsOf(kept).map((word) => ({ ...word, pieces: piecesOf(word.text) }));
    return { text: kept, fonts, words };
  });
  const widths = await widthsOf(
    written.flatMap(({ fonts, words }) => {
      const family = fonts.map(({ name }) => name).join(', ');
      const all = words.flatMap(({ text, pieces }) => [text, ...pieces]);
      return ['n n', 'nn', ...all].map((text) => ({ text, family }));
    }),
    fontsOf(written.flatMap(({ fonts }) => fonts)),
  );
  let at = 0;
  const next = (): number => (widths[at++] ?? 0) / size;
  return written.map(({ text, words }) => {
    const space = next() - next();
    return {
      text,
      words: words.map((word) => ({
        text: word.text,
        width: next(),
        space: word.space ? space : 0,
        pieces: word.pieces.map((piece) => ({ text: piece, width: next() })),
      })),
    };
  });
}

interface Sample {
  readonly text: string;
  readonly family: string;
}

async function widthsOf(samples: readonly Sample[], fonts: ReturnType<typeof fontsOf>): Promise<number[]> {
  const widths: number[] = [];
  const children = samples.map(({ text, family }) => ({
    type: 'div',
    key: null,
    props: {
      style: {
        display: 'flex',
        position: 'absolute',
        fontSize: size,
        whiteSpace: 'nowrap',
        ...(family === '' ? {} : { fontFamily: family }),
      },
      children: text,
    },
  }));
  const root = { type: 'div', key: null, props: { style: { display: 'flex', ...canvas }, children } };
  await satori(root as Parameters<typeof satori>[0], {
    ...canvas,
    fonts,
    embedFont: false,
    onNodeDetected: ({ width, textContent }) => {
      if (textContent !== undefined) widths.push(width);
    },
  });
  return widths;
}

/** Wider than any word, so that none is squeezed. */
const canvas = { width: 100_000, height: 1000 };
