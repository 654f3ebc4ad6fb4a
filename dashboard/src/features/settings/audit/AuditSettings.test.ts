import { expect, test } from 'vitest';
import { type AuditEntry, describeAct, describeActor, entryFacts } from './AuditSettings.tsx';

const act: AuditEntry = {
  id: 1,
  at: '2026-03-01T12:00:00.000Z',
  act: 'key.created',
  actorId: 'u1',
  actorEmail: 'ann@example.com',
  actorName: 'Ann',
  teamId: null,
  subject: 'key:7',
  via: 'session:abc',
  address: '127.0.0.1',
  details: { name: 'Reporting', prefix: 'mgp_1', scopes: ['read', 'write'], expiresAt: null },
};

const inTeam = { ...act, teamId: 3, subject: 'bo@example.com' };

test('describes an entry as a sentence with names, and the rest as facts', () => {
  expect(`${describeActor(act)} ${describeAct(act, null)}`).toBe('Ann created the API key “Reporting”');
  expect(entryFacts(act)).toEqual(['scopes: read, write', 'in the dashboard', 'from 127.0.0.1']);
});

test('names the email of an actor without a name', () => {
  expect(describeActor({ ...act, actorName: null })).toBe('ann@example.com');
});

test('details of a sentence are not repeated as facts', () => {
  const team = { ...act, act: 'team.created', subject: 'Agency', details: { slug: 'agency' } };
  expect(entryFacts(team)).toEqual(['in the dashboard', 'from 127.0.0.1']);
  const signIn = { ...act, act: 'session.signed_in', subject: null, details: { form: 'sign-in link' } };
  expect(describeAct(signIn, null)).toBe('signed in with a sign-in link');
  expect(entryFacts({ ...signIn, via: null })).toEqual(['from 127.0.0.1']);
});

test.each([
  [{ act: 'team.created', subject: 'Agency', details: { slug: 'agency' } }, 'created the team “Agency”'],
  [
    { act: 'team.invited', details: { role: 'member', again: false } },
    'invited bo@example.com to the team “Agency” as member',
  ],
  [
    { act: 'team.updated', subject: 'Agency', details: { logo: 'removed' } },
    'removed the logo of the team “Agency”',
  ],
  [{ act: 'team.joined', details: { role: 'viewer' } }, 'joined the team “Agency” as viewer'],
  [{ act: 'team.removed', details: { role: 'viewer' } }, 'removed bo@example.com from the team “Agency”'],
  [{ act: 'team.removed', subject: 'ann@example.com', details: {} }, 'left the team “Agency”'],
  [
    { act: 'team.role_changed', details: { from: 'member', to: 'admin' } },
    'changed the role of bo@example.com in the team “Agency” from member to admin',
  ],
  [
    { act: 'email.changed', details: { from: 'old@example.com' } },
    'changed the email from old@example.com to bo@example.com',
  ],
  [{ act: 'library.exported', subject: null, details: { format: 'csv' } }, 'exported saved ads as CSV'],
])('names what is recorded: %o', (entry, sentence) => {
  expect(describeAct({ ...inTeam, ...entry }, 'Agency')).toBe(sentence);
});

test('uses a general sentence where names are not recorded', () => {
  expect(describeAct({ ...act, act: 'key.revoked', details: {} }, null)).toBe('revoked an API key');
  expect(describeAct({ ...inTeam, act: 'team.joined', details: { role: 'admin' } }, null)).toBe(
    'joined team 3 as admin',
  );
  expect(describeAct({ ...act, act: 'board.made_new' }, null)).toBe('board made new');
});

test('names the operator and unknown actors', () => {
  const byOperator = {
    ...act,
    actorId: null,
    actorEmail: null,
    actorName: null,
    via: 'command line',
    address: null,
  };
  expect(describeActor(byOperator)).toBe('The operator');
  expect(describeActor({ ...byOperator, via: null })).toBe('Someone');
  expect(describeActor({ ...byOperator, actorId: 'u2', via: null })).toBe('Deleted user');
  expect(entryFacts({ ...byOperator, details: {} })).toEqual(['on the command line']);
});

test('lists everything that is recorded about actions without a sentence', () => {
  const facts = entryFacts({
    ...act,
    act: 'webhook.created',
    subject: '127.0.0.1:4000',
    via: null,
    address: null,
    details: { webhookId: 1 },
  });
  expect(facts).toEqual(['127.0.0.1:4000', 'webhook id: 1']);
  const details = { email: 'ann@example.com', changed: { name: 'B' } };
  const other = {
    ...act,
    act: 'board.made_new',
    subject: 'ann@example.com',
    via: null,
    address: null,
    details,
  };
  expect(entryFacts(other)).toEqual(['changed: {"name":"B"}']);
});
