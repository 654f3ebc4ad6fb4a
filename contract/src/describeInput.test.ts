import { expect, test } from 'vitest';
import { contract, describeInput, inputFields, procedures } from './index.ts';

const fieldOf = (input: Parameters<typeof describeInput>[0], name: string) =>
  describeInput(input).fields.find((field) => field.name === name);

test('every parameter of every procedure is described, and says what it takes', () => {
  for (const [name, procedure] of procedures) {
    const { fields } = describeInput(procedure);
    expect(inputFields(procedure), name).toEqual(expect.arrayContaining(fields.map((field) => field.name)));
    expect(
      fields.filter(({ takes }) => takes.includes('anything')).map((field) => `${name} ${field.name}`),
    ).toEqual([]);
  }
  expect(describeInput(contract.boards.list).fields).toEqual([]);
});

test('answers are described in the same way', () => {
  const { fields } = describeInput({ input: contract.boards.create.output });
  expect(fields.find(({ name }) => name === 'slug')?.takes).toBe('text or null');
});

test('bounds, choices, defaults and what is required are told in words', () => {
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
    about: 'Never more than the calling key has.',
  });
  expect(fieldOf(create, 'expiresAt')?.takes).toBe('date or time or null');
  expect(fieldOf(contract.teams.inviteByEmail, 'email')?.takes).toBe('e-mail address');
});

test('the example of a procedure is an input that it accepts', () => {
  const refused = [...procedures].filter(
    ([, procedure]) => !procedure.input.safeParse(describeInput(procedure).example).success,
  );
  // What these require depends on whether the rule is there already.
  expect(refused.map(([name]) => name)).toEqual(['notifications.upsertRule', 'notifications.testRule']);
  expect(describeInput(contract.teams.removeMember).example).toEqual({ id: 1, userId: '…' });
});
