import { describe, expect, it } from 'vitest';
import { isMissingReference, isTransient, isUnavailable } from './failures.ts';

const failure = (fields: object): Error => Object.assign(new Error('x'), fields);

describe('failures of PostgreSQL', () => {
  it.each([
    ['nothing listens', failure({ code: 'ECONNREFUSED', syscall: 'connect' })],
    ['no socket', failure({ code: 'ENOENT', syscall: 'connect' })],
    ['lost while writing', failure({ code: 'EPIPE', syscall: 'write' })],
    ['lost while reading', failure({ code: 'ECONNRESET', syscall: 'read' })],
    ['it is shutting down', failure({ code: '57P01' })],
    ['too many connections', failure({ code: '53300' })],
    ['it hangs', new Error('Query read timeout')],
    ['the driver lost it', new Error('Connection terminated unexpectedly')],
  ])('%s: away, and may come back', (_what, error) => {
    expect(isUnavailable(error)).toBe(true);
  });

  it.each([
    ['a broken constraint', failure({ code: '23505' })],
    ['a file that is not there', failure({ code: 'ENOENT', syscall: 'open' })],
    ['a disk that fails', failure({ code: 'EIO', syscall: 'read' })],
    ['nothing', undefined],
  ])('%s is no outage', (_what, error) => {
    expect(isUnavailable(error)).toBe(false);
  });

  it('only a deadlock and a serialisation failure are retried', () => {
    expect(['40P01', '40001', '23505', '08006'].map((code) => isTransient(failure({ code })))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('a missing row is recognized by its key, in every language', () => {
    const detail = 'Schlüssel (user_id)=(usr_1) ist nicht in Tabelle »users« vorhanden.';
    const missing = failure({ code: '23503', detail });
    expect([isMissingReference(missing, 'usr_1'), isMissingReference(missing, 'usr_')]).toEqual([
      true,
      false,
    ]);
    expect(isMissingReference(failure({ code: '23505', detail }), 'usr_1')).toBe(false);
  });
});
