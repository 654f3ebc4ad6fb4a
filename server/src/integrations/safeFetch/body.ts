import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { FetchRefused } from './fetchRefused.ts';

/** The encodings that are asked for. */
export const acceptedEncodings = 'gzip, br';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
};

/**
 * The whole body, decoded. Bytes are counted on the wire and again as they come out of the decoder, so that neither a
 * body without an end nor a small one that unpacks to a giant ever fills the memory.
 */
export async function readBody(body: Readable, encoding: string, mostBytes: number): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity') return pipeline(body, atMost(mostBytes), joined);
  // One encoding at most: each further one multiplies what a small body can unpack to.
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (decoder === undefined) {
    throw new FetchRefused(
      'encoding',
      `The answer is not encoded in any way that was asked for: ${acceptedEncodings}.`,
    );
  }
  return pipeline(body, atMost(mostBytes), decoder(), atMost(mostBytes), joined);
}

export function tooLarge(mostBytes: number): FetchRefused {
  return new FetchRefused('size', `The answer is larger than ${mostBytes} bytes.`);
}

function atMost(mostBytes: number): (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* counted(source) {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > mostBytes) throw tooLarge(mostBytes);
      yield chunk;
    }
  };
}

async function joined(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
