interface ComparedLaunches {
  readonly now: number;
  readonly before: number;
  /** Null without launches before. */
  readonly percent: number | null;
}

/** The days of the window, at the end, against as many before them; null if those are missing. */
export function compareLaunches(launched: readonly number[], windowDays: number): ComparedLaunches | null {
  if (launched.length < 2 * windowDays) return null;
  const now = sum(launched.slice(-windowDays));
  const before = sum(launched.slice(-2 * windowDays, -windowDays));
  return { now, before, percent: before === 0 ? null : Math.round((now / before - 1) * 100) };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
