import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkerThread } from './workerThread.ts';

let folder: string;
let file: URL;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-thread-'));
  const name = path.join(folder, 'thread.mjs');
  writeFileSync(
    name,
    `const crash = (milliseconds) => setTimeout(() => { throw new Error('crash'); }, milliseconds);
     export default async (task) => {
       if (task === 'crash later') crash(20);
       if (task === 'crash') { crash(0); await new Promise(() => undefined); }
       if (task === 'hang') for (;;);
       return task;
     };`,
  );
  file = pathToFileURL(name);
});
afterAll(() => rmSync(folder, { recursive: true }));

const start = () => createWorkerThread<string, string>({ file, idleMilliseconds: 100 }).run;

it('a task whose thread crashes is rejected, and those behind it run in a new thread', async () => {
  const run = start();
  const outcomes = await Promise.allSettled([run('crash'), run('a'), run('crash'), run('b')]);
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'crashed'))).toEqual([
    'crashed',
    'a',
    'crashed',
    'b',
  ]);
});

it('a crash after the end of a task does not end the process', async () => {
  const run = start();
  expect(await run('crash later')).toBe('crash later');
  await sleep(100);
  expect(await run('a')).toBe('a');
});

it('the time limit of a task does not include the tasks before it', async () => {
  const run = start();
  await run('a');
  const [first, second] = await Promise.allSettled([run('hang', 2000), run('b', 1900)]);
  expect(first).toMatchObject({ reason: { name: 'AbortError' } });
  expect(second).toMatchObject({ value: 'b' });
});
