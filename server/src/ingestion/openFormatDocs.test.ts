import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OpenAd } from '@magpie/contract';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { checkAd } from './importing/records.ts';
import { listDocuments, readSegments } from './reading/documents.ts';
import { magpie } from '@magpie/sources/openFormat';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/open-format.md'), 'utf8');
const example = /```json\n(.+)\n```/.exec(page)?.[1] ?? '';

/** The inner type of an optional or nullable field. */
function inner(schema: z.ZodType): z.ZodType {
  const {
    innerType,
    in: before,
    element,
  } = schema.def as {
    innerType?: z.ZodType;
    in?: z.ZodType;
    element?: z.ZodType;
  };
  const next = innerType ?? before ?? element;
  return next === undefined ? schema : inner(next);
}

/** Every field name of the format, nested ones included. */
function fieldNames(schema: z.ZodType): string[] {
  const { shape } = inner(schema) as { shape?: Record<string, z.ZodType> };
  return Object.entries(shape ?? {}).flatMap(([name, field]) => [name].concat(fieldNames(field)));
}

describe('docs/open-format.md', () => {
  it('lists exactly the fields of the format', () => {
    const named = new Set([...page.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(fieldNames(OpenAd).filter((name) => !named.has(name))).toEqual([]);
    const rows = [...page.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/\w+/g)].map(([name]) => name),
    );
    expect(rows.toSorted()).toEqual(Object.keys(OpenAd.shape).toSorted());
  });

  it('has a valid example line', async () => {
    const values: unknown[] = [];
    for await (const segment of readSegments(stream(example))) {
      for (const document of listDocuments(segment)) {
        values.push('value' in document ? document.value : document.problem);
      }
    }
    expect(values.map((value) => magpie.recognises(value))).toEqual([true]);
    expect(checkAd(values[0])).toMatchObject({ ad: { key: 'meta:1234567890', snapshots: { length: 2 } } });
  });
});

async function* stream(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
