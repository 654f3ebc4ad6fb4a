import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Subject } from './growth.sql.ts';

/** What a data folder is to hold. */
export interface Load {
  readonly dataFolder: string;
  /** Ads imported as any others. */
  readonly originals: number;
  /** Whether they are there already. */
  readonly isBegun: boolean;
  /** Copies of them that are to be added, numbered from 1 on, the last left out. */
  readonly copies: { readonly from: number; readonly to: number };
  /** Users that send requests. */
  readonly people: number;
  /** Where files for peers go; null for none. */
  readonly exportFolder: string | null;
}

export interface Loaded {
  readonly subjects: Subjects;
  /** One for each of the people. */
  readonly keys: readonly string[];
}

export interface Subjects {
  /** Of all. It grows with the index. */
  readonly largest: Subject;
  /** Of the imported ads. It has the same ones at every size, as have the next two. */
  readonly large: Subject;
  readonly middle: Subject;
  readonly small: Subject;
}

/** In a child process, so that the memory of the engine is released. */
export async function loadIndex(load: Load): Promise<Loaded> {
  const program = fileURLToPath(new URL('../targets/researchLoad.js', import.meta.url));
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ['--max-semi-space-size=32', program, JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOME, UV_THREADPOOL_SIZE: '16' },
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error('The index could not be filled; the reason is above.');
  return JSON.parse(printed) as Loaded;
}
