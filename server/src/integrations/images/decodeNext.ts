import { createConcurrencyLimit } from '../concurrencyLimit.ts';

/** One at a time in this process, since each may take as much memory as a picture of the largest size. */
export const decodeNext = createConcurrencyLimit({ atOnce: 1 });
