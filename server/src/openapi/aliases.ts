import type { z } from 'zod';

export type Schema = z.core.JSONSchema.BaseSchema;

/** Adds aliases to a schema. Only one of the names of a field may be used at a time. */
export function withAliases(schema: Schema, aliases: Readonly<Record<string, string>>): Schema {
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
