import { inputFields, procedures } from '@magpie/contract';
import { expect, test } from 'vitest';
import { allSchemas, type JsonObject } from './schemas.ts';

const schemas = allSchemas();
const inputOf = (name: string): JsonObject => schemas[`${name}.input`] as JsonObject;

test('a parameter has all its accepted names in the schema', () => {
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

test('the schema of a language filter has the pattern and the length that the server checks', () => {
  const language = { type: 'string', pattern: '^[a-zA-Z]{2,3}([-_][a-zA-Z0-9]+)*$', maxLength: 35 };
  expect(inputOf('brandSpy.getOverview')['properties']).toMatchObject({ language });
  expect(inputOf('ads.list')['properties']).toMatchObject({ languages: { items: language } });
  const overview = procedures.get('brandSpy.getOverview')?.input;
  for (const code of ['en', 'eng', 'pt-BR', 'zh_Hant', 'english', 'e', 'en-', `en-${'x'.repeat(33)}`]) {
    const fits = new RegExp(language.pattern).test(code) && code.length <= language.maxLength;
    expect(overview?.safeParse({ companyName: 'Nike', language: code }).success, code).toBe(fits);
  }
});

test('null is a valid input only if no parameter is required', () => {
  expect(inputOf('boards.list')['type']).toEqual(['object', 'null']);
  expect(inputOf('boards.create')['type']).toBe('object');
});
