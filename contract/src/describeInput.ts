import { z } from 'zod';
import type { Procedure } from './procedure.ts';
import { forms } from './values/fields.ts';

interface FieldDescription {
  readonly name: string;
  /** Its type in words: `whole number from 1`, `"read" or "write"`. */
  readonly takes: string;
  readonly isRequired: boolean;
  /** The default as JSON; null without one. */
  readonly fallback: string | null;
  readonly about: string | null;
}

interface InputDescription {
  readonly fields: readonly FieldDescription[];
  readonly about: string | null;
  readonly example: Readonly<Record<string, unknown>>;
}

type Schema = z.core.JSONSchema.BaseSchema;

export function describeInput({ input }: Pick<Procedure, 'input'>): InputDescription {
  const schema = toJsonSchema(input, 'input');
  const { properties = {}, required = [], description = null } = schema;
  const fields = Object.entries(properties).map(([name, field]) => {
    const known = typeof field === 'boolean' ? {} : field;
    return {
      name,
      takes: typeInWords(known),
      isRequired: required.includes(name),
      fallback: known.default === undefined ? null : JSON.stringify(known.default),
      about: known.description ?? null,
    };
  });
  return { fields, about: description, example: exampleObject(schema) };
}

function exampleObject({
  properties = {},
  required = [],
  oneOf = [],
  anyOf = [],
}: Schema): Record<string, unknown> {
  const [choice] = [...oneOf, ...anyOf];
  const chosen = typeof choice === 'object' ? (choice.required ?? []) : [];
  return Object.fromEntries(
    [...new Set([...required, ...chosen])].map((name) => [name, buildExample(properties[name] ?? true)]),
  );
}

function buildExample(schema: Schema | boolean): unknown {
  if (typeof schema === 'boolean') return null;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === 'object') return exampleObject(schema);
  const [option] = schema.anyOf ?? schema.oneOf ?? [];
  if (option !== undefined) return buildExample(option);
  return plainExample(schema);
}

function plainExample(schema: Schema): unknown {
  const { type, minimum, format, pattern, contentEncoding } = schema;
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 1, 1);
  if (type === 'boolean') return true;
  if (type === 'array')
    return Array.from({ length: schema.minItems ?? 1 }, () => buildExample(getItemSchema(schema)));
  if (type === 'null') return null;
  if (contentEncoding !== undefined) return 'iVBORw0KGgo=';
  if (format !== undefined) return formatExamples[format] ?? '…';
  if (pattern === undefined) return '…';
  const fits = new RegExp(pattern, pattern.includes(String.raw`\p{`) ? 'u' : '');
  return patternExamples.find((one) => fits.test(one)) ?? '…';
}

const formatExamples: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'ann@example.com',
  uri: 'https://example.com',
};
const patternExamples = ['0123456789abcdef'.repeat(2), 'hooks-i-like', '#0a7ea4', 'DE'] as const;

function toJsonSchema(type: z.ZodType, io: 'input' | 'output'): Schema {
  return z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const form = forms.get(zodSchema)?.form;
      if (form !== undefined) jsonSchema['form'] = form;
    },
  });
}

/** A field of a response, named by its path: `copies[].body`. */
interface OutputField {
  readonly name: string;
  readonly type: string;
  readonly about: string | null;
}

export function describeOutput({ output }: Pick<Procedure, 'output'>): {
  readonly isList: boolean;
  readonly fields: readonly OutputField[];
} {
  const schema = toJsonSchema(output, 'output');
  const isList = schema.type === 'array';
  return { isList, fields: fieldsIn(isList ? getItemSchema(schema) : schema, '') };
}

function fieldsIn(schema: Schema | boolean, place: string): OutputField[] {
  if (typeof schema === 'boolean') return [];
  const { properties = {}, anyOf = [] } = schema;
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const at = place === '' ? name : `${place}.${name}`;
    const known = typeof field === 'boolean' ? {} : field;
    const about = known.description ?? null;
    const described: OutputField = { name: at, type: typeInWords(withoutFields(known)), about };
    return [described].concat(fieldsIn(known, at));
  });
  const ofEntries = schema.type === 'array' ? fieldsIn(getItemSchema(schema), `${place}[]`) : [];
  return [...own, ...ofEntries, ...anyOf.flatMap((option) => fieldsIn(option, place))];
}

/** The fields of an object are described one by one. */
function withoutFields(schema: Schema): Schema {
  const { properties: _, anyOf, ...rest } = schema;
  const element = getItemSchema(schema);
  return {
    ...rest,
    ...(typeof element === 'object' && { items: withoutFields(element) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(withoutFields) }),
  };
}

function typeInWords(schema: Schema | boolean): string {
  if (typeof schema === 'boolean') return 'anything';
  const { anyOf, oneOf, const: only, enum: choices } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (choices !== undefined) return either(choices.map((choice) => JSON.stringify(choice)));
  // On an object, these are rules about required fields, not types.
  const options = schema.type === 'object' ? undefined : (anyOf ?? oneOf);
  if (options !== undefined) return either(options.map((option) => typeInWords(option)));
  if (Array.isArray(schema.type)) return either(schema.type.map((type) => plain({ ...schema, type })));
  return plain(schema);
}

function plain(schema: Schema): string {
  switch (schema.type) {
    case 'integer':
      return `whole number${range(schema)}`;
    case 'number':
      return `number${range(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `list of ${typeInWords(getItemSchema(schema))}${upTo(schema.maxItems)}`;
    case 'object':
      return describeObject(schema);
    case 'null':
      return 'null';
    case 'string':
    case undefined:
    default:
      return textual(schema);
  }
}

function describeObject({ properties, additionalProperties = false }: Schema): string {
  if (properties !== undefined) return `object of ${Object.keys(properties).join(', ')}`;
  const entries = typeInWords(additionalProperties);
  return entries === 'anything' ? 'object' : `object, by name, of ${entries}`;
}

function textual({ type, format, form, minLength, maxLength, contentEncoding }: Schema): string {
  if (contentEncoding !== undefined) return `text in ${contentEncoding}`;
  if (format !== undefined) return formats[format] ?? format;
  if (typeof form === 'string') return form;
  return type === 'string' ? `text${lengths(minLength, maxLength)}` : 'anything';
}

const formats: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'time',
  email: 'e-mail address',
  uri: 'URL',
};

function getItemSchema({ items }: Schema): Schema | boolean {
  return Array.isArray(items) ? true : (items ?? true);
}

function range({ minimum, maximum }: Schema): string {
  const from = minimum === undefined ? '' : ` from ${minimum}`;
  return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? from : `${from} to ${maximum}`;
}

function upTo(most: number | undefined): string {
  return most === undefined ? '' : `, at most ${most}`;
}

function lengths(least: number | undefined, most: number | undefined): string {
  if (most === undefined) return '';
  return least === undefined ? ` of at most ${most} characters` : ` of ${least} to ${most} characters`;
}

function either(options: readonly string[]): string {
  const distinct = [...new Set(options)];
  const last = distinct.pop() ?? 'anything';
  return distinct.length === 0 ? last : `${distinct.join(', ')} or ${last}`;
}
