import { plusDays } from '../../lib/days.ts';

interface Firing {
  readonly date: string;
  readonly adCount: number;
}

/** Every day of the period with its number of matching ads. */
export function adsByDay(from: string, to: string, firings: readonly Firing[]): readonly Firing[] {
  const counts = new Map(firings.map(({ date, adCount }) => [date, adCount]));
  const days: Firing[] = [];
  for (let date = from; date <= to; date = plusDays(date, 1))
    days.push({ date, adCount: counts.get(date) ?? 0 });
  return days;
}
