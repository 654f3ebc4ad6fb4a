import { slugPattern, type Procedure } from '@magpie/contract';
import * as fc from 'fast-check';
import { z } from 'zod';

/** Inputs made from what a procedure says of itself: right ones, and the same with one thing broken. */

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly contentEncoding?: string;
  readonly pattern?: string;
  readonly format?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Stands for itself in the JSON that is sent: what no JavaScript value is written as. */
function literal(json: string): string {
  return `\u{e000}${json}\u{e000}`;
}

export function jsonOf(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"\u{e000}([^\u{e000}]*)\u{e000}"/gu, '$1');
}

function schemaOf(procedure: Procedure): Schema {
  return z.toJSONSchema(procedure.input, { io: 'input' }) as Schema;
}

/** The forms that a value may have, each of one type. */
function formsOf(schema: Schema): readonly Schema[] {
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((form) => form.type !== undefined);
  if (forms.length > 0) return forms.flatMap(formsOf);
  if (typeof schema.type === 'string' || schema.type === undefined) return [schema];
  return schema.type.map((type) => ({ ...schema, type }));
}

function rightValue(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(...formsOf(schema).map(rightForm));
}

function rightForm(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type ?? '') {
    case 'object':
      return rightObject(schema);
    case 'array':
      return fc.array(rightValue(schema.items ?? {}), { maxLength: Math.min(3, schema.maxItems ?? 3) });
    case 'integer':
      return rightInteger(schema);
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e12, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return rightText(schema);
  }
}

/** Its required fields, some of the others, and of fields that exclude each other one. */
function rightObject(schema: Schema): fc.Arbitrary<Fields> {
  const { properties = {}, required = [] } = schema;
  const choices = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map((choice) => choice.required ?? []);
  const record = (chosen: readonly string[]): fc.Arbitrary<Fields> => {
    const excluded = new Set(choices.flat().filter((name) => !chosen.includes(name)));
    const fields = Object.entries(properties).filter(([name]) => !excluded.has(name));
    return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, rightValue(field)])), {
      requiredKeys: [...required, ...chosen],
    });
  };
  return choices.length === 0 ? record([]) : fc.oneof(...choices.map(record));
}

/** Identifiers from 4 on: those below are the fixtures' own keys, which must outlive the test. */
function rightInteger({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): fc.Arbitrary<number> {
  const min = maximum === Number.MAX_SAFE_INTEGER ? Math.max(minimum, 4) : minimum;
  return fc.oneof(
    fc.integer({ min, max: Math.min(maximum, min + 20) }),
    fc.maxSafeInteger().map((number) => Math.min(maximum, Math.max(min, number))),
  );
}

function rightText(schema: Schema): fc.Arbitrary<string> {
  const formats = new Set([schema, ...(schema.anyOf ?? [])].map(({ format }) => format));
  if (formats.has('uri')) return fc.webUrl({ withQueryParameters: true });
  if (formats.has('email')) return fc.emailAddress();
  if (formats.has('date')) return fc.oneof(day, instant);
  if (schema.contentEncoding === 'base64') return fc.base64String({ minLength: 4, maxLength: 40 });
  if (schema.pattern === '^[a-zA-Z]{2}$') return fc.constantFrom('US', 'de', 'Jp');
  if (schema.pattern === slugPattern.source) return fc.stringMatching(/^[a-z][a-z0-9]{2,30}$/);
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern));
  if (schema.maxLength === undefined) return fc.constantFrom('en', 'PT-br', 'zh_hant');
  const { minLength = 0, maxLength } = schema;
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 30) });
}

const instant = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const day = instant.map((text) => text.slice(0, 10));

/** Inputs that the procedure takes. */
export function rightInput(procedure: Procedure): fc.Arbitrary<unknown> {
  const objects = rightObject(schemaOf(procedure));
  return objects.filter((input) => procedure.input.safeParse(input).success);
}

const magicNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'then', 'length'];
const tooLong = 'x'.repeat(30_000);

/** Values of each JSON type; those of another type than expected are all invalid. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  null: [null],
  boolean: [true, false],
  number: [0, -1, 1.5, 1e308, 2 ** 53, literal('1e400'), literal('-1e400'), literal('9'.repeat(400))],
  string: ['', '1', 'true', 'null', '[]', '2026-01-01', ...magicNames],
  array: [[], [[]], [null], [1, 2]],
  object: [
    {},
    { json: {} },
    { toString: 1 },
    { ['__proto__']: { polluted: true } },
    { length: 300, toString: null },
  ],
};

/** Texts that nothing takes, whatever its rules. */
const poison = ['\0', 'a\0b', '\ud800', 'x\udfff', '\udc00\ud800'];

function jsonTypes(forms: readonly Schema[]): ReadonlySet<string> {
  return new Set(forms.map(({ type }) => (type === 'integer' ? 'number' : String(type))));
}

