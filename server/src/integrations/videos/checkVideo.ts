import { InvalidImage } from '../images/checkImage.ts';

export const videoExtensions = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
} as const;

export type VideoType = keyof typeof videoExtensions;

interface VideoInfo {
  readonly type: VideoType;
  readonly width: number;
  readonly height: number;
}

/**
 * Verifies that a file is a complete MP4, QuickTime or WebM with a picture, by its structure; the declared type is
 * ignored. Nothing is decoded.
 */
export function checkVideo(bytes: Buffer): VideoInfo {
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return checkMp4(bytes);
  if (bytes.length > 4 && bytes.readUInt32BE(0) === ids.header) return checkWebm(bytes);
  throw new InvalidImage('The file is not an MP4, QuickTime or WebM video.');
}

function damagedVideo(): InvalidImage {
  return new InvalidImage('The video is damaged or incomplete.');
}

/** Against files of millions of empty parts. */
const maxParts = 100_000;

interface Part {
  readonly type: string;
  readonly content: Buffer;
}

function* listBoxes(bytes: Buffer): Generator<Part> {
  for (let at = 0, count = 0; at < bytes.length; count += 1) {
    if (at + 8 > bytes.length || count === maxParts) throw damagedVideo();
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1;
    if (isLong && at + 16 > bytes.length) throw damagedVideo();
    const rest = short === 0 ? bytes.length - at : short;
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : rest;
    const start = at + (isLong ? 16 : 8);
    if (at + length > bytes.length || at + length < start) throw damagedVideo();
    yield { type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(start, at + length) };
    at += length;
  }
}

function checkMp4(bytes: Buffer): VideoInfo {
  const boxes = [...listBoxes(bytes)];
  const brand = boxes[0]?.content.toString('latin1', 0, 4) ?? '';
  const movie = boxes.find(({ type }) => type === 'moov');
  if (movie === undefined || !boxes.some(({ type }) => type === 'mdat')) throw damagedVideo();
  for (const track of listBoxes(movie.content)) {
    if (track.type !== 'trak') continue;
    const header = [...listBoxes(track.content)].find(({ type }) => type === 'tkhd')?.content;
    // The last two numbers, with 16 bits after the point; sound has no size.
    if (header === undefined || header.length < 84) continue;
    const width = Math.round(header.readUInt32BE(header.length - 8) / 65_536);
    const height = Math.round(header.readUInt32BE(header.length - 4) / 65_536);
    if (width > 0 && height > 0) {
      return { type: brand === 'qt  ' ? 'video/quicktime' : 'video/mp4', width, height };
    }
  }
  throw new InvalidImage('The file has no video track.');
}

/** Of the elements of WebM. */
const ids = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  entry: 0xae,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
};

interface Element {
  readonly id: number;
  readonly content: Buffer;
}

/** Elements until one of unknown length, which live recordings have; it takes the rest. */
function* listElements(bytes: Buffer): Generator<Element> {
  for (let at = 0, count = 0; at < bytes.length; count += 1) {
    if (count === maxParts) throw damagedVideo();
    const id = readNumber(bytes, at, true);
    const length = readNumber(bytes, at + id.bytes, false);
    const start = at + id.bytes + length.bytes;
    const isUnknown = length.value === 2 ** (7 * length.bytes) - 1;
    const end = isUnknown ? bytes.length : start + length.value;
    if (end > bytes.length) throw damagedVideo();
    yield { id: id.value, content: bytes.subarray(start, end) };
    at = end;
  }
}

function readNumber(bytes: Buffer, at: number, withMarker: boolean): { value: number; bytes: number } {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) throw damagedVideo();
  let value = withMarker ? first : first & (0xff >> length);
  for (let index = 1; index < length; index += 1) value = value * 256 + (bytes[at + index] ?? 0);
  return { value, bytes: length };
}

function checkWebm(bytes: Buffer): VideoInfo {
  const segment = [...listElements(bytes)].find(({ id }) => id === ids.segment);
  if (segment === undefined) throw damagedVideo();
  for (const tracks of listElements(segment.content)) {
    if (tracks.id !== ids.tracks) continue;
    for (const entry of listElements(tracks.content)) {
      const video = entry.id === ids.entry ? findElement(entry.content, ids.video) : undefined;
      if (video === undefined) continue;
      const width = readSize(video, ids.width);
      const height = readSize(video, ids.height);
      if (width > 0 && height > 0) return { type: 'video/webm', width, height };
    }
    break;
  }
  throw new InvalidImage('The file has no video track.');
}

function findElement(bytes: Buffer, wanted: number): Buffer | undefined {
  return [...listElements(bytes)].find(({ id }) => id === wanted)?.content;
}

function readSize(video: Buffer, id: number): number {
  const content = findElement(video, id);
  return content === undefined || content.length === 0 || content.length > 4
    ? 0
    : content.readUIntBE(0, content.length);
}
