import { expect, test } from 'vitest';
import { contract, describeInput, describeOutput, inputFields, procedures } from './index.ts';

const fieldOf = (input: Parameters<typeof describeInput>[0], name: string) =>
  describeInput(input).fields.find((field) => field.name === name);

test('every parameter of every procedure is described with its type', () => {
  for (const [name, procedure] of procedures) {
    const { fields } = describeInput(procedure);
    expect(inputFields(procedure), name).toEqual(expect.arrayContaining(fields.map((field) => field.name)));
    expect(
      fields.filter(({ takes }) => takes.includes('anything')).map((field) => `${name} ${field.name}`),
    ).toEqual([]);
  }
  expect(describeInput(contract.boards.list).fields).toEqual([]);
});

test('responses are described field by field', () => {
  const holds = (procedure: Parameters<typeof describeOutput>[0]) =>
    Object.fromEntries(describeOutput(procedure).fields.map((field) => [field.name, field.type]));
  expect(holds(contract.boards.create)).toMatchObject({ slug: 'text or null' });
  expect(holds(contract.brandSpy.getAdCopies)).toMatchObject({
    copies: 'list of object',
    'copies[].performanceScore': 'number from 0 to 100',
    'copies[].sampleAd': 'object',
    'copies[].sampleAd.hash': '32 hexadecimal digits',
  });
  expect(holds(contract.cloneProducts.inspectWebsite)['evidence']).toBe(
    'object, by name, of object of source, value',
  );
  expect(describeOutput(contract.boards.list).isList).toBe(true);
  for (const [name, procedure] of procedures) {
    expect(
      describeOutput(procedure)
        .fields.filter((field) => /anything|of $/.test(field.type))
        .map((field) => `${name} ${field.name}`),
    ).toEqual([]);
  }
});

test('a text of a fixed form is described by its form', () => {
  expect(fieldOf(contract.ads.getDetails, 'hash')?.takes).toBe('32 hexadecimal digits');
  expect(fieldOf(contract.cloneProducts.create, 'currency')?.takes).toBe(
    'the three-letter code of a currency, such as USD or null',
  );
  expect(fieldOf(contract.boards.updateSlug, 'slug')?.takes).toMatch(/^3 to 64 of a-z/);
});

test('bounds, choices, defaults and required fields are described in words', () => {
  const { create, revoke } = contract.apiKeys;
  expect(fieldOf(revoke, 'id')).toEqual({
    name: 'id',
    takes: 'whole number from 1',
    isRequired: true,
    fallback: null,
    about: null,
  });
  expect(describeInput(revoke).about).toBe('keyId is accepted as id.');
  expect(fieldOf(create, 'name')).toMatchObject({
    takes: 'text of 1 to 120 characters',
    isRequired: false,
    fallback: '"API key"',
  });
  expect(fieldOf(create, 'scopes')).toMatchObject({
    takes: 'list of "read", "write" or "admin", at most 3',
    fallback: '["read","write"]',
    about: 'Limited to the scopes of the calling key.',
  });
  expect(fieldOf(create, 'expiresAt')?.takes).toBe('date or time or null');
  expect(fieldOf(contract.teams.inviteByEmail, 'email')?.takes).toBe('e-mail address');
});

test('the example of a procedure is a valid input', () => {
  const refused = [...procedures].filter(
    ([, procedure]) => !procedure.input.safeParse(describeInput(procedure).example).success,
  );
  // What these require depends on whether the rule exists already.
  expect(refused.map(([name]) => name)).toEqual(['notifications.upsertRule', 'notifications.testRule']);
  expect(describeInput(contract.teams.removeMember).example).toEqual({ id: 1, userId: '…' });
});
