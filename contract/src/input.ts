import { z } from 'zod';
import type { Procedure } from './procedure.ts';
import { fields } from './values.ts';

/** Other names under which a field is accepted: alias → field. */
type Aliases = Readonly<Record<string, string>>;

const aliasesOf = z.registry<{ aliases: Aliases }>();

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

/** Moves each alias to its field and reports an alias given together with its field. */
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

/**
 * The input of a procedure. A missing input is read as `{}`, so that the error names the missing fields;
 * aliases are accepted and do not reach the implementation.
 */
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
  aliasesOf.add(described, { aliases });
  return described;
}

/** The input of a procedure without parameters. */
export const noInput = parameters(fields({}));

export function exactlyOne<Schema extends z.ZodObject>(
  first: string,
  second: string,
  schema: Schema,
): Schema {
  return schema
    .check(({ value, issues }) => {
      const given = [first, second].filter((field) => value[field] !== undefined);
      if (given.length === 1) return;
      const message = `Give exactly one of '${first}' and '${second}', got ${given.length === 0 ? 'neither' : 'both'}`;
      issues.push({ code: 'custom', path: [], message, input: value });
    })
    .meta({ oneOf: [{ required: [first] }, { required: [second] }] });
}

type AnySchema = z.core.$ZodType;

/** Unwraps optional, nullable, default, pipe and union schemas, and collects their aliases. */
function unwrapSchema(schema: AnySchema, aliases: string[]): AnySchema[] {
  const met = aliasesOf.get(schema)?.aliases;
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

/** The field names at a path of a procedure's input, aliases included. */
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
  return aliasesOf.get(input)?.aliases ?? {};
}

/** The names of a procedure's parameters, aliases included. */
export function inputFields(procedure: Procedure): string[] {
  return fieldsAt(procedure, []);
}
