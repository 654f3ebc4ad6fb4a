import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputsAt, type Input } from './files.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'magpie-files-'));
  await mkdir(path.join(folder, 'b', 'deep'), { recursive: true });
  await writeFile(path.join(folder, 'c.json'), '[]');
  await writeFile(path.join(folder, 'a.csv'), 'id\n1\n');
  await writeFile(path.join(folder, '.hidden'), 'x');
  await writeFile(path.join(folder, 'b', 'deep', 'd.jsonl.gz'), 'packed');
  await symlink(folder, path.join(folder, 'b', 'deep', 'loop'));
  await symlink(path.join(folder, 'nowhere'), path.join(folder, 'broken'));
});

afterAll(() => rm(folder, { recursive: true }));

const ignore = (): void => undefined;

async function inputs(
  location: string,
  skip: (name: string, why: string) => void = ignore,
): Promise<Input[]> {
  const found: Input[] = [];
  for await (const input of inputsAt(location, skip)) found.push(input);
  return found;
}

describe('inputsAt', () => {
  it('finds every file below a folder in name order, and follows no link cycle', async () => {
    const names = (await inputs(folder)).map(({ name }) => path.relative(folder, name));
    expect(names).toEqual(['a.csv', 'b/deep/d.jsonl.gz', 'c.json']);
  });

  it('reports everything else except hidden files', async () => {
    const server = createServer().listen(path.join(folder, 'socket'));
    await once(server, 'listening');
    const skipped: string[][] = [];
    await inputs(folder, (name, why) => skipped.push([path.relative(folder, name), why]));
    server.close();
    expect(skipped).toEqual([
      ['b/deep/loop', 'It is a link to one of its parent folders.'],
      ['broken', 'It is a broken link, or permission is denied.'],
      ['socket', 'It is neither a file nor a folder.'],
    ]);
  });

  it('opens a file repeatedly', async () => {
    const [input] = await inputs(path.join(folder, 'a.csv'));
    expect(input).toMatchObject({ size: 5, modifiedAt: expect.any(Date) });
    for (let turn = 0; turn < 2; turn += 1) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of input?.open() ?? []) chunks.push(chunk);
      expect(Buffer.concat(chunks).toString()).toBe('id\n1\n');
    }
  });

  it('reads standard input for -', async () => {
    const piped = Readable.from([Buffer.from('{}')]);
    for await (const input of inputsAt('-', ignore, piped)) {
      expect(input).toMatchObject({ name: 'standard input', size: null });
      for await (const chunk of input.open()) expect(String(chunk)).toBe('{}');
    }
  });

  it('reports a missing path', async () => {
    const missing = path.join(folder, 'nowhere');
    await expect(inputs(missing)).rejects.toThrow(`There is no file or folder ${missing}.`);
  });
});
