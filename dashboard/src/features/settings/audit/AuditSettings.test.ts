import { expect, test } from 'vitest';
import { type AuditEntry, actionName, describeActor, entryFacts } from './AuditSettings.tsx';

const act: AuditEntry = {
  id: 1,
  at: '2026-03-01T12:00:00.000Z',
  act: 'key.created',
  actorId: 'u1',
  actorEmail: 'ann@example.com',
  teamId: null,
  subject: 'key:7',
  via: 'session:abc',
  address: '127.0.0.1',
  details: { scopes: ['read', 'write'] },
};

test('describes an entry as a sentence with its facts', () => {
  expect(`${describeActor(act)} ${actionName(act.act)}`).toBe('ann@example.com created an API key');
  expect(entryFacts(act)).toEqual(['key 7', 'scopes: read, write', 'by session', 'from 127.0.0.1']);
});

test('names the operator, unknown actors and unknown actions', () => {
  const byOperator = { ...act, actorId: null, actorEmail: null, via: 'command line', address: null };
  expect(describeActor(byOperator)).toBe('The operator');
  expect(describeActor({ ...byOperator, via: null })).toBe('Someone');
  expect(describeActor({ ...byOperator, actorId: 'u2', via: null })).toBe('Deleted user');
  expect(actionName('board.made_new')).toBe('board made new');
});

test('keeps addresses and formats the names of details', () => {
  const facts = entryFacts({
    ...act,
    subject: '127.0.0.1:4000',
    via: null,
    address: null,
    details: { webhookId: 1 },
  });
  expect(facts).toEqual(['127.0.0.1:4000', 'webhook id: 1']);
});

test('omits duplicate facts', () => {
  const details = { email: 'ann@example.com', changed: { name: 'B' } };
  expect(entryFacts({ ...act, subject: 'ann@example.com', via: null, address: null, details })).toEqual([
    'changed: {"name":"B"}',
  ]);
});
