const dayLength = 86_400_000;

interface Firing {
  readonly date: string;
  readonly adCount: number;
}

/** Every day from the first to the last, and how many ads would have been told on it. */
export function adsByDay(from: string, to: string, firings: readonly Firing[]): Firing[] {
  const counts = new Map(firings.map(({ date, adCount }) => [date, adCount]));
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayLength) + 1;
  return Array.from({ length: days }, (_, place) => {
    const date = new Date(Date.parse(from) + place * dayLength).toISOString().slice(0, 10);
    return { date, adCount: counts.get(date) ?? 0 };
  });
}