/** Values that a field of this schema cannot have. */
function wrongValues(schema: Schema): readonly unknown[] {
  const forms = formsOf(schema);
  const types = jsonTypes(forms);
  const ofOtherTypes = Object.entries(samples).flatMap(([type, values]) => (types.has(type) ? [] : values));
  const main = forms.find(({ type }) => type !== 'null');
  const rivals = forms.filter(({ type }) => type === main?.type);
  // What one member of a union rejects, another may accept.
  const ofThisType = main === undefined || rivals.length > 1 ? [] : wrongForms(main);
  return [...poison, ...ofOtherTypes, ...ofThisType];
}

/** Values of the right type that are wrong nevertheless. */
function wrongForms(schema: Schema): readonly unknown[] {
  switch (schema.type ?? '') {
    case 'integer':
    case 'number':
      return wrongNumbers(schema);
    case 'string':
      if (schema.contentEncoding === 'base64') return ['', 'a', 'no base64!', `${tooLong}?`];
      return [tooLong, ...(schema.enum === undefined ? [] : [...magicNames, ''])];
    case 'array': {
      const { items = {}, maxItems = 0 } = schema;
      return [
        ...wrongValues(items).map((value) => [value]),
        Array.from({ length: maxItems + 1 }, () => null),
      ];
    }
    case 'object':
      return magicNames.map((name) => ({ [name]: 1 }));
    default:
      return [];
  }
}

function wrongNumbers({ type, minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): readonly unknown[] {
  const beyond = [minimum - 1, maximum + 1, -1e308, 1e308, literal('1e400'), literal('-1e400')];
  return type === 'integer' ? [...beyond, minimum + 0.5, 2 ** 53 + 2] : beyond;
}

type Breakage = (input: Fields) => unknown;

function breakages(schema: Schema): fc.Arbitrary<Breakage> {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties);
  const kinds: fc.Arbitrary<Breakage>[] = [
    fc.constantFrom(...wholes),
    fc
      .constantFrom(...strayNames(Object.keys(properties)))
      .map((name) => (input) => ({ ...input, [name]: 1 })),
  ];
  if (required.length > 0)
    kinds.push(fc.constantFrom(...required).map((name) => (input) => without(input, name)));
  if (fields.length > 0) {
    const wrong = fc
      .constantFrom(...fields)
      .chain(([name, field]) => fc.tuple(fc.constant(name), fc.constantFrom(...wrongValues(field))));
    const one = wrong.map(([name, value]): Breakage => (input) => ({ ...input, [name]: value }));
    kinds.push(one, one, one, one);
  }
  return fc.oneof(...kinds);
}

/** Instead of the input; `null` is missing here, since it means no input. */
const wholes: readonly Breakage[] = [
  () => [],
  (input) => [input],
  (input) => JSON.stringify(input),
  () => 0,
  () => true,
  () => '\0',
  (input) => ({ json: { json: input } }),
  (input) => ({ json: input, meta: {}, more: 1 }),
  (input) => ({ ...input, ['\ud800']: 1 }),
];

function strayNames(known: readonly string[]): string[] {
  const misspelt = known.map((name) => `${name}x`);
  return [...magicNames, ...misspelt, '', ' ', '\n', '\0', '💥'.repeat(300), 'x'.repeat(1000), 'a.b', "'"];
}

function without(input: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));
}

/** Inputs that the procedure cannot take, as JSON: right ones with one thing broken. */
export function wrongInput(procedure: Procedure): fc.Arbitrary<string> {
  const schema = schemaOf(procedure);
  return fc.tuple(rightObject(schema), breakages(schema)).map(([input, spoil]) => jsonOf(spoil(input)));
}

/** Inputs that cost more to check than to send; no procedure takes any of them. */
export const heavyInputs: readonly (readonly [string, string])[] = [
  ['100,000 levels of lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['100,000 levels of objects, cut off', '{"a":'.repeat(100_000)],
  [
    '10,000 unknown keys',
    jsonOf(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, at]))),
  ],
  ['half a million zeros', `[${'0,'.repeat(500_000)}0]`],
  ['a text of a megabyte', jsonOf({ name: 'x'.repeat(1_000_000) })],
  ['a key of a megabyte', jsonOf({ ['x'.repeat(1_000_000)]: 1 })],
  ['a megabyte of combining marks', jsonOf({ name: '\u{301}'.repeat(500_000) })],
  ['a megabyte of spaces', jsonOf({ name: ' '.repeat(1_000_000), email: ' '.repeat(1000) })],
  ['a number of a megabyte', '9'.repeat(1_000_000)],
];

/** Any JSON at all, with a liking for the names and values that programs trip over. */
export const anyJson: fc.Arbitrary<string> = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom(...Object.values(samples).flat(), ...poison),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.double(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        fc.oneof(fc.constantFrom(...magicNames, 'json', 'meta', 'id', 'name'), fc.string()),
        tie('value'),
        {
          maxKeys: 4,
        },
      ),
    ),
  }))
  .value.map(jsonOf);
