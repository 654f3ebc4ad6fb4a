import type { Contract, DescribedIssue, InputOf, OutputOf, Procedure } from '@magpie/contract';
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';

/** The type of `error.data`. */
export interface ErrorData {
  code: string;
  httpStatus: number;
  path?: string;
  requestId: string;
  issues?: DescribedIssue[];
  suggestions?: string[];
  found?: Record<string, unknown>;
}

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

/** The contract as the type of a tRPC router. */
export type MagpieRouter = TRPCBuiltRouter<
  RootTypes,
  { [Name in keyof Contract]: RouterType<Contract[Name]> }
>;
