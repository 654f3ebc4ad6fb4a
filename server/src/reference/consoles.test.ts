import { procedures } from '@magpie/contract';
import { expect, test } from 'vitest';
import { examplesIn, readOpenApi } from './examples.ts';
import { createReference } from './reference.ts';
import { fieldsOf, type JsonObject } from './schemas.ts';

const listed = JSON.parse(createReference().files.get('/docs/procedures.json')?.text ?? '') as {
  readonly name: string;
  readonly example: JsonObject;
}[];
const filledIn = new Map(listed.map(({ name, example }) => [name, example]));
const examples = examplesIn(readOpenApi());

const changes = [...procedures].filter(([, { kind }]) => kind === 'mutation');
const questions = [...procedures].filter(([, { kind }]) => kind === 'query');

test('the console of a change is refused until the reader says what is to be changed', () => {
  expect(filledIn.get('boards.togglePublic')).toEqual({ id: null, published: true });
  expect(filledIn.get('notifications.markRead')).toEqual({ ids: null });
  for (const [name, { input }] of changes) {
    const given = filledIn.get(name);
    const isWhole = JSON.stringify(given) === JSON.stringify(examples.get(name)?.input);
    expect(input.safeParse(given).success, name).toBe(isWhole);
  }
});

test('no console of a change has a number by which every Magpie has something', () => {
  for (const [name, procedure] of changes) {
    const ids = fieldsOf(procedure).filter(({ schema }) => isId(schema));
    expect(
      ids.flatMap((field) => filledIn.get(name)?.[field.name] ?? []),
      name,
    ).toEqual([]);
  }
});

test('the console of a question has the whole example', () => {
  for (const [name] of questions) expect(filledIn.get(name), name).toEqual(examples.get(name)?.input);
});

/** Ids are the only whole numbers from 1 without an end. */
function isId({ type, minimum, maximum, anyOf = [], items }: JsonObject): boolean {
  if (type === 'array') return isId(items as JsonObject);
  if ((anyOf as JsonObject[]).some(isId)) return true;
  return type === 'integer' && minimum === 1 && maximum === Number.MAX_SAFE_INTEGER;
}
