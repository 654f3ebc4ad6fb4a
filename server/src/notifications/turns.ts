import type { MagpieError } from '../kernel/errors.ts';

/** Does work when its turn has come. */
export type TakeTurn = <Value>(work: () => Promise<Value>) => Promise<Value>;

export interface Turns {
  readonly atOnce: number;
  /** So many wait for their turn; whoever comes then is sent away. */
  readonly mostWaiting: number;
  readonly busy: () => MagpieError;
}

export function createTurns({ atOnce, mostWaiting, busy }: Turns): TakeTurn {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return async (work) => {
    if (underWay >= atOnce) {
      if (waiting.length >= mostWaiting) throw busy();
      // Whoever ends hands the place over, so that nobody who comes later takes it.
      await new Promise<void>((begin) => waiting.push(begin));
    } else underWay += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) underWay -= 1;
      else next();
    }
  };
}
