import type { Rgb } from '../colors.ts';

/** Pixels row by row, three bytes each. */
export interface Raster {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** In pixels; `right` and `bottom` are exclusive. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Connected pixels. */
export interface Component extends Box {
  readonly label: number;
  readonly area: number;
  readonly color: Rgb;
  /** Standard deviation of the channel that varies most. */
  readonly deviation: number;
}

export interface Components {
  /** The label of each pixel, which is also its index in `list`. */
  readonly labels: Int32Array;
  readonly list: readonly Component[];
}

/** Maximum difference of a channel from the mean of the component. Most of the smoothing at edges of letters is above it. */
const tolerance = 30;

/** Connected pixels of nearly the same colour. */
export function findAreas(raster: Raster): Components {
  const { pixels } = raster;
  const mean = { red: 0, green: 0, blue: 0, count: 0 };
  return label(raster, false, {
    begin: (at) => {
      mean.count = 1;
      [mean.red, mean.green, mean.blue] = [
        pixels[3 * at] ?? 0,
        pixels[3 * at + 1] ?? 0,
        pixels[3 * at + 2] ?? 0,
      ];
      return true;
    },
    accepts: (at) => {
      const red = pixels[3 * at] ?? 0;
      const green = pixels[3 * at + 1] ?? 0;
      const blue = pixels[3 * at + 2] ?? 0;
      if (
        Math.abs(red - mean.red) > tolerance ||
        Math.abs(green - mean.green) > tolerance ||
        Math.abs(blue - mean.blue) > tolerance
      )
        return false;
      mean.count += 1;
      mean.red += (red - mean.red) / mean.count;
      mean.green += (green - mean.green) / mean.count;
      mean.blue += (blue - mean.blue) / mean.count;
      return true;
    },
  });
}

/** Connected pixels of a mask, also diagonally. Pixels outside the mask have the label -1. */
export function findShapes(raster: Raster, isInside: (at: number) => boolean): Components {
  return label(raster, true, { begin: isInside, accepts: isInside });
}

interface Growth {
  readonly begin: (at: number) => boolean;
  readonly accepts: (at: number) => boolean;
}

function label(raster: Raster, isDiagonal: boolean, { begin, accepts }: Growth): Components {
  const { width, height } = raster;
  const labels = new Int32Array(width * height).fill(-1);
  const stack = new Int32Array(width * height);
  const list: Component[] = [];
  for (let start = 0; start < labels.length; start += 1) {
    if (labels[start] !== -1 || !begin(start)) continue;
    let [size, depth] = [0, 1];
    const measure = createMeasure(raster);
    labels[start] = list.length;
    stack[0] = start;
    while (depth > 0) {
      depth -= 1;
      const at = stack[depth] ?? 0;
      size += 1;
      measure.add(at);
      const [x, y] = [at % width, Math.floor(at / width)];
      for (let dy = y > 0 ? -1 : 0; dy <= (y < height - 1 ? 1 : 0); dy += 1) {
        for (let dx = x > 0 ? -1 : 0; dx <= (x < width - 1 ? 1 : 0); dx += 1) {
          if (!isDiagonal && dx !== 0 && dy !== 0) continue;
          const next = at + dy * width + dx;
          if (labels[next] !== -1 || !accepts(next)) continue;
          labels[next] = list.length;
          stack[depth] = next;
          depth += 1;
        }
      }
    }
    list.push({ label: list.length, area: size, ...measure.result() });
  }
  return { labels, list };
}

function createMeasure({ pixels, width, height }: Raster) {
  let [left, top, right, bottom, count] = [width, height, 0, 0, 0];
  const sums = [0, 0, 0];
  const squares = [0, 0, 0];
  return {
    add: (at: number): void => {
      const [x, y] = [at % width, Math.floor(at / width)];
      if (x < left) left = x;
      if (y < top) top = y;
      if (x >= right) right = x + 1;
      if (y >= bottom) bottom = y + 1;
      count += 1;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = pixels[3 * at + channel] ?? 0;
        sums[channel] = (sums[channel] ?? 0) + value;
        squares[channel] = (squares[channel] ?? 0) + value * value;
      }
    },
    result: (): Omit<Component, 'label' | 'area'> => {
      const [red = 0, green = 0, blue = 0] = sums.map((sum) => sum / count);
      const variance = [red, green, blue].map(
        (mean, channel) => (squares[channel] ?? 0) / count - mean * mean,
      );
      const deviation = Math.sqrt(Math.max(0, ...variance));
      return { left, top, right, bottom, color: [red, green, blue], deviation };
    },
  };
}

export function widthOf({ left, right }: Box): number {
  return right - left;
}

export function heightOf({ top, bottom }: Box): number {
  return bottom - top;
}

export function areaOf(box: Box): number {
  return Math.max(0, widthOf(box)) * Math.max(0, heightOf(box));
}

export function unite(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** The share of the first box that is inside the other. */
export function shareInside(one: Box, other: Box): number {
  const common = {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
  return areaOf(common) === 0 || common.right < common.left ? 0 : areaOf(common) / areaOf(one);
}

export function distance(one: Rgb, other: Rgb): number {
  return Math.max(...one.map((value, channel) => Math.abs(value - (other[channel] ?? 0))));
}
