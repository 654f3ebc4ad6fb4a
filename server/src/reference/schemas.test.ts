import { inputFields, procedures } from '@magpie/contract';
import { expect, test } from 'vitest';
import { allSchemas, type JsonObject } from './schemas.ts';

const schemas = allSchemas();
const inputOf = (name: string): JsonObject => schemas[`${name}.input`] as JsonObject;

test('a parameter is known under every name under which it is accepted', () => {
  for (const [name, procedure] of procedures) {
    const known = Object.keys((inputOf(name)['properties'] as JsonObject | undefined) ?? {});
    expect(known.toSorted(), name).toEqual(inputFields(procedure).toSorted());
  }
  expect(inputOf('apiKeys.revoke')).toMatchObject({
    properties: { keyId: { type: 'integer', minimum: 1 } },
    required: [],
    allOf: [{ oneOf: [{ required: ['id'] }, { required: ['keyId'] }] }],
  });
  // One of two parameters, under any of their names.
  expect(inputOf('ads.addToBoard')['oneOf']).toEqual([
    { required: ['hash'] },
    { required: ['adHash'] },
    { required: ['ad'] },
  ]);
});

test('a language is told as the server takes it', () => {
  const language = { type: 'string', pattern: '^[a-zA-Z0-9]+([-_][a-zA-Z0-9]+)*$', maxLength: 35 };
  expect(inputOf('brandSpy.getOverview')['properties']).toMatchObject({ language });
  expect(inputOf('ads.list')['properties']).toMatchObject({ languages: { items: language } });
});

test('null is an input where nothing is needed, and only there', () => {
  expect(inputOf('boards.list')['type']).toEqual(['object', 'null']);
  expect(inputOf('boards.create')['type']).toBe('object');
});
