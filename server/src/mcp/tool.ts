import { z } from 'zod';
import { parseInput } from '../rpc/executeProcedure.ts';
import { type McpCall, type CallByName, typedCall } from './calling.ts';
import { unescapeNames } from './quoting.ts';

export function getShape<Shape extends z.ZodRawShape>(procedure: {
  readonly input: { readonly def: { readonly out: { readonly shape: Shape } } };
}): Shape {
  return procedure.input.def.out.shape;
}

export const defaultCompactLimit = 10;
export const defaultFullLimit = 3;
/** Lower, because a saved ad also has a note and its values at the time of saving. */
export const defaultFullSavedLimit = 2;

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
  return Object.fromEntries(kept.map(([name, value]) => [name, shortenedPart(schema, name, value)]));
}

function shortenedPart(schema: JsonSchema, name: string, value: unknown): unknown {
  if (name === 'properties') {
    const properties = Object.entries(value as Record<string, JsonSchema>);
    return Object.fromEntries(properties.map(([field, inner]) => [field, shortened(inner)]));
  }
  if (name === 'items') return withoutRepeated('description', schema, value as JsonSchema);
  if (name === 'anyOf') {
    return (value as readonly JsonSchema[]).map((option) => withoutRepeated('type', schema, option));
  }
  return value;
}

/** Without a keyword that the outer schema has: the type of the options, or a second description. */
function withoutRepeated(
  keyword: 'description' | 'type',
  outer: JsonSchema,
  inner: JsonSchema,
): Record<string, unknown> {
  const { [keyword]: repeated, ...others } = shortened(inner);
  const isRepeated = keyword === 'description' ? outer.description !== undefined : repeated === outer.type;
  return repeated === undefined || isRepeated ? others : { [keyword]: repeated, ...others };
}

type Effect = 'none' | 'adds' | 'adds once' | 'replaces';

type JsonType = 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string';

interface ToolInfo<Input extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly effect: Effect;
  readonly resultFields: Readonly<Record<string, JsonType>>;
  readonly reachesOutside?: true;
}

export interface Tool extends ToolInfo<z.ZodObject> {
  readonly inputSchema: Record<string, unknown>;
  readonly outputSchema: Record<string, unknown>;
  readonly run: (call: CallByName, given: unknown) => Promise<object>;
}

interface Definition<Input extends z.ZodObject> extends ToolInfo<Input> {
  readonly handle: (call: McpCall, input: z.output<Input>, byName: CallByName) => Promise<object>;
}

export function tool<Input extends z.ZodObject>({ handle, ...info }: Definition<Input>): Tool {
  const { input } = info;
  return {
    ...info,
    inputSchema: listedSchema(input),
    outputSchema: resultSchema(info.resultFields),
    run: async (call, given) => {
      // Validated by the schema, so the cast is safe.
      const parsed = parseInput({ definition: { input } }, () => ({
        json: coerced(input, unescapeNames(given)),
      })) as z.output<Input>;
      return handle(typedCall(call), parsed, call);
    },
  };
}

/** Kept short: agents pay tokens for each listing. */
function resultSchema(resultFields: Readonly<Record<string, JsonType>>): Record<string, unknown> {
  const fields = Object.entries(resultFields);
  const required = fields.map(([name]) => name).filter((name) => !name.endsWith('?'));
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, type]) => [name.replace('?', ''), { type }])),
    ...(required.length > 0 && { required }),
  };
}

/** Corrects common mistakes of agents: wrong JSON types, and empty values for optional fields. */
function coerced({ shape }: z.ZodObject, given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const fields = Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field === undefined || accepts(field, value)) return [[name, value]];
    if ((value === '' || value === null) && accepts(field, undefined)) return [];
    const coercion = listCoercions(value).find((candidate) => accepts(field, candidate));
    return [[name, coercion ?? value]];
  });
  return Object.fromEntries(fields);
}

function listCoercions(value: unknown): unknown[] {
  if (typeof value !== 'string') return [];
  return [...(/^(?:0|[1-9]\d{0,14}|true|false)$/.test(value) ? [JSON.parse(value)] : []), [value]];
}

function accepts(field: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(field, value).success;
}
