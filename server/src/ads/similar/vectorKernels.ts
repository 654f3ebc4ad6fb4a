import { compiledKernels } from './vectorKernels.wasm.ts';

type Multiply = (
  numbers: number,
  numbersEnd: number,
  vectors: number,
  vectorSize: number,
  query: number,
  queryEnd: number,
  products: number,
) => void;

/** The functions of `vectorKernels.wat`, which describes them. */
export interface VectorKernels {
  readonly countDifferences: (
    signs: number,
    signsEnd: number,
    query: number,
    queryEnd: number,
    distances: number,
    counts: number,
  ) => void;
  readonly selectWithin: (distances: number, distancesEnd: number, farthest: number, found: number) => number;
  readonly multiplyBytes: Multiply;
  readonly multiplyFloats: Multiply;
}

interface Memory {
  /** Replaced when the memory grows. */
  readonly buffer: ArrayBuffer;
  readonly grow: (pages: number) => number;
}

/** Of the global object; the types of Node.js lack it. */
declare const WebAssembly: {
  readonly Memory: new (limits: { initial: number; maximum: number }) => Memory;
  readonly Module: new (compiled: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: { vectors: { memory: Memory } },
  ) => { readonly exports: VectorKernels };
};

/** Only address space is reserved for the maximum, 1 GiB. */
const maxPages = 16_384;
const compiled = new WebAssembly.Module(Buffer.from(compiledKernels, 'base64'));

export const pageBytes = 65_536;

/** The kernels and the memory in which they work. */
export function createVectorMemory() {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: maxPages });
  const { exports: kernels } = new WebAssembly.Instance(compiled, { vectors: { memory } });
  return { memory, kernels };
}
