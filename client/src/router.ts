import type { Contract, InputOf, OutputOf, Procedure } from '@magpie/contract';
import type { ErrorData } from '@magpie/contract/errors';
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';

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
