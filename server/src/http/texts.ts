import { inputAliases, type Procedure } from '@magpie/contract';
import { z } from 'zod';

/** The names of a procedure's parameters that are of a kind, such as numbers, as the contract declares them. */
export function fieldsOf(
  { input }: Procedure,
  isSuch: (field: z.core.JSONSchema._JSONSchema) => boolean,
): ReadonlySet<string> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input' });
  const such = Object.entries(properties).filter(([, field]) => isSuch(field));
  return new Set(such.map(([name]) => name));
}

/**
 * Reads the texts that a query string gives for a field as the value that the contract has there. What does not fit is
 * left as it is, for the contract to refuse.
 */
export function readerOfFields(definition: Procedure): (name: string, given: GivenField) => unknown {
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

/** What a query string gives for one field. */
export interface GivenField {
  readonly texts: readonly string[];
  /** Whether it is written as a list, even of one. */
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

/** Reads what query strings and forms hold, which is texts only, as the values that the parameters have. */
export function readerOfTexts(definition: Procedure): (name: string, text: string) => number | string {
  const numbers = fieldsOf(definition, isNumber);
  return (name, text) => (numbers.has(name) ? readNumber(text) : text);
}

function isNumber(field: z.core.JSONSchema._JSONSchema): boolean {
  if (typeof field === 'boolean') return false;
  return field.type === 'integer' || (field.anyOf?.some(isNumber) ?? false);
}

/** What is not written as a number plainly is left as it stands, for the contract to refuse in its words. */
function readNumber(text: string): number | string {
  return /^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : text;
}
