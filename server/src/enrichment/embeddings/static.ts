import { setImmediate as nextTurn } from 'node:timers/promises';
import { addGrams } from './characterGrams.ts';
import { hasLetter, maxTextLength, quantise, type Embedder } from './embedder.ts';
import functionWordLists from './functionWords.json' with { type: 'json' };
import { splitIntoPieces, readStaticTable, type StaticTable } from './staticTable.ts';
import { subjectNames, subjectsOfWord } from './subjects.ts';
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
/**
 * A word of several pieces is a name, or of another language: two texts of one language share pieces whatever they are
 * about.
 */
const splitWordWeight = 0.1;
/** Of a subject, compared with the mean length 1 of the vectors of words. Chosen with `evals/src/similar`. */
const subjectWeight = 4;
/** Texts without a subject, such as calls to action, count less among the texts of an advertiser. */
const generalTextWeight = 0.2;
/** A few milliseconds of work before yielding, so that an import does not block requests. */
const textsPerTurn = 64;

interface Model {
  readonly table: StaticTable;
  /** Unit vectors, by number. */
  readonly subjects: readonly Float64Array[];
}

let shipped: Promise<Model> | undefined;

/** Needs only an 8 MB file, which is read once on first use. */
export function staticEmbedder(): Embedder {
  return {
    model: 'magpie-static@2',
    dimensions: 256,
    batchSize: 8000,
    async embed(texts) {
      const model = await (shipped ??= loadModel());
      const vectors: Int8Array[] = [];
      for (const text of texts) {
        vectors.push(embedText(text, model));
        if (vectors.length % textsPerTurn === 0) await nextTurn();
      }
      return vectors;
    },
  };
}

async function loadModel(): Promise<Model> {
  const table = await readStaticTable(shippedTable);
  return { table, subjects: subjectNames.map((name) => embedSubject(name, table)) };
}

function embedSubject(name: string, table: StaticTable): Float64Array {
  const sum = new Float64Array(table.dimensions);
  for (const word of splitWords(name)) {
    const own = new Float64Array(table.dimensions);
    addWord(own, word, table);
    add(sum, own, 1 / Math.hypot(...own));
  }
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

/** The sum of the vectors of words and of their subjects. Common words have short vectors in the table, so they weigh little. */
function embedText(text: string, { table, subjects }: Model): Int8Array {
  const sum = new Float64Array(table.dimensions);
  const head = text.slice(0, maxTextLength);
  let hasSubject = false;
  for (const word of hasLetter(head) ? splitWords(head) : []) {
    addWord(sum, word, table);
    const found = subjectsOfWord(word);
    for (const subject of found) add(sum, subjects[subject] ?? [], subjectWeight / found.length);
    hasSubject ||= found.length > 0;
  }
  return quantise(sum, hasSubject ? 1 : generalTextWeight);
}

function addWord(sum: Float64Array, word: Word, table: StaticTable): void {
  const pieces = word.script === 'latin' ? splitIntoPieces(word.text, table.vocabulary) : undefined;
  if (pieces === undefined) return addGrams(sum, word);
  const weight = functionWords.has(word.text) ? functionWordWeight : pieces.length > 1 ? splitWordWeight : 1;
  for (const piece of pieces) addRow(sum, piece, weight, table);
}

function add(sum: Float64Array, vector: ArrayLike<number>, weight: number): void {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0) * weight;
}

function addRow(sum: Float64Array, piece: number, weight: number, table: StaticTable): void {
  const { rows, scales, dimensions } = table;
  const scale = weight * (scales[piece] ?? 0);
  const from = piece * dimensions;
  for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + (rows[from + at] ?? 0) * scale;
}
