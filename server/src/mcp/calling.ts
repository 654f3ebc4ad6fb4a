import type { InputOf, OutputOf, ProcedureName, ProcedureNamed } from '@magpie/contract';
import type { Report } from './errors.ts';

/** Calls a procedure with the permissions and limits of one caller; throws a MagpieError if it is rejected. */
export type CallByName = (name: ProcedureName, input: unknown) => Promise<unknown>;

export type McpCall = <Name extends ProcedureName>(
  name: Name,
  input: InputOf<ProcedureNamed<Name>>,
) => Promise<OutputOf<ProcedureNamed<Name>>>;

/** The server validates results against the contract, so the cast is safe. */
export function typedCall(call: CallByName): McpCall {
  return async (name, input) => (await call(name, input)) as never;
}

export interface McpParts {
  readonly call: CallByName;
  readonly version: string;
  readonly report: Report;
}
