import { expect, test } from 'vitest';
import { type Act, actName, actorOf, factsOf } from './acts.ts';

const act: Act = {
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

test('an act reads as a sentence with its facts', () => {
  expect(`${actorOf(act)} ${actName(act.act)}`).toBe('ann@example.com created an API key');
  expect(factsOf(act)).toEqual(['key 7', 'scopes: read, write', 'by session', 'from 127.0.0.1']);
});

test('what the command line did, and what nobody knows, has a name too', () => {
  const byOperator = { ...act, actorId: null, actorEmail: null, via: 'command line', address: null };
  expect(actorOf(byOperator)).toBe('The operator');
  expect(actorOf({ ...byOperator, via: null })).toBe('Somebody');
  expect(actorOf({ ...byOperator, actorId: 'u2', via: null })).toBe('A person who is gone');
  expect(actName('board.made_new')).toBe('board made new');
});

test('an address stays as it is, and names of details are words', () => {
  const facts = factsOf({
    ...act,
    subject: '127.0.0.1:4000',
    via: null,
    address: null,
    details: { webhookId: 1 },
  });
  expect(facts).toEqual(['127.0.0.1:4000', 'webhook id: 1']);
});

test('nothing is told twice', () => {
  const details = { email: 'ann@example.com', changed: { name: 'B' } };
  expect(factsOf({ ...act, subject: 'ann@example.com', via: null, address: null, details })).toEqual([
    'changed: {"name":"B"}',
  ]);
});
