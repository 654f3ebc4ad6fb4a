import * as interfaceParts from '@magpie/contract';
import { inputAliases, procedures, type Procedure } from '@magpie/contract';
import { z } from 'zod';

export type JsonObject = { readonly [name: string]: unknown };
type Schema = z.core.JSONSchema.BaseSchema;

/** Records that callers send; all others are returned. */
const inputRecords: ReadonlySet<string> = new Set(['CapturedAd', 'OpenAd']);

const records = new Map(
  Object.entries(interfaceParts).flatMap(([name, part]) =>
    part instanceof z.ZodObject && /^[A-Z]/.test(name) ? [[part as z.core.$ZodType, name] as const] : [],
  ),
);

export function refTo(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...known } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema, path }) => {
      const name = records.get(zodSchema);
      if (name !== undefined && path.length > 0) {
        for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Record<string, unknown>)[key];
        jsonSchema.$ref = `#/components/schemas/${name}`;
      } else if (jsonSchema.default !== undefined) {
        describeDefault(jsonSchema);
      } else if (io === 'output' && jsonSchema.additionalProperties === false) {
        // A later version may add fields.
        delete jsonSchema.additionalProperties;
      }
    },
  });
  return known;
}

/** Client generators treat a field with a `default` as always present, so it is moved to the description. */
function describeDefault(schema: Schema): void {
  const text = `Default: ${JSON.stringify(schema.default)}.`;
  schema.description = schema.description === undefined ? text : `${schema.description} ${text}`;
  delete schema.default;
}

export function inputRef(name: string): JsonObject {
  return refTo(`${name}.input`);
}

export function outputRef(name: string, { output }: Procedure): JsonObject {
  return refTo(records.get(output) ?? `${name}.output`);
}

function inputSchema(procedure: Procedure): JsonObject {
  const schema = withAliases(toJsonSchema(procedure.input, 'input'), inputAliases(procedure));
  return procedure.input.safeParse(null).success ? { ...schema, type: [schema.type, 'null'] } : schema;
}

export function allSchemas(): JsonObject {
  const shared = [...records].map(([schema, name]) => [
    name,
    toJsonSchema(schema as z.ZodType, inputRecords.has(name) ? 'input' : 'output'),
  ]);
  const inputs = [...procedures].map(([name, procedure]) => [`${name}.input`, inputSchema(procedure)]);
  const outputs = [...procedures].flatMap(([name, { output }]) =>
    records.has(output) ? [] : [[`${name}.output`, toJsonSchema(output, 'output')]],
  );
  return Object.fromEntries([...shared, ...inputs, ...outputs]);
}

export function listFields({ input }: Procedure): { name: string; required: boolean; schema: JsonObject }[] {
  const { properties = {}, required = [] } = toJsonSchema(input, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema: typeof schema === 'boolean' ? {} : { ...schema },
  }));
}

/** Adds aliases to a schema. Only one of the names of a field may be used at a time. */
function withAliases(schema: Schema, aliases: Readonly<Record<string, string>>): Schema {
  const { properties = {}, required = [], oneOf = [] } = schema;
  const others = Object.entries(aliases);
  if (others.length === 0) return schema;
  const renamed = new Set(Object.values(aliases));
  const underAnyName = (field: string): Schema[] => {
    const names = [field, ...others.flatMap(([alias, meant]) => (meant === field ? [alias] : []))];
    return names.map((name) => ({ required: [name] }));
  };
  const choices = oneOf.flatMap((option) => schemaIn(option).required ?? []);
  const conditions = [...renamed].flatMap((field): Schema[] => {
    if (choices.includes(field)) return [];
    const given = underAnyName(field);
    return [{ oneOf: required.includes(field) ? given : [...given, { not: { anyOf: given } }] }];
  });
  const aliased = others.map(([alias, field]): [string, Schema] => [
    alias,
    { ...schemaIn(properties[field]), description: `The same as ${field}.` },
  ]);
  return {
    ...schema,
    properties: { ...properties, ...Object.fromEntries(aliased) },
    required: required.filter((field) => !renamed.has(field)),
    ...(choices.length > 0 && { oneOf: choices.flatMap(underAnyName) }),
    ...(conditions.length > 0 && { allOf: conditions }),
  };
}

function schemaIn(schema: Schema | boolean | undefined): Schema {
  return typeof schema === 'object' ? schema : {};
}
