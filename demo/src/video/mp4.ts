interface Movie {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly sequence: Uint8Array;
  readonly picture: Uint8Array;
  /** Units of H.264, one per frame; only the first is a key frame. */
  readonly frames: readonly Uint8Array[];
}

/** Of the movie and its track. */
const timescale = 1000;

/** An MP4 file with one H.264 track. The index comes first, so that playing starts before the end is loaded. */
export function writeMp4(movie: Movie): Buffer {
  const samples = movie.frames.map((frame) => Buffer.concat([numbers(4, frame.length), frame]));
  const type = box('ftyp', text('isom'), numbers(4, 512), text('isomiso2avc1mp41'));
  // Its size does not depend on the position of the samples.
  const length = type.length + index(movie, samples, 0).length;
  return Buffer.concat([type, index(movie, samples, length + 8), box('mdat', ...samples)]);
}

function index(movie: Movie, samples: readonly Buffer[], position: number): Buffer {
  const { width, height, framesPerSecond } = movie;
  const delta = timescale / framesPerSecond;
  const duration = samples.length * delta;
  const matrix = numbers(4, 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
  const movieHeader = fullBox(
    'mvhd',
    0,
    numbers(4, 0, 0, timescale, duration, 0x10000),
    numbers(2, 0x100),
    zeros(10),
    matrix,
    zeros(24),
    numbers(4, 2),
  );
  const trackHeader = fullBox(
    'tkhd',
    3,
    numbers(4, 0, 0, 1, 0, duration),
    zeros(16),
    matrix,
    numbers(4, width * 0x10000, height * 0x10000),
  );
  const mediaHeader = fullBox('mdhd', 0, numbers(4, 0, 0, timescale, duration), numbers(2, 0x55c4, 0));
  const handler = fullBox('hdlr', 0, zeros(4), text('vide'), zeros(12), text('Video\0'));
  const source = box('dinf', fullBox('dref', 0, numbers(4, 1), fullBox('url ', 1)));
  const table = box(
    'stbl',
    fullBox('stsd', 0, numbers(4, 1), sampleEntry(movie)),
    fullBox('stts', 0, numbers(4, 1, samples.length, delta)),
    fullBox('stss', 0, numbers(4, 1, 1)),
    fullBox('stsc', 0, numbers(4, 1, 1, samples.length, 1)),
    fullBox('stsz', 0, numbers(4, 0, samples.length, ...samples.map((sample) => sample.length))),
    fullBox('stco', 0, numbers(4, 1, position)),
  );
  const information = box('minf', fullBox('vmhd', 1, zeros(8)), source, table);
  return box('moov', movieHeader, box('trak', trackHeader, box('mdia', mediaHeader, handler, information)));
}

function sampleEntry({ width, height, sequence, picture }: Movie): Buffer {
  const configuration = box(
    'avcC',
    numbers(1, 1, sequence[1] ?? 0, sequence[2] ?? 0, sequence[3] ?? 0, 0xff, 0xe1),
    numbers(2, sequence.length),
    sequence,
    numbers(1, 1),
    numbers(2, picture.length),
    picture,
  );
  return box(
    'avc1',
    zeros(6),
    numbers(2, 1),
    zeros(16),
    numbers(2, width, height),
    numbers(4, 0x480000, 0x480000, 0),
    numbers(2, 1),
    zeros(32),
    numbers(2, 24, 0xffff),
    configuration,
  );
}

function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([numbers(4, length), text(type), ...content]);
}

function fullBox(type: string, flags: number, ...content: readonly Uint8Array[]): Buffer {
  return box(type, numbers(4, flags), ...content);
}

function numbers(size: 1 | 2 | 4, ...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * size);
  for (const [at, value] of values.entries()) bytes.writeUIntBE(value, at * size, size);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.from(value, 'latin1');
}

function zeros(count: number): Buffer {
  return Buffer.alloc(count);
}
