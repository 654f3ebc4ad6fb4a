import { createConcurrencyLimit } from '../concurrencyLimit.ts';

/** One at a time per process, since each may need the memory of the largest image. */
export const decodeNext = createConcurrencyLimit({ maxConcurrent: 1 });
