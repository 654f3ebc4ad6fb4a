import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type NewTarMember, writeTarball } from './tarball.ts';

const chunk = Buffer.alloc(64 * 1024);

async function* oneMember(
  chunks: number,
  onChunk: (number: number) => void = () => undefined,
): AsyncGenerator<NewTarMember> {
  const content = function* (): Generator<Buffer> {
    for (let number = 0; number < chunks; number += 1) {
      onChunk(number);
      yield chunk;
    }
  };
  yield { name: 'zeros', bytes: chunks * chunk.length, content: content() };
}

it('writing a tar file uses constant memory', { timeout: 60_000 }, async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const [early, late] = [1000, 9000];
  const used = new Map<number, number>();
  const measure = (number: number): void => {
    if (number !== early && number !== late) return;
    collect();
    used.set(number, process.memoryUsage().heapUsed);
  };
  await writeTarball(oneMember(late + 1, measure), () => Promise.resolve());
  const growth = (used.get(late) ?? Infinity) - (used.get(early) ?? 0);
  // An object of a few hundred bytes per chunk would exceed this.
  expect(growth).toBeLessThan(1_000_000);
});

it('a failed write rejects with its reason', async () => {
  const full = new Error('The disk is full.');
  await expect(writeTarball(oneMember(100_000), () => Promise.reject(full))).rejects.toThrow(full);
});

it('a failed member rejects with its reason', async () => {
  const lost = new Error('The picture went away.');
  const failing = oneMember(100, (number) => {
    if (number === 50) throw lost;
  });
  await expect(writeTarball(failing, () => Promise.resolve())).rejects.toThrow(lost);
});

it('a slow reader receives everything', async () => {
  const chunks: Buffer[] = [];
  const write = async (bytes: Buffer): Promise<void> => {
    await new Promise((resolve) => void setImmediate(resolve));
    chunks.push(bytes);
  };
  await writeTarball(oneMember(50), write);
  expect(gunzipSync(Buffer.concat(chunks)).length).toBe(50 * chunk.length + 512 + 1024);
});
