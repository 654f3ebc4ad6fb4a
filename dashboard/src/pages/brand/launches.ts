interface Day {
  readonly date: string;
  readonly launched: number;
  readonly active: number;
}

/** Days that are one bar of the time line. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly launched: number;
  /** Ads that ran on its last day. */
  readonly active: number;
}

/** The days of a bar, by the most days that it is used for. */
const barLengths = [
  { unit: 'day', days: 1, most: 45 },
  { unit: 'week', days: 7, most: 400 },
  { unit: 'four weeks', days: 28, most: Number.POSITIVE_INFINITY },
] as const;

function barLengthFor(days: number) {
  return barLengths.find(({ most }) => days <= most) ?? barLengths[0];
}

/** What one bar stands for. */
export function barUnit(days: readonly Day[]): string {
  return barLengthFor(days.length).unit;
}

/** One bar a day, or one for several where that would be too many; the last one is whole, so that it does not look poor. */
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
