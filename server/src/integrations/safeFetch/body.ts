import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { FetchError } from './fetchError.ts';

export const acceptedEncodings = 'gzip, br';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
};

/**
 * The whole body, decoded. Bytes are counted before and after decoding, so that neither an endless body nor a
 * decompression bomb fills the memory.
 */
export async function readBody(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity') return pipeline(body, limitBytes(maxBytes), concat);
  // At most one encoding: each further one multiplies the size of a decompression bomb.
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (decoder === undefined) {
    throw new FetchError(
      'encoding',
      `The response has an unsupported content encoding; supported are ${acceptedEncodings}.`,
    );
  }
  return pipeline(body, limitBytes(maxBytes), decoder(), limitBytes(maxBytes), concat);
}

export function tooLargeError(maxBytes: number): FetchError {
  return new FetchError('size', `The response is larger than ${maxBytes} bytes.`);
}

function limitBytes(maxBytes: number): (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* counted(source) {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw tooLargeError(maxBytes);
      yield chunk;
    }
  };
}

async function concat(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
