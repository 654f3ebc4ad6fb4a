import { inputAliases, type Procedure } from '@magpie/contract';
import { z } from 'zod';

/** The names of a procedure's parameters whose schema fits, such as numbers. */
export function fieldsWhere(
  { input }: Procedure,
  fits: (field: z.core.JSONSchema._JSONSchema) => boolean,
): ReadonlySet<string> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input' });
  const fields = Object.entries(properties).filter(([, field]) => fits(field));
  return new Set(fields.map(([name]) => name));
}

/**
 * Converts the texts of a query parameter to the type of the field. Text that does not fit is left unchanged, so that
 * validation reports it.
 */
export function createFieldReader(definition: Procedure): (name: string, given: QueryField) => unknown {
  const { properties = {} } = z.toJSONSchema(definition.input, { io: 'input', unrepresentable: 'any' });
  const aliases = inputAliases(definition);
  return (name, { texts, isList }) => {
    const options = optionsOf(properties[aliases[name] ?? name] ?? true);
    const [text = '', ...others] = texts;
    const items = options.find(({ type }) => type === 'array')?.items;
    const isOne = !isList && others.length === 0;
    if (isOne && (items === undefined || options.some((option) => option.const === text)))
      return readValue(options, text);
    const itemOptions = typeof items === 'object' && !Array.isArray(items) ? optionsOf(items) : [];
    return texts.map((each) => readValue(itemOptions, each));
  };
}

/** The values of one field in a query string. */
export interface QueryField {
  readonly texts: readonly string[];
  /** Whether it has list syntax, even with one value. */
  readonly isList: boolean;
}

type Schema = z.core.JSONSchema.BaseSchema;

/** The alternatives of a schema, each with one type. */
function optionsOf(schema: Schema | boolean): Schema[] {
  if (typeof schema === 'boolean') return [];
  const alternatives = schema.anyOf ?? schema.oneOf;
  return alternatives === undefined || schema.type !== undefined ? [schema] : alternatives.flatMap(optionsOf);
}

function readValue(options: readonly Schema[], text: string): number | boolean | string {
  const types = new Set(options.map(({ type }) => type));
  if (types.has('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  if (types.has('number') && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return Number(text);
  return types.has('integer') ? readNumber(text) : text;
}

/** Converts texts of query strings and forms to the types of the parameters. */
export function createTextReader(definition: Procedure): (name: string, text: string) => number | string {
  const numbers = fieldsWhere(definition, isNumber);
  return (name, text) => (numbers.has(name) ? readNumber(text) : text);
}

function isNumber(field: z.core.JSONSchema._JSONSchema): boolean {
  if (typeof field === 'boolean') return false;
  return field.type === 'integer' || (field.anyOf?.some(isNumber) ?? false);
}

/** Text that is not a plain number is left unchanged, so that validation reports it. */
function readNumber(text: string): number | string {
  return /^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : text;
}
