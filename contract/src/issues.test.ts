import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from './index.ts';
import { describeIssues } from './issues.ts';
import { query } from './procedure.ts';
import { fields, text } from './values/fields.ts';

function describeWith(input: z.ZodType, value: unknown) {
  const procedure = query({ summary: 'Any.', access: 'read', limit: 'read', input, output: z.null() });
  const { error } = input.safeParse(value, { reportInput: true });
  if (error === undefined) throw new Error('The value was accepted');
  return describeIssues(error, procedure);
}

function messageOf(input: z.ZodType, value: unknown): string | undefined {
  return describeWith(input, value)[0]?.message;
}

describe('messages for schemas without a message', () => {
  test.each([
    ['invalid_type', z.object({ a: z.string() }), { a: 5 }, 'a must be text, got 5'],
    ['invalid_type', z.object({ a: z.int() }), { a: 1.5 }, 'a must be a whole number, got 1.5'],
    ['invalid_type', z.object({ a: z.date() }), { a: 'x' }, 'a must be date, got "x"'],
    ['invalid_type of the input', z.object({}), 5, 'The input must be an object, got 5'],
    ['too_small', z.object({ a: z.number().min(3) }), { a: 2 }, 'a must be at least 3, got 2'],
    ['too_small, exclusive', z.object({ a: z.number().gt(3) }), { a: 3 }, 'a must be more than 3, got 3'],
    [
      'too_small of text',
      z.object({ a: z.string().min(3) }),
      { a: 'x' },
      'a must be at least 3 characters, got "x"',
    ],
    [
      'too_big',
      z.object({ a: z.array(z.int()).max(1) }),
      { a: [1, 2] },
      'a must be at most 1 values, got a list of 2',
    ],
    ['invalid_format', z.object({ a: z.uuid() }), { a: 'x' }, 'a must have the form uuid, got "x"'],
    [
      'not_multiple_of',
      z.object({ a: z.number().multipleOf(5) }),
      { a: 7 },
      'a must be a multiple of 5, got 7',
    ],
    ['invalid_value', z.object({ a: z.enum(['x', 'y']) }), { a: 'z' }, 'a must be one of x, y, got "z"'],
    [
      'invalid_union',
      z.object({ a: z.union([z.int(), z.boolean()]) }),
      { a: 'z' },
      'a is not valid, got "z"',
    ],
    ['custom', z.object({ a: z.string().refine(() => false) }), { a: 'z' }, 'a is not valid, got "z"'],
    ['custom with a sentence', z.object({}).refine(() => false, 'Nothing will do'), {}, 'Nothing will do'],
    [
      'invalid_key',
      z.object({ a: z.record(z.string().min(2), z.int()) }),
      { a: { b: 1 } },
      'a.b must be at least 2 characters, got "b"',
    ],
    [
      'invalid_element',
      z.object({ a: z.map(z.string(), z.int()) }),
      { a: new Map([[{}, 1]]) },
      'a must be text, got an object',
    ],
  ])('%s', (_, schema, value, message) => {
    expect(messageOf(schema, value)).toBe(message);
  });

  test('a union reports the issues of its best matching member', () => {
    const schema = fields({ a: z.union([z.array(text({ max: 5 })), z.literal('ALL')]) });
    expect(describeWith(schema, { a: ['ok', 'too long'] })).toEqual([
      { path: 'a.1', message: 'a.1 must be 1 to 5 characters, got 8' },
    ]);
    expect(messageOf(schema, { a: [7] })).toBe('a.0 must be text of 1 to 5 characters, got 7');
  });

  test('an unknown key inside a union is named by its whole path', () => {
    const schema = fields({ a: z.union([z.strictObject({ left: z.int() }), z.literal('ALL')]) });
    expect(describeWith(schema, { a: { left: 1, lft: 2 } })).toEqual([
      { path: 'a.lft', message: "Unknown field 'lft'; did you mean 'left'?" },
    ]);
  });
});

