import { expect, test } from 'vitest';
import { keyState, expiryDay } from './KeysSettings.tsx';

const now = Date.parse('2026-03-01T12:00:00Z');
const key = {
  id: 1,
  name: 'Mine',
  prefix: 'mgp_abc',
  scopes: ['read' as const],
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
};

test('a key is active until it expires or is revoked', () => {
  expect(keyState(key, now)).toBe('active');
  expect(keyState({ ...key, expiresAt: '2026-03-02T00:00:00.000Z' }, now)).toBe('active');
  expect(keyState({ ...key, expiresAt: '2026-03-01T00:00:00.000Z' }, now)).toBe('expired');
  const revokedAt = '2026-02-01T00:00:00.000Z';
  expect(keyState({ ...key, expiresAt: '2026-02-15T00:00:00.000Z', revokedAt }, now)).toBe('revoked');
});

test('an expiry becomes a date', () => {
  expect(expiryDay('never', '2026-03-01')).toBeNull();
  expect(expiryDay('month', '2026-03-01')).toBe('2026-03-31');
});
