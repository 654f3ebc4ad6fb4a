import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOfPipe } from './files.ts';

let folder: string;
let pipe: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'magpie-pipe-'));
  pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
});

afterAll(() => rm(folder, { recursive: true }));

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe('bytesOfPipe', () => {
  it('waits for a writer and ends when it closes', async () => {
    const reading = textOf(bytesOfPipe(pipe, new AbortController().signal));
    const text = 'ads\n'.repeat(100_000);
    await writeFile(pipe, text);
    expect(await reading).toBe(text);
  });

  it('stops waiting for a writer on abort', async () => {
    const stop = new AbortController();
    const reading = textOf(bytesOfPipe(pipe, stop.signal));
    stop.abort();
    await expect(reading).rejects.toThrow('aborted');
  });

  it('stops waiting for an idle writer on abort', async () => {
    const stop = new AbortController();
    const bytes = bytesOfPipe(pipe, stop.signal)[Symbol.asyncIterator]();
    const first = bytes.next();
    const writer = await open(pipe, 'w');
    await writer.write('ad');
    expect(String((await first).value)).toBe('ad');
    const second = bytes.next();
    stop.abort();
    await expect(second).rejects.toThrow('aborted');
    await writer.close();
  });

  it('does not start when already aborted', async () => {
    await expect(textOf(bytesOfPipe(pipe, AbortSignal.abort()))).rejects.toThrow('aborted');
  });
});
