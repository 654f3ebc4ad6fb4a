import { MagpieError } from '../../kernel/errors.ts';

/** Does so much at once; some more wait for their turn, and the rest is told to come again. */
export function createTurns(
  atOnce: number,
  mostWaiting: number,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    if (busy >= atOnce) {
      if (waiting.length >= mostWaiting) throw tooMany();
      // Whoever ends hands the place over, so that nobody slips in between.
      await new Promise<void>((begin) => void waiting.push(begin));
    } else busy += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) busy -= 1;
      else next();
    }
  };
}

function tooMany(): MagpieError {
  return new MagpieError(
    'SERVICE_UNAVAILABLE',
    'Too many websites are being inspected right now; try again in a moment.',
    { retryAfter: 10 },
  );
}
