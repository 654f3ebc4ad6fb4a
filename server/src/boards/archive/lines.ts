import { describeIssues } from '@magpie/contract';
import type { z } from 'zod';
import { MagpieError } from '@magpie/contract/errors';
import { parseJson } from '../../integrations/json.ts';

/** Larger than any saved ad: a captured ad has at most a few megabytes. */
const maxLineBytes = 64 * 1024 * 1024;
const newLine = 0x0a;

export interface JsonLine<Item> {
  readonly record: Item;
  readonly bytes: number;
}

export async function* readLines<Schema extends z.ZodType>(
  name: string,
  content: AsyncIterable<Buffer>,
  schema: Schema,
): AsyncGenerator<JsonLine<z.output<Schema>>> {
  let number = 0;
  for await (const line of split(name, content)) {
    number += 1;
    yield { record: readLine(`${name}, line ${number},`, line, schema), bytes: line.length };
  }
}

/** Groups records up to these limits; a record above the byte limit forms its own batch. */
export async function* inBatches<Item>(
  lines: AsyncIterable<JsonLine<Item>>,
  most: { readonly records: number; readonly bytes: number },
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  let size = 0;
  for await (const { record, bytes } of lines) {
    if (batch.length === most.records || (batch.length > 0 && size + bytes > most.bytes)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(record);
    size += bytes;
  }
  if (batch.length > 0) yield batch;
}

function readLine<Schema extends z.ZodType>(where: string, line: Buffer, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(line, where));
  if (parsed.success) return parsed.data;
  const [issue] = describeIssues(parsed.error, { input: schema });
  throw new MagpieError('BAD_REQUEST', `${where} is invalid: ${issue?.message ?? 'unexpected format'}.`);
}

async function* split(name: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    let start = 0;
    for (let end = chunk.indexOf(newLine); end >= 0; end = chunk.indexOf(newLine, start)) {
      yield Buffer.concat([...pieces, chunk.subarray(start, end)]);
      [pieces, size] = [[], 0];
      start = end + 1;
    }
    pieces.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > maxLineBytes) {
      throw new MagpieError('BAD_REQUEST', `${name} has a line of more than 64 MB; no ad is that long.`);
    }
  }
  if (size > 0) throw new MagpieError('BAD_REQUEST', `${name} does not end with a line break.`);
}
