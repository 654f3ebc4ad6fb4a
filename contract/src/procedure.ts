import { z } from 'zod';
import type { ErrorDetails } from './records/errorDetails.ts';
import { fields } from './values/fields.ts';

export type Scope = 'read' | 'write' | 'admin';

export type LimitClass = 'trending' | 'read' | 'write';

type DeclaredErrorCode = 'NOT_FOUND' | 'UNPROCESSABLE_CONTENT' | 'GATEWAY_TIMEOUT';

export interface Procedure<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly kind: 'query' | 'mutation';
  readonly summary: string;
  readonly access: Scope;
  readonly limit: LimitClass;
  /** Errors besides those that every procedure may return, with the schema of their details. */
  readonly errors?: Readonly<Partial<Record<DeclaredErrorCode, z.ZodType<ErrorDetails>>>>;
  readonly isDestructive?: true;
  readonly input: Input;
  readonly output: Output;
  /** Largest body in bytes; 1 MB unless stated. */
  readonly bodyLimit?: number;
  readonly tooLargeMessage?: string;
  /** How long a response is cached per exact URL; not cached unless stated. */
  readonly cacheSeconds?: number;
  /** The response depends only on the input, the day and the ad index, so it is cached per URL until one of them changes. */
  readonly cachedUntilIndexChanges?: true;
  /** Owners of the instance see more, so their responses are cached separately. */
  readonly differsForOwners?: true;
  /** A secret that is shown once: a repeat by Idempotency-Key gets 409; the response is not compressed. */
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

/** Scope and limit are those of the kind unless stated. */
type Declaration<Input extends z.ZodType, Output extends z.ZodType> = Omit<
  Procedure<Input, Output>,
  'kind' | 'access' | 'limit'
> &
  Partial<Pick<Procedure, 'access' | 'limit'>>;

export function query<Input extends z.ZodType, Output extends z.ZodType>(
  declaration: Declaration<Input, Output>,
): Query<Input, Output> {
  return { kind: 'query', access: 'read', limit: 'read', ...declaration };
}

export function mutation<Input extends z.ZodType, Output extends z.ZodType>(
  declaration: Declaration<Input, Output>,
): Mutation<Input, Output> {
  return { kind: 'mutation', access: 'write', limit: 'write', ...declaration };
}

export type InputOf<P extends Procedure> = z.input<P['input']>;
/** The input after parsing: validated, trimmed, with defaults. */
export type ParsedInputOf<P extends Procedure> = z.output<P['input']>;
export type OutputOf<P extends Procedure> = z.output<P['output']>;

/** Other names under which a field is accepted: alias → field. */
type Aliases = Readonly<Record<string, string>>;

const aliasRegistry = z.registry<{ aliases: Aliases }>();

/** Where every parameter is optional, no input and `null` are the same as `{}`. */
type OptionalInput<Schema extends z.ZodType, Input = z.input<Schema>> =
  Input extends Record<string, never>
    ? Input | null | undefined
    : Partial<Input> extends Input
      ? Input | null | undefined
      : Input;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function resolveAliases(
  aliases: Aliases,
  value: Record<string, unknown>,
  context: z.core.$RefinementCtx,
): Record<string, unknown> {
  const given = Object.keys(aliases).filter((alias) => value[alias] !== undefined);
  if (given.length === 0) return value;
  const resolved = { ...value };
  for (const alias of given) {
    const field = aliases[alias] ?? alias;
    if (resolved[field] !== undefined) {
      const message = `must not be given together with '${field}', which is the same field`;
      context.addIssue({ code: 'custom', path: [alias], message, input: value });
    }
    resolved[field] = value[alias];
    delete resolved[alias];
  }
  return resolved;
}

/** A missing input is read as `{}`, so that the error names the missing fields. */
export function parameters<Schema extends z.ZodType>(
  schema: Schema,
  aliases: Aliases = {},
): z.ZodPreprocess<Schema, OptionalInput<Schema>> {
  const wrapped = z.preprocess<unknown, Schema, OptionalInput<Schema>>((value, context) => {
    const input: unknown = value ?? {};
    return isObject(input) ? resolveAliases(aliases, input, context) : input;
  }, schema);
  const names = Object.entries(aliases);
  if (names.length === 0) return wrapped;
  const description = names.map(([alias, field]) => `${alias} is accepted as ${field}.`).join(' ');
  const described = wrapped.meta({ description });
  aliasRegistry.add(described, { aliases });
  return described;
}

export const noInput = parameters(fields({}));

export function exactlyOne<Schema extends z.ZodObject>(names: readonly string[], schema: Schema): Schema {
  const [none, several] = names.length === 2 ? ['neither', 'both'] : ['none', 'several'];
  const listed = names.map((name) => `'${name}'`);
  const choices = `${listed.slice(0, -1).join(', ')} and ${listed.at(-1) ?? ''}`;
  return schema
    .check(({ value, issues }) => {
      const given = names.filter((field) => value[field] !== undefined);
      if (given.length === 1) return;
      const message = `Give exactly one of ${choices}, got ${given.length === 0 ? none : several}`;
      issues.push({ code: 'custom', path: [], message, input: value });
    })
    .meta({ oneOf: names.map((name) => ({ required: [name] })) });
}

type AnySchema = z.core.$ZodType;

function unwrapSchema(schema: AnySchema, aliases: string[]): AnySchema[] {
  const met = aliasRegistry.get(schema)?.aliases;
  if (met !== undefined) aliases.push(...Object.keys(met));
  if (schema instanceof z.ZodPipe) {
    const { in: before, out: after } = schema.def;
    return unwrapSchema(before instanceof z.ZodTransform ? after : before, aliases);
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrapSchema(schema.def.innerType, aliases);
  }
  if (schema instanceof z.ZodUnion)
    return schema.def.options.flatMap((option) => unwrapSchema(option, aliases));
  return [schema];
}

function child(schema: AnySchema, key: PropertyKey): AnySchema | undefined {
  if (schema instanceof z.ZodArray) return schema.def.element;
  if (schema instanceof z.ZodObject && typeof key === 'string' && Object.hasOwn(schema.def.shape, key)) {
    return schema.def.shape[key];
  }
  return undefined;
}

export function fieldsAt(procedure: Pick<Procedure, 'input'>, path: readonly PropertyKey[]): string[] {
  let places: AnySchema[] = [procedure.input];
  for (const key of path) {
    places = places.flatMap((place) => unwrapSchema(place, []).flatMap((schema) => child(schema, key) ?? []));
  }
  const aliases: string[] = [];
  const objects = places.flatMap((place) => unwrapSchema(place, aliases));
  const names = objects.flatMap((schema) =>
    schema instanceof z.ZodObject ? Object.keys(schema.def.shape) : [],
  );
  return [...new Set([...names, ...aliases])];
}

export function inputAliases({ input }: Pick<Procedure, 'input'>): Aliases {
  return aliasRegistry.get(input)?.aliases ?? {};
}

export function inputFields(procedure: Procedure): string[] {
  return fieldsAt(procedure, []);
}
