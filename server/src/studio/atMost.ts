import { MagpieError } from '../kernel/errors.ts';

/** Does so many pieces of work at once and no more, since each holds a picture in memory: whoever comes then is told to come again. */
export function atMost(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let underWay = 0;
  return async (work) => {
    if (underWay >= most) {
      throw new MagpieError(
        'SERVICE_UNAVAILABLE',
        'Too many pictures are being read right now; try again in a moment.',
        { retryAfter: 5 },
      );
    }
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  };
}
