import { MagpieError } from '@magpie/contract/errors';
import { createConcurrencyLimit } from '../integrations/concurrencyLimit.ts';

export interface ConcurrencyLimits {
  readonly total: number;
  /** So that one user cannot take all slots. */
  readonly perUser: number;
}

/** Limits picture work in total and per user; 503 if no slot is free. */
export function createUserConcurrencyLimit({ total, perUser }: ConcurrencyLimits) {
  const takeSlot = createConcurrencyLimit({
    maxConcurrent: total,
    queue: {
      maxQueued: 0,
      busy: () => busy('Too many pictures are being processed right now; try again in a moment.'),
    },
  });
  const taken = new Map<string, number>();
  return async <Value>(userId: string, work: () => Promise<Value>): Promise<Value> => {
    const before = taken.get(userId) ?? 0;
    if (before >= perUser) {
      throw busy(
        `At most ${perUser} pictures per person are processed at the same time; try again in a moment.`,
      );
    }
    taken.set(userId, before + 1);
    try {
      return await takeSlot(work);
    } finally {
      const left = (taken.get(userId) ?? 1) - 1;
      if (left === 0) taken.delete(userId);
      else taken.set(userId, left);
    }
  };
}

function busy(message: string): MagpieError {
  return new MagpieError('SERVICE_UNAVAILABLE', message, { retryAfter: 5 });
}
