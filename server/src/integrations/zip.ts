import { crc32 } from 'node:zlib';

export interface ZipEntry {
  /** Unique in the file; without slashes. */
  readonly name: string;
  readonly modifiedAt: Date;
  readonly content: Buffer;
}

/** Of the format without its 64-bit extension. */
const maxBytes = 0xffff_ffff;
const maxEntries = 0xffff;
/** Names are UTF-8. */
const flags = 0x0800;
const version = 20;

/** A zip file of entries that are stored uncompressed, since images and videos are compressed already. */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let position = 0;
  for await (const { name, modifiedAt, content } of entries) {
    const title = Buffer.from(name);
    const facts = describeEntry(title, modifiedAt, content);
    const header = Buffer.concat([numbers([4, 0x0403_4b50], [2, version]), facts, numbers([2, 0]), title]);
    const record = numbers([4, 0x0201_4b50], [2, version], [2, version]);
    const place = numbers([2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, position]);
    directory.push(Buffer.concat([record, facts, place, title]));
    position += header.length + content.length;
    if (position > maxBytes || directory.length > maxEntries) throw new RangeError('The zip is too large.');
    yield header;
    yield content;
  }
  const index = Buffer.concat(directory);
  const count = directory.length;
  const end = [
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
  ] as const;
  yield Buffer.concat([index, numbers(...end, [4, index.length], [4, position], [2, 0])]);
}

/** The part that the header of an entry and its record in the directory have in common. */
function describeEntry(title: Buffer, modifiedAt: Date, content: Buffer): Buffer {
  const [date, time] = dosTime(modifiedAt);
  const size = content.length;
  const head = numbers([2, flags], [2, 0], [2, time], [2, date]);
  return Buffer.concat([head, numbers([4, crc32(content)], [4, size], [4, size], [2, title.length])]);
}

/** In UTC, from 1980. */
function dosTime(at: Date): readonly [date: number, time: number] {
  const year = Math.max(0, at.getUTCFullYear() - 1980);
  return [
    (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  ];
}

function numbers(...values: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    values.map(([size, value]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUIntLE(value, 0, size);
      return bytes;
    }),
  );
}
