import { TRPCClientError } from '@trpc/client';
import type { ErrorData, MagpieRouter } from './router.ts';

/**
 * What a call throws when Magpie refused it. Its `message` is one sentence for a person; `data` has the code, the status, the
 * path, what was wrong with which field (`issues`) and what may have been meant (`suggestions`).
 */
export type MagpieRefusal = TRPCClientError<MagpieRouter> & { readonly data: ErrorData };

/** Whether an error is an answer of Magpie; any other one means that none came. */
export function isRefusal(error: unknown): error is MagpieRefusal {
  return error instanceof TRPCClientError && typeof error.data === 'object' && error.data !== null;
}
