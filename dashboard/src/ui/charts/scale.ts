/** Where to draw: pixels of the plot, without the labels of the axes. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The highest value that fits. */
  readonly max: number;
}

const roundSteps = [1, 2, 2.5, 5, 10];

/** Round values from zero to at least `highest`, about five. */
export function listTicks(highest: number, isWhole: boolean): number[] {
  const rough = (highest <= 0 ? 1 : highest) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = (roundSteps.find((step) => step * power >= rough) ?? 10) * power;
  const step = isWhole ? Math.max(1, Math.ceil(round)) : round;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

export function scaleY({ top, bottom, max }: Plot, value: number): number {
  return bottom - (value / max) * (bottom - top);
}

const characterWidth = 7;
const labelGap = 16;

/** Every how many points a label fits, counted from the last. */
export function labelInterval(labels: readonly string[], width: number): number {
  const longest = Math.max(0, ...labels.map((label) => label.length)) * characterWidth + labelGap;
  return Math.max(1, Math.ceil((longest * labels.length) / Math.max(1, width)));
}
