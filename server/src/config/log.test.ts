import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

const built = new URL('../../dist/config/log.js', import.meta.url);

/** Standard error of a process that runs this code with a `log`. */
function standardErrorOf(code: string): string {
  const program = `import { createLog } from ${JSON.stringify(built.href)}; const log = createLog('info'); ${code}`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: fileURLToPath(new URL('.', built)),
    encoding: 'utf8',
  });
  return stderr;
}

function messagesIn(lines: string): unknown[] {
  return lines
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { msg: unknown }).msg);
}

test('a line has the level name, an ISO 8601 time, and API keys redacted', () => {
  const lines: string[] = [];
  const before = Date.now();
  createLog('info', { write: (line) => void lines.push(line) }).info({ said: 'it is mgp_abc_123!' }, 'heard');
  expect(JSON.parse(lines.join(''))).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    said: 'it is mgp_[hidden]!',
    msg: 'heard',
  });
  const { time } = JSON.parse(lines.join('')) as { time: string };
  expect(Date.parse(time)).toBeGreaterThanOrEqual(before);
});

test('an error is logged with type, message, code, stack and cause, without fields of drivers', () => {
  const lines: string[] = [];
  const cause = Object.assign(new TypeError('the cause'), { client: { secretKey: 42 } });
  const error = Object.assign(new Error('lost', { cause }), { code: '57P01', client: { secretKey: 42 } });
  createLog('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'failed');
  expect(JSON.parse(lines.join(''))).toMatchObject({
    err: {
      type: 'Error',
      message: 'lost',
      code: '57P01',
      stack: expect.any(String),
      cause: { type: 'TypeError' },
    },
  });
  expect(lines.join('')).not.toContain('secretKey');
});

test('a thrown value that is no Error keeps its message, and is never [object Object]', () => {
  const reported: [thrown: unknown, logged: object][] = [
    [
      {
        message: 'no connection',
        stack: 'at there',
        code: '57P01',
        queue: 'mails',
        client: { secretKey: 42 },
      },
      { message: 'no connection', stack: 'at there', code: '57P01' },
    ],
    [{ reason: { secretKey: 42 } }, { message: 'An object with the fields reason' }],
    [null, { message: 'null' }],
    ['words', { message: 'words' }],
  ];
  for (const [thrown, logged] of reported) {
    const lines: string[] = [];
    createLog('info', { write: (line) => void lines.push(line) }).error({ err: thrown }, 'failed');
    expect((JSON.parse(lines.join('')) as { err: unknown }).err).toEqual(logged);
  }
});

test('lines arrive in order, within one event loop turn and across several', () => {
  const code = `log.info('first'); log.info('second'); setTimeout(() => log.info('third'), 5);`;
  expect(messagesIn(standardErrorOf(code))).toEqual(['first', 'second', 'third']);
});

test('the last lines are written when the process exits in the same turn', () => {
  expect(messagesIn(standardErrorOf(`log.info('last'); process.exit(3);`))).toEqual(['last']);
});

test('the last lines are written when the process ends by an uncaught error', () => {
  expect(messagesIn(standardErrorOf(`log.info('last'); throw new Error('oops');`))).toEqual(['last']);
});
