import type { Contract, InputOf, OutputOf, Procedure } from '@magpie/contract';
import type { ErrorData } from '@magpie/contract/errors';
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import { TRPCClientError } from '@trpc/client';

interface RootTypes {
  ctx: object;
  meta: object;
  errorShape: { message: string; code: number; data: ErrorData };
  transformer: false;
}

interface Types<P extends Procedure> {
  /** tRPC marks an optional argument with `void`; with `null` in the type it does not recognise paged inputs. */
  input: undefined extends InputOf<P> ? Exclude<InputOf<P>, null> | void : InputOf<P>;
  output: OutputOf<P>;
  meta: object;
}

type ProcedureType<P extends Procedure> = P['kind'] extends 'query'
  ? TRPCQueryProcedure<Types<P>>
  : TRPCMutationProcedure<Types<P>>;

type RouterType<Router> = {
  [Name in keyof Router]: Router[Name] extends Procedure ? ProcedureType<Router[Name]> : never;
};

export type MagpieRouter = TRPCBuiltRouter<
  RootTypes,
  { [Name in keyof Contract]: RouterType<Contract[Name]> }
>;

/**
 * Thrown when Magpie rejects a call. `message` can be shown to a user; `data` has the code, the status, the path, the
 * invalid fields (`issues`) and similar names (`suggestions`).
 */
export type MagpieApiError = TRPCClientError<MagpieRouter> & { readonly data: ErrorData };

/** Whether an error is a response of Magpie; any other error means that there was no response. */
export function isApiError(error: unknown): error is MagpieApiError {
  return error instanceof TRPCClientError && typeof error.data === 'object' && error.data !== null;
}
