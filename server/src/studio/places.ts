import { MagpieError } from '@magpie/contract/errors';
import { createConcurrencyLimit } from '../integrations/concurrencyLimit.ts';

export interface Places {
  readonly ofAll: number;
  /** So that nobody takes all of them. */
  readonly ofOne: number;
}

/** Does work with pictures for somebody while there is a place for it: of theirs, and of everybody's; else 503. */
export function createPlaces({ ofAll, ofOne }: Places) {
  const takePlace = createConcurrencyLimit({ atOnce: ofAll, queue: { mostWaiting: 0, busy: tooManyOfAll } });
  const taken = new Map<string, number>();
  return async <Value>(userId: string, work: () => Promise<Value>): Promise<Value> => {
    const before = taken.get(userId) ?? 0;
    if (before >= ofOne) throw tooManyOfOne(ofOne);
    taken.set(userId, before + 1);
    try {
      return await takePlace(work);
    } finally {
      const left = (taken.get(userId) ?? 1) - 1;
      if (left === 0) taken.delete(userId);
      else taken.set(userId, left);
    }
  };
}

function tooManyOfAll(): MagpieError {
  return busy('Too many pictures are being read right now; try again in a moment.');
}

function tooManyOfOne(ofOne: number): MagpieError {
  return busy(`Of one person, ${ofOne} pictures are taken at the same time; try again in a moment.`);
}

function busy(message: string): MagpieError {
  return new MagpieError('SERVICE_UNAVAILABLE', message, { retryAfter: 5 });
}
