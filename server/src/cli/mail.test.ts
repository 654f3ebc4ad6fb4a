import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Instance } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import { mailTest } from './mail.ts';

async function run(settings: NodeJS.ProcessEnv): Promise<{ code: number; printed: string[] }> {
  const printed: string[] = [];
  // The command uses nothing else of the instance.
  const instance = { config: readConfig(settings), log: createLog('silent') } as Instance;
  const stopping = new AbortController().signal;
  const send = mailTest.prepare(['ann@example.com']);
  if (typeof send !== 'function') throw new Error(send.problem);
  const code = await send(instance, (line) => printed.push(line), stopping);
  return { code, printed };
}

it('mail test prints where a mail was sent', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-mail-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(await run({ MAGPIE_DATA_DIR: folder, MAGPIE_MAIL_FROM: 'Elster <elster@example.com>' })).toEqual({
    code: 0,
    printed: [`Sent to ann@example.com from Elster <elster@example.com> via the folder ${folder}/mail.`],
  });
  expect(readdirSync(path.join(folder, 'mail'))).toEqual([expect.stringMatching(/\.eml$/)]);
});

it('mail test exits 1 and prints why a mail failed, without the password', async () => {
  expect(await run({ SMTP_URL: 'smtp://ann:secret@127.0.0.1:1' })).toEqual({
    code: 1,
    printed: ['Not sent. The mail server 127.0.0.1:1 cannot be used: nothing listens there.'],
  });
});

it.each([
  [[], 'Missing argument: the e-mail address of the recipient.'],
  [['x'], "'x' is not an e-mail address."],
  [['a@example.com', 'b@example.com'], 'Expected one e-mail address, got 2.'],
])('mail test %j: %s', (args, problem) => expect(mailTest.prepare(args)).toEqual({ problem }));
