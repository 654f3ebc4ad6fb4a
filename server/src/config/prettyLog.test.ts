import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useColors } from './config.ts';
import { createLog } from './log.ts';
import { formatLogLine } from './prettyLog.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9, 5, 3) }));
afterEach(() => void vi.useRealTimers());

/** What the log writes to a terminal. */
function logged(write: (log: ReturnType<typeof createLog>) => void, colors = false): string {
  let output = '';
  write(createLog('debug', { write: (line) => void (output += formatLogLine(line, colors)) }));
  return output;
}

it('shows time, level, message and fields', () => {
  expect(logged((log) => log.info('ready'))).toBe('09:05:03 INFO  ready\n');
  const fields = { job: 'mails', milliseconds: 12.5, reason: 'no route', none: null, missing: undefined };
  expect(logged((log) => log.warn(fields, 'job failed'))).toBe(
    '09:05:03 WARN  job failed  job=mails  milliseconds=12.5  reason="no route"  none=null\n',
  );
  expect(logged((log) => log.info({ counts: { a: 1 }, tags: ['x', 'y'] }, 'done'))).toBe(
    '09:05:03 INFO  done  counts={"a":1}  tags=x, y\n',
  );
});

it('shortens long lists', () => {
  const migrations = ['0001_a.sql', '0002_b.sql', '0003_c.sql', '0004_d.sql'];
  expect(logged((log) => log.info({ migrations }, 'schema migrated'))).toBe(
    '09:05:03 INFO  schema migrated  migrations=0001_a.sql … 0004_d.sql (4)\n',
  );
});

it('shows an error with its code, stack and cause below the line', () => {
  const cause = Object.assign(new Error('refused'), { stack: 'Error: refused\n    at dial (net.js:1)' });
  const err = Object.assign(new Error('lost', { cause }), {
    code: '57P01',
    stack: 'Error: lost\n    at read',
  });
  expect(logged((log) => log.error({ err, requestId: 'r1' }, 'request failed')).split('\n')).toEqual([
    '09:05:03 ERROR request failed  requestId=r1',
    '         Error: lost [57P01]',
    '         at read',
    '         caused by Error: refused',
    '         at dial (net.js:1)',
    '',
  ]);
});

it('escapes control characters from outside, and redacts keys', () => {
  const text = logged((log) =>
    log.info({ name: 'a\u001b[2J', plain: 'b\u009b' }, 'mgp_abc \u001b]0;x\u0007'),
  );
  expect(text).toBe('09:05:03 INFO  mgp_[hidden] \\x1b]0;x\\x07  name=a\\x1b[2J  plain=b\\x9b\n');
});

it('colours the level on a terminal, unless NO_COLOR is set', () => {
  expect(logged((log) => log.warn('slow'), true)).toBe(
    '\u001b[2m09:05:03\u001b[22m \u001b[33mWARN \u001b[39m slow\n',
  );
  expect([useColors(true, {}), useColors(true, { NO_COLOR: '' })]).toEqual([true, true]);
  expect([useColors(true, { NO_COLOR: '1' }), useColors(false, {})]).toEqual([false, false]);
});
