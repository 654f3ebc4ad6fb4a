import { setImmediate as nextTurn } from 'node:timers/promises';
import { addGrams } from './characterGrams.ts';
import { hasLetter, maxTextLength, quantise, type Embedder } from './embedder.ts';
import functionWordLists from './functionWords.json' with { type: 'json' };
import { splitIntoPieces, readStaticTable, type StaticTable } from './staticTable.ts';
import { splitWords, type Word } from './words.ts';

/** Works from sources and from the build, which are at the same depth below `server`. */
const shippedTable = new URL('../../../assets/embeddings-static-v1.bin', import.meta.url);
/**
 * Function words of other large languages in Latin script. The table weighs words by their frequency in English, where
 * `und` and `avec` look rare and thus important. Without accents, and without words that mean something in English ads,
 * such as `hat`, `fur`, `pour`, `plus` and `son`.
 */
const functionWords = new Set(
  Object.values(functionWordLists).flatMap((lines) => lines.join(' ').split(' ')),
);
/** About the weight of `the` in the table. */
const functionWordWeight = 0.01;
/** A few milliseconds of work before yielding, so that an import does not block requests. */
const textsPerTurn = 64;

let shipped: Promise<StaticTable> | undefined;

/** Needs only an 8 MB file, which is read once on first use. */
export function staticEmbedder(): Embedder {
  return {
    model: 'magpie-static@1',
    dimensions: 256,
    batchSize: 8000,
    async embed(texts) {
      const table = await (shipped ??= readStaticTable(shippedTable));
      const vectors: Int8Array[] = [];
      for (const text of texts) {
        vectors.push(embedText(text, table));
        if (vectors.length % textsPerTurn === 0) await nextTurn();
      }
      return vectors;
    },
  };
}

/** The sum of the word vectors. Common words have short vectors in the table, so they weigh little. */
function embedText(text: string, table: StaticTable): Int8Array {
  const sum = new Float64Array(table.dimensions);
  const head = text.slice(0, maxTextLength);
  if (hasLetter(head)) for (const word of splitWords(head)) addWord(sum, word, table);
  return quantise(sum);
}

function addWord(sum: Float64Array, word: Word, table: StaticTable): void {
  const pieces = word.script === 'latin' ? splitIntoPieces(word.text, table.vocabulary) : undefined;
  if (pieces === undefined) return addGrams(sum, word);
  const weight = functionWords.has(word.text) ? functionWordWeight : 1;
  for (const piece of pieces) addRow(sum, piece, weight, table);
}

function addRow(sum: Float64Array, piece: number, weight: number, table: StaticTable): void {
  const { rows, scales, dimensions } = table;
  const scale = weight * (scales[piece] ?? 0);
  const from = piece * dimensions;
  for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + (rows[from + at] ?? 0) * scale;
}
