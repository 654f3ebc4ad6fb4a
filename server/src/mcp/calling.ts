import type { InputOf, OutputOf, ProcedureName, ProcedureNamed } from '@magpie/contract';

/** Answers a call of a procedure with one caller's rights, limits and errors; a refusal is thrown as a MagpieError. */
export type CallByName = (name: ProcedureName, input: unknown) => Promise<unknown>;

/** The same, for names that are known where they are written. */
export type Call = <Name extends ProcedureName>(
  name: Name,
  input: InputOf<ProcedureNamed<Name>>,
) => Promise<OutputOf<ProcedureNamed<Name>>>;

/** Whoever answers holds to the contract, so an answer is of the type that is declared for its name. */
export function typed(call: CallByName): Call {
  return async (name, input) => (await call(name, input)) as never;
}
