import { BitWriter } from './bits.ts';

/**
 * A minimal H.264 encoder (Constrained Baseline) for a camera that moves over one picture: the first frame stores its
 * pixels uncompressed, each further frame is one motion vector.
 */

const macroblock = 16;

/** The stored picture; its sides are multiples of 16. */
interface StoredPicture {
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel. */
  readonly rgb: Uint8Array;
}

interface Crop {
  readonly width: number;
  readonly height: number;
}

/** Of the camera, in quarters of a pixel. */
export interface Offset {
  readonly x: number;
  readonly y: number;
}

const unitTypes = { frame: 1, keyFrame: 5, sequence: 7, picture: 8 } as const;
/** Importance for decoders: nothing refers to the frames after the first. */
const importance = { frame: 0, keyFrame: 3, sequence: 3, picture: 3 } as const;
const orderBits = 16;
const blockTypes = { uncompressed: 25, moved: 0 } as const;

/** The camera can move by the margins around the visible part: right of it, and above and below. */
export function sequenceParameters({ width, height }: StoredPicture, crop: Crop): Uint8Array {
  // In pairs of pixels. Some decoders ignore a crop on the left, which would misalign their memory.
  const [right, top] = [(width - crop.width) / 2, (height - crop.height) / 4];
  const writer = new BitWriter();
  writer.bits(66, 8).bits(0b1100_0000, 8).bits(30, 8);
  writer.unsigned(0, 0, 0, orderBits - 4, 1).bits(0, 1);
  writer.unsigned(width / macroblock - 1, height / macroblock - 1).bits(0b11, 2);
  writer.bits(1, 1).unsigned(0, right, top, top);
  // Limited range, BT.709.
  writer.bits(1, 1).bits(0b001, 3).bits(5, 3).bits(0b01, 2).bits(1, 8).bits(1, 8).bits(1, 8);
  // Nothing is reordered, so that decoders show each frame at once.
  writer.bits(0, 5).bits(0b11, 2).unsigned(0, 0, 10, 10, 0, 1);
  return unit('sequence', writer.end());
}

export function pictureParameters(): Uint8Array {
  const writer = new BitWriter().unsigned(0, 0).bits(0, 2).unsigned(0, 0, 0).bits(0, 3);
  writer.signed(0).signed(0).signed(0).bits(0b100, 3);
  return unit('picture', writer.end());
}

export function keyFrame(picture: StoredPicture): Uint8Array {
  const { width, height } = picture;
  const { y, cb, cr } = toPlanes(picture);
  const writer = new BitWriter().unsigned(0, 7, 0).bits(0, 4).unsigned(0).bits(0, orderBits);
  writer.bits(0, 2).signed(0).unsigned(1);
  for (let top = 0; top < height; top += macroblock) {
    for (let left = 0; left < width; left += macroblock) {
      writer.unsigned(blockTypes.uncompressed).align();
      writer.append(square(y, width, left, top, macroblock));
      writer.append(square(cb, width / 2, left / 2, top / 2, macroblock / 2));
      writer.append(square(cr, width / 2, left / 2, top / 2, macroblock / 2));
    }
  }
  return unit('keyFrame', writer.end());
}

/** @param number counted from 1 */
export function movedFrame({ width, height }: StoredPicture, number: number, offset: Offset): Uint8Array {
  const [columns, rows] = [width / macroblock, height / macroblock];
  const writer = new BitWriter()
    .unsigned(0, 5, 0)
    .bits(1, 4)
    .bits((number * 2) % 2 ** orderBits, orderBits);
  writer.bits(0, 2).signed(0).unsigned(1);
  // Blocks of the first row and column have no neighbor to take the vector from; the others are skipped.
  for (let block = 0; block < columns; block += 1) writeMovedBlock(writer, 0, block === 0 ? offset : null);
  for (let row = 1; row < rows; row += 1) writeMovedBlock(writer, row === 1 ? 0 : columns - 1, null);
  writer.unsigned(columns - 1);
  return unit('frame', writer.end());
}

/** A null offset is that of its neighbors. */
function writeMovedBlock(writer: BitWriter, skipped: number, offset: Offset | null): void {
  const { x, y } = offset ?? { x: 0, y: 0 };
  writer.unsigned(skipped, blockTypes.moved).signed(x).signed(y).unsigned(0);
}

/** Three zero bytes would look like the start of a unit, so that a 3 is put in between. */
function unit(type: keyof typeof unitTypes, content: Uint8Array): Uint8Array {
  const bytes = [(importance[type] << 5) | unitTypes[type]];
  let zeros = 0;
  for (const byte of content) {
    if (zeros === 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(bytes);
}

/** Brightness, and two color planes of half the width and height. */
function toPlanes({ width, height, rgb }: StoredPicture) {
  const y = new Uint8Array(width * height);
  const [cb, cr] = [new Uint8Array(y.length / 4), new Uint8Array(y.length / 4)];
  for (let pixel = 0; pixel < y.length; pixel += 1) {
    const [r = 0, g = 0, b = 0] = rgb.subarray(pixel * 3, pixel * 3 + 3);
    y[pixel] = 16 + (46.56 * r + 156.63 * g + 15.81 * b) / 255 + 0.5;
    const [column, row] = [pixel % width, Math.floor(pixel / width)];
    if (column % 2 === 1 || row % 2 === 1) continue;
    const at = (row / 2) * (width / 2) + column / 2;
    cb[at] = 128.5 + (-25.66 * r - 86.34 * g + 112 * b) / 255;
    cr[at] = 128.5 + (112 * r - 101.73 * g - 10.27 * b) / 255;
  }
  return { y, cb, cr };
}

function* square(plane: Uint8Array, width: number, left: number, top: number, side: number) {
  for (let row = top; row < top + side; row += 1) {
    yield* plane.subarray(row * width + left, row * width + left + side);
  }
}
