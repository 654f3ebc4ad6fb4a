import { readFile } from 'node:fs/promises';
import { describeIssues, type Procedure } from '@magpie/contract';
import { isObject } from '@magpie/sources/mapping/fields';
import { z } from 'zod';
import { withFullStop } from '../rpc/invalidField.ts';
import type { Problem } from './command.ts';

export type Schema = z.core.JSONSchema.BaseSchema;

export function fieldSchemas({ input }: { readonly input: z.ZodType }): Readonly<Record<string, Schema>> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, typeof field === 'boolean' ? {} : field]),
  );
}

export interface WrittenInput {
  readonly procedure: Procedure;
  /** The input fields as given, aliases included. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** The whole input as JSON, as @file, or - for standard input. */
  readonly json: string | undefined;
}

/** The input of a call, validated against the contract before it is sent. */
export async function readCallInput(
  { procedure, fields, json }: WrittenInput,
  readInput: () => Promise<string>,
): Promise<{ readonly input: Readonly<Record<string, unknown>> } | Problem> {
  const schemas = fieldSchemas(procedure);
  const input: Record<string, unknown> = {};
  if (json !== undefined) {
    const whole = await readJson('json', json, readInput);
    if ('problem' in whole) return whole;
    if (!isObject(whole.value)) return { problem: '--json must be an object, such as {"limit": 10}.' };
    Object.assign(input, whole.value);
  }
  for (const [field, texts] of fields) {
    const value = await readField(field, schemas[field] ?? aliased, texts, readInput);
    if ('problem' in value) return value;
    input[field] = value.value;
  }
  const { error } = procedure.input.safeParse(input);
  if (error === undefined) return { input };
  return {
    problem: describeIssues(error, procedure)
      .map(({ message }) => withFullStop(message))
      .join('\n'),
  };
}

/** Aliases exist only for ids and hashes. */
const aliased: Schema = { anyOf: [{ type: 'integer' }, { type: 'string' }] };

type Value = { readonly value: unknown } | Problem;

async function readField(
  field: string,
  schema: Schema,
  texts: readonly string[],
  readInput: () => Promise<string>,
): Promise<Value> {
  const [text = ''] = texts;
  const fromFile = texts.length === 1 && /^(?:@.|-$)/.test(text);
  if (fromFile && isBinary(schema) && text !== '-') {
    return readFile(text.slice(1), 'base64').then(
      (value) => ({ value }),
      (error: unknown) => ({ problem: unreadable(field, error) }),
    );
  }
  if (fromFile && isStructured(schema)) return readJson(field, text, readInput);
  if (texts.length > 1 && !listForms(schema).some(({ type }) => type === 'array')) {
    return { problem: `--${field} accepts one value, got ${texts.length}.` };
  }
  return { value: parseValue(schema, texts) };
}

/**
 * Converts the values of an option to the type of its field: a list, number, boolean, null or object. A list of objects may also be
 * given as one JSON value. A value that fits no type stays a string, so that the contract reports the error.
 */
export function parseValue(schema: Schema, texts: readonly string[]): unknown {
  const forms = listForms(schema);
  const [text = ''] = texts;
  const single = texts.length === 1 ? singleValue(forms, text) : undefined;
  if (single !== undefined) return single.value;
  const list = forms.find(({ type }) => type === 'array');
  if (list === undefined) return text;
  const element = Array.isArray(list.items) || typeof list.items !== 'object' ? {} : list.items;
  return texts.map((one) => parseValue(element, [one]));
}

function singleValue(forms: readonly Schema[], text: string): { readonly value: unknown } | undefined {
  const choices = forms.flatMap(choicesIn);
  const chosen = choices.find((choice) => String(choice) === text);
  if (chosen !== undefined) return { value: chosen };
  const accepts = (...types: string[]): boolean =>
    forms.some(({ type }) => typeof type === 'string' && types.includes(type));
  if (text === 'null' && accepts('null')) return { value: null };
  if (accepts('boolean') && /^(?:true|false)$/.test(text)) return { value: text === 'true' };
  if (accepts('integer', 'number') && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text))
    return { value: Number(text) };
  const isJson =
    (accepts('object') && text.startsWith('{')) ||
    (text.startsWith('[') && forms.some((form) => form.type === 'array' && isStructured(form)));
  if (isJson) return { value: parsed(text) ?? text };
  // An enum, such as FOLLOWED, accepts no other text.
  const acceptsText = forms.some((form) => form.type === 'string' && choicesIn(form).length === 0);
  return acceptsText ? { value: text } : undefined;
}

/** The alternatives of a union. In an object, anyOf only expresses rules across fields. */
function listForms(schema: Schema): Schema[] {
  const options = schema.type === 'object' ? undefined : (schema.anyOf ?? schema.oneOf);
  if (options === undefined) return [schema];
  return options.flatMap((option) => (typeof option === 'object' ? listForms(option) : []));
}

export function listChoices(schema: Schema): string[] {
  const choices = listForms(schema).flatMap((form): unknown[] => {
    if (form.type === 'boolean') return [true, false];
    if (form.type === 'null') return [null];
    const { items } = form;
    const entries = typeof items === 'object' && !Array.isArray(items) ? listChoices(items) : [];
    return choicesIn(form).concat(entries);
  });
  return choices.map(String);
}

function choicesIn({ const: only, enum: several = [] }: Schema): unknown[] {
  return only === undefined ? several : [only, ...several];
}

function isBinary(schema: Schema): boolean {
  return listForms(schema).some(({ contentEncoding }) => contentEncoding === 'base64');
}

function isStructured(schema: Schema): boolean {
  return listForms(schema).some(
    ({ type, items }) =>
      type === 'object' ||
      (type === 'array' && typeof items === 'object' && !Array.isArray(items) && isStructured(items)),
  );
}

async function readJson(field: string, text: string, readInput: () => Promise<string>): Promise<Value> {
  try {
    const json =
      text === '-' ? await readInput() : text.startsWith('@') ? await readFile(text.slice(1), 'utf8') : text;
    const value = parsed(json);
    return value === undefined ? { problem: `The value of --${field} is not valid JSON.` } : { value };
  } catch (error) {
    return { problem: unreadable(field, error) };
  }
}

function unreadable(field: string, error: unknown): string {
  return `Cannot read the file of --${field}: ${error instanceof Error ? error.message : String(error)}.`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
