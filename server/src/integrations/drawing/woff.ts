import { inflateSync } from 'node:zlib';

interface Table {
  readonly tag: string;
  readonly checksum: number;
  readonly data: Buffer;
}

const headerBytes = 44;
const entryBytes = 20;

/** The tables of a WOFF file, decompressed. */
export function* tablesOf(woff: Buffer): Generator<Table> {
  const tables = woff.readUInt16BE(12);
  for (let index = 0; index < tables; index += 1) {
    const entry = headerBytes + index * entryBytes;
    const [at = 0, stored = 0, length = 0, checksum = 0] = [4, 8, 12, 16].map((field) =>
      woff.readUInt32BE(entry + field),
    );
    const data = woff.subarray(at, at + stored);
    yield {
      tag: woff.toString('latin1', entry, entry + 4),
      checksum,
      data: stored === length ? data : inflateSync(data),
    };
  }
}

/** Converts WOFF to the original TrueType or OpenType file. */
export function unpackWoff(woff: Buffer): Buffer {
  const tables = [...tablesOf(woff)];
  const header = Buffer.alloc(12 + 16 * tables.length);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(tables.length, 4);
  const parts: Buffer[] = [header];
  let at = header.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = 12 + 16 * index;
    header.write(tag, entry, 'latin1');
    [checksum, at, data.length].forEach((value, field) => header.writeUInt32BE(value, entry + 4 + 4 * field));
    const padded = Buffer.alloc(Math.ceil(data.length / 4) * 4);
    data.copy(padded);
    parts.push(padded);
    at += padded.length;
  }
  return Buffer.concat(parts);
}