function firstOfRemove(input: unknown) {
  const { error } = contract.boards.remove.input.safeParse(input);
  return error && describeIssues(error, contract.boards.remove)[0];
}

describe('unknown fields', () => {
  test('the closest known field is named, aliases included', () => {
    expect(firstOfRemove({ board_id: 1 })).toEqual({
      path: 'board_id',
      message: "Unknown field 'board_id'; did you mean 'boardId'?",
    });
    expect(firstOfRemove({ elephant: 1 })?.message).toBe(
      "Unknown field 'elephant'; known fields are 'keepAds', 'id', 'boardId'",
    );
  });

  test('they are reported before the missing field that they may stand for', () => {
    const { error } = contract.boards.create.input.safeParse({ nmae: 'x' });
    expect(error && describeIssues(error, contract.boards.create).map((issue) => issue.path)).toEqual([
      'nmae',
      'name',
    ]);
  });

  test('the closest of many known fields are listed', () => {
    const { error } = contract.ads.list.input.safeParse({ qqqqqqqqqqqqqqqq: 1 });
    const [first] = error ? describeIssues(error, contract.ads.list) : [];
    expect(first?.message).toMatch(/; known fields are ('\w+', ){7}'\w+' and \d+ more$/);
  });

  test('a procedure without parameters says so', () => {
    const { error } = contract.boards.list.input.safeParse({ x: 1 });
    expect(error && describeIssues(error, contract.boards.list)[0]?.message).toBe(
      "Unknown field 'x'; this procedure takes no parameters",
    );
  });
});

describe('hostile input', () => {
  test('ten thousand unknown keys are reported as twenty and a note', () => {
    const input = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`key${at}`, at]));
    const described = describeWith(fields({ a: z.int() }), input);
    expect(described).toHaveLength(21);
    expect(described.at(-1)).toEqual({
      path: '',
      message: 'There are more errors; only the first 20 are listed',
    });
  });

  test('exactly twenty errors are reported without a note', () => {
    const input = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`key${at}`, at]));
    expect(describeWith(fields({}), input)).toHaveLength(20);
  });

  test('a key of a megabyte is cut', () => {
    const [only] = describeWith(fields({}), { ['k'.repeat(1_000_000)]: 1 });
    expect(only?.path).toBe(`${'k'.repeat(39)}…`);
    expect(only?.message).toBe(`Unknown field '${'k'.repeat(39)}…'; this procedure takes no parameters`);
  });

  test('a value of a megabyte is cut to forty characters', () => {
    const message = messageOf(z.object({ a: z.int() }), { a: 'v'.repeat(1_000_000) });
    expect(message).toBe(`a must be a number, got "${'v'.repeat(38)}…`);
  });

  test('a value nested a hundred thousand deep is named, not printed', () => {
    const deep: unknown = JSON.parse(`{"name": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    const { error } = contract.boards.create.input.safeParse(deep);
    expect(error && describeIssues(error, contract.boards.create)[0]?.message).toBe(
      'name must be text of 1 to 120 characters, got a list of 1',
    );
  });

  test('line breaks, NUL and lone surrogates in a key or a value are escaped', () => {
    const [only] = describeWith(fields({}), { 'a\n\0\uD800': 1 });
    expect(only?.path).toBe(String.raw`a\n\u0000\ud800`);
    expect(messageOf(z.object({ a: z.int() }), { a: 'x\ny' })).toBe(
      String.raw`a must be a number, got "x\ny"`,
    );
  });

  test('every message is bounded and in one line', () => {
    const input = fields({ a: z.int(), b: fields({ c: text({ max: 3 }) }).optional() });
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true }),
        (value) => {
          fc.pre(!input.safeParse(value).success);
          for (const { path, message } of describeWith(input, value)) {
            expect(path.length).toBeLessThanOrEqual(120);
            expect(message.length).toBeLessThanOrEqual(300);
            expect(message).not.toMatch(/[\n\r]|\[object/);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
