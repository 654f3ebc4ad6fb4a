import { z } from 'zod';

/** The fields that a procedure takes, each as the contract declares it: tools are made of these. */
export function shapeOf<Shape extends z.ZodRawShape>(procedure: {
  readonly input: { readonly def: { readonly out: { readonly shape: Shape } } };
}): Shape {
  return procedure.input.def.out.shape;
}

/** How many records are told to who asks for no number of them: compact ones, and whole ads. */
export const fewCompact = 10;
export const fewWhole = 3;

/** How much of each record is told. */
export const detail = z.enum(['compact', 'full']).default('compact');

/** A page of a list that is answered whole, and where the next one begins. */
export function pageOf<Entry>(entries: readonly Entry[], cursor: number, limit: number) {
  const end = cursor + limit;
  return { page: entries.slice(cursor, end), nextCursor: end < entries.length ? end : null };
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What is checked anyway and said in words when it is wrong; an agent pays for each listing. */
const leftOut: ReadonlySet<string> = new Set([
  '$schema',
  'additionalProperties',
  'propertyNames',
  'minLength',
  'maxLength',
  'maxItems',
  'pattern',
]);

/** The input of a tool as JSON Schema, as short as it can be said. */
export function listedSchema(input: z.ZodObject): Record<string, unknown> {
  return shortened(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
}

function shortened(schema: JsonSchema): Record<string, unknown> {
  const kept = Object.entries(schema).filter(
    ([name, value]) => !leftOut.has(name) && value !== Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, shortenedPart(name, value)]));
}

function shortenedPart(name: string, value: unknown): unknown {
  if (name === 'properties') {
    const properties = Object.entries(value as Record<string, JsonSchema>);
    return Object.fromEntries(properties.map(([field, schema]) => [field, shortened(schema)]));
  }
  if (name === 'items') return shortened(value as JsonSchema);
  if (name === 'anyOf') return (value as readonly JsonSchema[]).map(shortened);
  return value;
}
