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

const mostBarsByDay = 45;

/** One bar a day, or one a week where that would be too many; weeks end with the last day, so that none looks poor. */
export function periodsOf(days: readonly Day[]): readonly Period[] {
  const length = days.length > mostBarsByDay ? 7 : 1;
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
