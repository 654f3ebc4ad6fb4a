import type { z } from 'zod';

/** What a key may do. */
export type Scope = 'read' | 'write' | 'admin';

/** Which allowance a call is counted against. */
export type LimitClass = 'trending' | 'read' | 'write';

export interface Procedure<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly kind: 'query' | 'mutation';
  /** One sentence. */
  readonly summary: string;
  /** The scope a key must have. */
  readonly access: Scope;
  readonly limit: LimitClass;
  /** Statuses of its own with which it may refuse a call, besides those with which any procedure may. */
  readonly refuses?: readonly (404 | 422 | 504)[];
  /** What it takes away cannot be got back. */
  readonly destroys?: true;
  readonly input: Input;
  readonly output: Output;
  /** Largest body in bytes; 1 MB unless stated. */
  readonly bodyLimit?: number;
  /** What is said of a larger one; unless stated, how large it may be. */
  readonly tooLarge?: string;
  /** For how many seconds an answer is kept per exact URL; unless stated, it is not kept. */
  readonly cacheSeconds?: number;
  /** The answer depends on the input, the day and the index of ads alone, so it is kept per URL until one of them changes. */
  readonly keptWhileIndexUnchanged?: true;
  /** Owners of the instance are shown more, so their answers are kept apart. */
  readonly differsForOwners?: true;
  /**
   * The answer holds a secret that is shown once: a repeat by Idempotency-Key is refused with 409, and the answer is
   * not compressed.
   */
  readonly showsSecret?: true;
  /** Also takes its input as a multipart form: fields as text, files as base64. */
  readonly takesForm?: true;
  /** Not in the interface specification; `x-extension` in the OpenAPI document. */
  readonly extension?: true;
}

export interface Query<Input extends z.ZodType, Output extends z.ZodType> extends Procedure<Input, Output> {
  readonly kind: 'query';
}

export interface Mutation<Input extends z.ZodType, Output extends z.ZodType> extends Procedure<
  Input,
  Output
> {
  readonly kind: 'mutation';
}

/** A read, called with GET. */
export function query<Input extends z.ZodType, Output extends z.ZodType>(
  procedure: Omit<Procedure<Input, Output>, 'kind'>,
): Query<Input, Output> {
  return { kind: 'query', ...procedure };
}

/** A write, called with POST. */
export function mutation<Input extends z.ZodType, Output extends z.ZodType>(
  procedure: Omit<Procedure<Input, Output>, 'kind'>,
): Mutation<Input, Output> {
  return { kind: 'mutation', ...procedure };
}

/** What a caller sends. */
export type InputOf<P extends Procedure> = z.input<P['input']>;
/** What an implementation receives: checked, trimmed, defaults filled in. */
export type ParsedInputOf<P extends Procedure> = z.output<P['input']>;
/** What an implementation returns and a caller receives. */
export type OutputOf<P extends Procedure> = z.output<P['output']>;
