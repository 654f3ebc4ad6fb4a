import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Instance } from '../instance.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import { mailTest } from './mail.ts';

async function run(settings: NodeJS.ProcessEnv): Promise<{ code: number; said: string[] }> {
  const said: string[] = [];
  // It needs nothing else of an instance.
  const instance = { config: readConfig(settings), log: createLog('silent') } as Instance;
  const stopping = new AbortController().signal;
  const code = await mailTest.run(instance, ['ann@example.com'], (line) => said.push(line), stopping);
  return { code, said };
}

it('mail test says where a mail went', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-mail-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(await run({ MAGPIE_DATA_DIR: folder, MAGPIE_MAIL_FROM: 'Elster <elster@example.com>' })).toEqual({
    code: 0,
    said: [`Sent to ann@example.com from Elster <elster@example.com>: the folder ${folder}/mail has it.`],
  });
  expect(readdirSync(path.join(folder, 'mail'))).toEqual([expect.stringMatching(/\.eml$/)]);
});

it('mail test exits 1 and says why a mail was not taken, without the password', async () => {
  expect(await run({ SMTP_URL: 'smtp://ann:secret@127.0.0.1:1' })).toEqual({
    code: 1,
    said: ['Not sent. The mail server 127.0.0.1:1 cannot be used: nothing listens there.'],
  });
});

it.each([
  [[], 'Give the e-mail address that it is to go to.'],
  [['x'], "'x' is not an e-mail address."],
  [['a@example.com', 'b@example.com'], 'Give one e-mail address, got 2.'],
  [['a@example.com'], null],
])('mail test %j: %s', (args, sentence) => expect(mailTest.check(args)).toBe(sentence));
