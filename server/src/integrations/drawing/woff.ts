import { inflateSync } from 'node:zlib';

interface Table {
  readonly tag: string;
  readonly checksum: number;
  readonly data: Buffer;
}

const headerBytes = 44;
const entryBytes = 20;

/** The tables of a WOFF file, decompressed. */
function* readTables(woff: Buffer): Generator<Table> {
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
  const tables = [...readTables(woff)];
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

/** The code points that a WOFF file supports, read from its `cmap` table. */
export function codePointsOfFont(woff: Buffer): ReadonlySet<number> {
  const table = characterMap(woff);
  const letters = new Set<number>();
  const encodings = table.readUInt16BE(2);
  for (let index = 0; index < encodings; index += 1) {
    const map = table.subarray(table.readUInt32BE(4 + index * 8 + 4));
    const format = map.readUInt16BE(0);
    if (format === 4) addSegments(map, letters);
    if (format === 12) addGroups(map, letters);
  }
  return letters;
}

function characterMap(woff: Buffer): Buffer {
  for (const { tag, data } of readTables(woff)) {
    if (tag === 'cmap') return data;
  }
  throw new Error('This font has no cmap table.');
}

/** cmap format 4: parallel arrays of segment ends, starts, deltas and glyph offsets. */
function addSegments(map: Buffer, letters: Set<number>): void {
  const bytes = map.readUInt16BE(6);
  const [ends, starts, deltas, places] = [14, 16 + bytes, 16 + 2 * bytes, 16 + 3 * bytes] as const;
  for (let at = 0; at < bytes; at += 2) {
    const [start, delta] = [map.readUInt16BE(starts + at), map.readUInt16BE(deltas + at)];
    const place = map.readUInt16BE(places + at);
    for (let code = start; code <= map.readUInt16BE(ends + at); code += 1) {
      const glyph =
        place === 0 ? (code + delta) % 0x1_00_00 : map.readUInt16BE(places + at + place + (code - start) * 2);
      // The last segment only ends the list.
      if (glyph !== 0 && code !== 0xff_ff) letters.add(code);
    }
  }
}

function addGroups(map: Buffer, letters: Set<number>): void {
  const groups = map.readUInt32BE(12);
  for (let group = 0; group < groups; group += 1) {
    const [first, last] = [map.readUInt32BE(16 + group * 12), map.readUInt32BE(20 + group * 12)];
    for (let code = first; code <= last; code += 1) letters.add(code);
  }
}
