interface Day {
  readonly date: string;
  readonly launched: number;
  readonly active: number;
}

/** The days of one bar. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly launched: number;
  /** Ads running on its last day. */
  readonly active: number;
}

/** The length of a bar by the length of the series. */
const barLengths = [
  { unit: 'day', days: 1, max: 45 },
  { unit: 'week', days: 7, max: 400 },
  { unit: 'four weeks', days: 28, max: Number.POSITIVE_INFINITY },
] as const;

function barLengthFor(days: number) {
  return barLengths.find(({ max }) => days <= max) ?? barLengths[0];
}

export function barUnit(days: readonly Day[]): string {
  return barLengthFor(days.length).unit;
}

/** Groups days into bars from the end, so that the last bar is complete. */
export function periodsOf(days: readonly Day[]): readonly Period[] {
  const length = barLengthFor(days.length).days;
  const periods: Period[] = [];
  for (let end = days.length; end > 0; end -= length) {
    const part = days.slice(Math.max(0, end - length), end);
    const last = part.at(-1);
    const first = part[0];
    if (first === undefined || last === undefined) break;
    const launched = part.reduce((sum, day) => sum + day.launched, 0);
    periods.unshift({ from: first.date, to: last.date, launched, active: last.active });
  }
  return periods;
}
