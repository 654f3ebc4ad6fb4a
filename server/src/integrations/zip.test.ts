import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readZip } from '../testing/readZip.ts';
import { type ZipEntry, writeZip } from './zip.ts';

async function* each(entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}

it('any files are found through the directory at the end, with names, sizes and checksums', async () => {
  const content = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
  const entry = fc.record({ name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), content });
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 5 }), async (given) => {
      const modifiedAt = new Date('2026-03-04T05:06:08Z');
      const zip = await buffer(writeZip(each(given.map((one) => ({ ...one, modifiedAt })))));
      expect(readZip(zip)).toEqual(
        given.map(({ name, content: bytes }) => ({ name, modified: '2026-03-04 05:06:08', content: bytes })),
      );
    }),
  );
});
