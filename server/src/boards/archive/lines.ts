import { createHash, type Hash } from 'node:crypto';
import { describeIssues } from '@magpie/contract';
import type { z } from 'zod';
import { MagpieError } from '@magpie/contract/errors';
import { parseJson } from '../../integrations/json.ts';

/** Longer than any saved ad: what can be captured is a few megabytes at most. */
const longestLine = 64 * 1024 * 1024;
const newLine = 0x0a;

/** How many bytes went by, and their digest. */
export class Measure {
  bytes = 0;
  readonly #hash: Hash = createHash('sha256');

  add(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
  }

  /** Asked once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}

/** What a line says, and how long it is. */
export interface Line<Item> {
  readonly record: Item;
  readonly bytes: number;
}

/** The lines of a member, each held to its schema. */
export async function* readLines<Schema extends z.ZodType>(
  name: string,
  content: AsyncIterable<Buffer>,
  schema: Schema,
): AsyncGenerator<Line<z.output<Schema>>> {
  let number = 0;
  for await (const line of split(name, content)) {
    number += 1;
    yield { record: readLine(`${name}, line ${number},`, line, schema), bytes: line.length };
  }
}

/** Records some at a time, no more of them and no longer together than told; one that is longer comes alone. */
export async function* inBatches<Item>(
  lines: AsyncIterable<Line<Item>>,
  most: { readonly records: number; readonly bytes: number },
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  let held = 0;
  for await (const { record, bytes } of lines) {
    if (batch.length === most.records || (batch.length > 0 && held + bytes > most.bytes)) {
      yield batch;
      [batch, held] = [[], 0];
    }
    batch.push(record);
    held += bytes;
  }
  if (batch.length > 0) yield batch;
}

function readLine<Schema extends z.ZodType>(where: string, line: Buffer, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(line, where));
  if (parsed.success) return parsed.data;
  const [issue] = describeIssues(parsed.error, { input: schema });
  throw new MagpieError('BAD_REQUEST', `${where} is not right: ${issue?.message ?? 'it has another form'}.`);
}

async function* split(name: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let held = 0;
  for await (const chunk of content) {
    let start = 0;
    for (let end = chunk.indexOf(newLine); end >= 0; end = chunk.indexOf(newLine, start)) {
      yield Buffer.concat([...pieces, chunk.subarray(start, end)]);
      [pieces, held] = [[], 0];
      start = end + 1;
    }
    pieces.push(chunk.subarray(start));
    held += chunk.length - start;
    if (held > longestLine) {
      throw new MagpieError('BAD_REQUEST', `${name} holds a line of more than 64 MB, which no ad has.`);
    }
  }
  if (held > 0) throw new MagpieError('BAD_REQUEST', `${name} does not end with a line break.`);
}
