import { crc32 } from 'node:zlib';

interface ReadEntry {
  readonly name: string;
  readonly modified: string;
  readonly content: Buffer;
}

/** Reads a zip file of stored entries from its end, as programs do; throws if a checksum or a length is wrong. */
export function readZip(zip: Buffer): ReadEntry[] {
  const end = zip.length - 22;
  expectNumber(zip.readUInt32LE(end), 0x0605_4b50);
  const found: ReadEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    expectNumber(zip.readUInt32LE(at), 0x0201_4b50);
    const [time, date] = [zip.readUInt16LE(at + 12), zip.readUInt16LE(at + 14)];
    const [checksum, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)];
    const length = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + length);
    const header = zip.readUInt32LE(at + 42);
    expectNumber(zip.readUInt32LE(header), 0x0403_4b50);
    expectNumber(zip.readUInt32LE(header + 14), checksum);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const content = zip.subarray(start, start + size);
    expectNumber(crc32(content), checksum);
    found.push({ name, modified: `${day(date)} ${clock(time)}`, content });
    at += 46 + length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  expectNumber(at, end);
  return found;
}

function expectNumber(found: number, expected: number): void {
  if (found !== expected) throw new Error(`The zip has ${found} instead of ${expected}.`);
}

const two = (value: number): string => String(value).padStart(2, '0');
const day = (date: number): string => `${1980 + (date >> 9)}-${two((date >> 5) & 15)}-${two(date & 31)}`;
const clock = (time: number): string => `${two(time >> 11)}:${two((time >> 5) & 63)}:${two((time & 31) * 2)}`;
