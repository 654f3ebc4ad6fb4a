import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp, makeDataFolder, startMagpie } from '../../testing/process.ts';

const small = 1_000_000;
const large = 1_000_000_000;
/** Allowed memory above that for a small file, in megabytes. */
const allowed = 300;

const text = 'Run further with shoes that weigh less. '.repeat(20);
const row = (index: number): string =>
  JSON.stringify({ key: `meta:${index}`, advertiser: { name: `Advertiser ${index % 999}` }, bodies: [text] });

/** Start, repeated part and end of a file of each format. */
const kinds = {
  'JSON Lines': { name: 'ads.jsonl', source: 'magpie', head: '', record: row, between: '\n', tail: '\n' },
  'one JSON document': {
    name: 'ads.json',
    source: 'meta-api',
    head: '{"data":[',
    record: (index: number) =>
      JSON.stringify({ id: String(index), page_name: 'Acme', page_id: '1', ad_creative_bodies: [text] }),
    between: ',',
    tail: ']}',
  },
  CSV: {
    name: 'ads.csv',
    source: 'table',
    head: 'advertiser,headline,body,url\n',
    record: (index: number) => `Acme ${index % 999},Headline ${index},${text},https://example.com/${index}`,
    between: '\n',
    tail: '\n',
  },
};

function writeFile(file: string, kind: (typeof kinds)[keyof typeof kinds], bytes: number): void {
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, kind.head);
  let written = 0;
  for (let index = 0; written < bytes; index += 1000) {
    const records = Array.from({ length: 1000 }, (_, at) => kind.record(index + at)).join(kind.between);
    written += writeSync(descriptor, (index === 0 ? '' : kind.between) + records);
  }
  writeSync(descriptor, kind.tail);
  closeSync(descriptor);
}

/** Peak memory of the command, in megabytes. */
async function peakOf(file: string, source: string): Promise<number> {
  const magpie = startMagpie(['import', file, '--source', source, '--dry-run'], {
    MAGPIE_DATA_DIR: path.dirname(file),
  });
  let peak = 0;
  const ended = magpie.ended.then(() => true);
  while (!(await Promise.race([ended, sleep(50, false)]))) peak = Math.max(peak, heldBy(magpie.pid));
  const { code, stderr } = await magpie.ended;
  expect([code, stderr.includes('rejected')]).toEqual([0, false]);
  return peak;
}

function heldBy(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}

describe.each(Object.entries(kinds))('a gigabyte of %s', (_, kind) => {
  let file: string;
  beforeAll(() => {
    file = path.join(path.dirname(makeDataFolder()), kind.name);
  });
  afterEach(() => rmSync(file, { force: true }));
  afterAll(cleanUp);

  it(`needs at most ${allowed} MB more memory than a small file`, async () => {
    writeFile(file, kind, small);
    const idle = await peakOf(file, kind.source);
    writeFile(file, kind, large);
    expect((await peakOf(file, kind.source)) - idle).toBeLessThan(allowed);
  });
});
