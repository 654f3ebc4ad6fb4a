import { z } from 'zod';

export function getShape<Shape extends z.ZodRawShape>(procedure: {
  readonly input: { readonly def: { readonly out: { readonly shape: Shape } } };
}): Shape {
  return procedure.input.def.out.shape;
}

export const defaultCompactLimit = 10;
export const defaultFullLimit = 3;

export const detail = z.enum(['compact', 'full']).default('compact');

export function toPage<Entry>(entries: readonly Entry[], cursor: number, limit: number) {
  const end = cursor + limit;
  return { page: entries.slice(cursor, end), nextCursor: end < entries.length ? end : null };
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Omitted to save tokens: agents pay for each listing, and violations are reported anyway. */
const leftOut: ReadonlySet<string> = new Set([
  '$schema',
  'additionalProperties',
  'propertyNames',
  'minLength',
  'maxLength',
  'maxItems',
  'pattern',
]);

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
