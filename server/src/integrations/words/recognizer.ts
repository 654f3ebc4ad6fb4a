import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Text that a machine read in a picture. */
export interface PictureLine {
  readonly text: string;
  /** 0 to 1: the mean of its words, as the recognizer estimates it. */
  readonly confidence: number;
}

/** Luma of each pixel, row by row. */
export interface GrayPicture {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** What we use of Tesseract, compiled to WebAssembly. */
interface TesseractApi {
  Init(folder: string, language: string, engineMode: number): number;
  SetVariable(name: string, value: string): boolean;
  SetImageFile(orientation: number, angle: number, upscale: number): number;
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
}

interface Tesseract {
  readonly FS: { writeFile(path: string, content: Uint8Array): void };
  readonly TessBaseAPI: new () => TesseractApi;
}

type OpenTesseract = (options: {
  readonly wasmBinary: Uint8Array;
  readonly print: () => void;
  readonly printErr: () => void;
}) => Promise<Tesseract>;

const assets = new URL('../../../assets/words/', import.meta.url);
const recognizer = 'tesseract-core-simd-lstm';
/** Together they read all languages in Latin letters, English better than its own model does; see docs/decisions/0063. */
const languages = ['deu', 'fra'];
/** The neural network; the models have nothing else. */
const lstmOnly = 1;
/** Finds blocks, columns and lines by itself. */
const automaticLayout = '3';
/** It reads the file of this name. */
const inputFile = '/input';

/** Stored with the words: the recognizer that read them. */
export const recognizerModel = 'tesseract-5-deu-fra';

/** In percent. Of the words below it, most are wrong; see docs/decisions/0063. */
const minConfidence = 70;

export type ReadLines = (picture: GrayPicture) => readonly PictureLine[];

export async function openRecognizer(): Promise<ReadLines> {
  const file = fileURLToPath(new URL(`${recognizer}.cjs`, assets));
  const open = createRequire(import.meta.url)(file) as OpenTesseract;
  const { FS, TessBaseAPI } = await open({
    wasmBinary: readPacked(`${recognizer}.wasm.gz`),
    print: () => undefined,
    printErr: () => undefined,
  });
  for (const language of languages) {
    FS.writeFile(`${language}.traineddata`, readPacked(`${language}.traineddata.gz`));
  }
  const api = new TessBaseAPI();
  if (api.Init('.', languages.join('+'), lstmOnly) !== 0) {
    throw new Error('The models that read words cannot be opened.');
  }
  api.SetVariable('tessedit_pageseg_mode', automaticLayout);
  return (picture) => {
    FS.writeFile(inputFile, toGraymap(picture));
    if (api.SetImageFile(1, 0, 1) !== 0) throw new Error('The picture cannot be passed to the recognizer.');
    api.Recognize(null);
    return toLines(api.GetTSVText(0));
  };
}

function readPacked(name: string): Uint8Array {
  return gunzipSync(readFileSync(new URL(name, assets)));
}

/** The simplest file that holds pixels: a header, then the pixels. */
function toGraymap({ pixels, width, height }: GrayPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels]);
}

const wordLevel = '5';
const wordOrNumber = /[\p{L}\p{N}]/u;

/**
 * A row of the table is a page, block, paragraph, line or word. Columns: level, page, block, paragraph, line, word, left, top,
 * width, height, confidence, text.
 */
export function toLines(table: string): PictureLine[] {
  const lines = new Map<string, { readonly text: string; readonly confidence: number }[]>();
  for (const row of table.split('\n')) {
    const [level, page, block, paragraph, line, , , , , , percent, text = ''] = row.split('\t');
    const confidence = Number(percent);
    if (level !== wordLevel || confidence < minConfidence || !wordOrNumber.test(text)) continue;
    const place = [page, block, paragraph, line].join(' ');
    const words = lines.get(place) ?? [];
    lines.set(place, words);
    words.push({ text: text.trim(), confidence });
  }
  return [...lines.values()].map((words) => ({
    text: words.map(({ text }) => text).join(' '),
    confidence: Math.round(words.reduce((sum, each) => sum + each.confidence, 0) / words.length) / 100,
  }));
}
