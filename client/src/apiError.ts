import type { ErrorData } from '@magpie/contract/errors';
import { TRPCClientError } from '@trpc/client';
import type { MagpieRouter } from './router.ts';

/**
 * Thrown when Magpie rejects a call. `message` can be shown to a user; `data` has the code, the status, the path, the
 * invalid fields (`issues`) and similar names (`suggestions`).
 */
export type MagpieApiError = TRPCClientError<MagpieRouter> & { readonly data: ErrorData };

/** Whether an error is a response of Magpie; any other error means that there was no response. */
export function isApiError(error: unknown): error is MagpieApiError {
  return error instanceof TRPCClientError && typeof error.data === 'object' && error.data !== null;
}
