import { readFile } from 'node:fs/promises';
import { describeIssues, type Procedure } from '@magpie/contract';
import { z } from 'zod';
import type { CallArguments } from './callArguments.ts';
import type { Problem } from './options.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/** What the fields of a procedure take, as JSON Schema tells it. */
export function fieldSchemas({ input }: Pick<Procedure, 'input'>): Readonly<Record<string, Schema>> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, typeof field === 'boolean' ? {} : field]),
  );
}

/** The input of a call, checked by the contract: nothing is sent that it would refuse. */
export async function readCallInput(
  { procedure, fields, json }: CallArguments,
  readInput: () => Promise<string>,
): Promise<{ readonly input: Readonly<Record<string, unknown>> } | Problem> {
  const schemas = fieldSchemas(procedure);
  const input: Record<string, unknown> = {};
  if (json !== undefined) {
    const whole = await readJson('json', json, readInput);
    if ('problem' in whole) return whole;
    if (!isObject(whole.value)) return { problem: '--json is an object, such as {"limit": 10}.' };
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
      .map(({ message }) => `${message}.`)
      .join('\n'),
  };
}

/** Another name of a field that is an id, or a hash. */
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
  if (fromFile && isBinary(schema) && text !== '-') return readBytes(field, text.slice(1));
  if (fromFile && isStructured(schema)) return readJson(field, text, readInput);
  if (texts.length > 1 && !formsOf(schema).some(({ type }) => type === 'array')) {
    return { problem: `--${field} takes one value, got ${texts.length}.` };
  }
  return { value: valueOf(schema, texts) };
}

/**
 * What the words after an option mean for a field: each is one entry of a list, and else they are a number, true, false, null or an
 * object where the field takes one. A list of objects may also come as a whole. What fits no form stays text, for the contract to refuse in its own words.
 */
export function valueOf(schema: Schema, texts: readonly string[]): unknown {
  const forms = formsOf(schema);
  const [text = ''] = texts;
  const single = texts.length === 1 ? singleValue(forms, text) : undefined;
  if (single !== undefined) return single.value;
  const list = forms.find(({ type }) => type === 'array');
  if (list === undefined) return text;
  const element = Array.isArray(list.items) || typeof list.items !== 'object' ? {} : list.items;
  return texts.map((one) => valueOf(element, [one]));
}

function singleValue(forms: readonly Schema[], text: string): { readonly value: unknown } | undefined {
  const choices = forms.flatMap(choicesIn);
  const chosen = choices.find((choice) => String(choice) === text);
  if (chosen !== undefined) return { value: chosen };
  const takes = (...types: string[]): boolean =>
    forms.some(({ type }) => typeof type === 'string' && types.includes(type));
  if (text === 'null' && takes('null')) return { value: null };
  if (takes('boolean') && /^(?:true|false)$/.test(text)) return { value: text === 'true' };
  if (takes('integer', 'number') && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return { value: Number(text) };
  const isJson =
    (takes('object') && text.startsWith('{')) ||
    (text.startsWith('[') && forms.some((form) => form.type === 'array' && isStructured(form)));
  if (isJson) return { value: parsed(text) ?? text };
  // A form that is one of few words, such as FOLLOWED, takes no other text.
  const takesText = forms.some((form) => form.type === 'string' && choicesIn(form).length === 0);
  return takesText ? { value: text } : undefined;
}

/** What an object requires of several fields is no form of its own. */
function formsOf(schema: Schema): Schema[] {
  const options = schema.type === 'object' ? undefined : (schema.anyOf ?? schema.oneOf);
  if (options === undefined) return [schema];
  return options.flatMap((option) => (typeof option === 'object' ? formsOf(option) : []));
}

/** The values that a field can have, where they are few. */
export function choicesOf(schema: Schema): string[] {
  const choices = formsOf(schema).flatMap((form): unknown[] => {
    if (form.type === 'boolean') return [true, false];
    if (form.type === 'null') return [null];
    const { items } = form;
    const entries = typeof items === 'object' && !Array.isArray(items) ? choicesOf(items) : [];
    return choicesIn(form).concat(entries);
  });
  return choices.map(String);
}

function choicesIn({ const: only, enum: several = [] }: Schema): unknown[] {
  return only === undefined ? several : [only, ...several];
}

function isBinary(schema: Schema): boolean {
  return formsOf(schema).some(({ contentEncoding }) => contentEncoding === 'base64');
}

/** An object, or a list of them. */
function isStructured(schema: Schema): boolean {
  return formsOf(schema).some(
    ({ type, items }) =>
      type === 'object' ||
      (type === 'array' && typeof items === 'object' && !Array.isArray(items) && isStructured(items)),
  );
}

async function readBytes(field: string, file: string): Promise<Value> {
  try {
    return { value: await readFile(file, 'base64') };
  } catch (error) {
    return { problem: unreadable(field, error) };
  }
}

async function readJson(field: string, text: string, readInput: () => Promise<string>): Promise<Value> {
  try {
    const json =
      text === '-' ? await readInput() : text.startsWith('@') ? await readFile(text.slice(1), 'utf8') : text;
    const value = parsed(json);
    return value === undefined ? { problem: `What --${field} gives is not JSON.` } : { value };
  } catch (error) {
    return { problem: unreadable(field, error) };
  }
}

function unreadable(field: string, error: unknown): string {
  return `The file of --${field} cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
