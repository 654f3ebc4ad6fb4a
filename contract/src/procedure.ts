import type { z } from 'zod';

export type Scope = 'read' | 'write' | 'admin';

/** The rate limit that a call counts against. */
export type LimitClass = 'trending' | 'read' | 'write';

export interface Procedure<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly kind: 'query' | 'mutation';
  /** One sentence. */
  readonly summary: string;
  /** The scope a key must have. */
  readonly access: Scope;
  readonly limit: LimitClass;
  /** Error statuses besides those that every procedure may return. */
  readonly errorStatuses?: readonly (404 | 422 | 504)[];
  /** The change cannot be undone. */
  readonly isDestructive?: true;
  readonly input: Input;
  readonly output: Output;
  /** Largest body in bytes; 1 MB unless stated. */
  readonly bodyLimit?: number;
  /** The error message for a larger body; by default it states the limit. */
  readonly tooLargeMessage?: string;
  /** How long a response is cached per exact URL; not cached unless stated. */
  readonly cacheSeconds?: number;
  /** The response depends only on the input, the day and the ad index, so it is cached per URL until one of them changes. */
  readonly cachedUntilIndexChanges?: true;
  /** Owners of the instance see more, so their responses are cached separately. */
  readonly differsForOwners?: true;
  /**
   * The response contains a secret that is shown once: a repeat by Idempotency-Key gets 409, and the response is
   * not compressed.
   */
  readonly returnsSecret?: true;
  /** Also accepts a multipart form: fields become text, files become base64. */
  readonly acceptsForm?: true;
  /** Not in the interface specification; marked `x-extension` in the OpenAPI document. */
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

/** The input as sent by a caller. */
export type InputOf<P extends Procedure> = z.input<P['input']>;
/** The input after parsing: validated, trimmed, with defaults. */
export type ParsedInputOf<P extends Procedure> = z.output<P['input']>;
export type OutputOf<P extends Procedure> = z.output<P['output']>;
