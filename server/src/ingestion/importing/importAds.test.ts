import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { OpenAd } from '@magpie/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sighting } from '../../ads/catalog.ts';
import { inputsAt, type Input } from '../reading/files.ts';
import { Batch } from './batch.ts';
import { importAds, type ImportOrder, type ImportReport, type ImportTools } from './importAds.ts';
import { magpie } from '../openFormat.ts';
import type { Source } from '../source.ts';

let root: string;
let dataFolder: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'magpie-import-'));
  dataFolder = path.join(root, 'data');
  mkdirSync(dataFolder);
});
afterEach(() => rmSync(root, { recursive: true }));

const good = (id: number): string => JSON.stringify({ key: `meta:${id}`, advertiser: { name: 'Acme' } });
const bad = (id: number): string => JSON.stringify({ key: `meta:${id}`, advertiser: { name: 7 } });
const many = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => good(from + index));

/** How many of these ads are recorded at once. */
const batchSize = (() => {
  const batch = new Batch();
  while (!batch.isFull) batch.add(OpenAd.parse(JSON.parse(good(1))));
  return batch.ads.length;
})();
/** Two batches and a part of one. */
const total = 2 * batchSize + 1000;

function write(name: string, lines: readonly string[]): string {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, lines.join('\n'));
  return file;
}

/** A catalog in memory that may refuse a batch. */
class Memory {
  readonly batches: { keys: (string | null)[]; sighting: Sighting }[] = [];
  readonly lastSeen: (string | null)[] = [];
  settled = 0;
  readonly ended: string[] = [];
  /** The number of the call that fails, from 1. */
  failsAt = Number.POSITIVE_INFINITY;
  #calls = 0;

  async recordAds(ads: readonly OpenAd[], sighting: Sighting) {
    this.#calls += 1;
    if (this.#calls === this.failsAt) throw new Error('The disk is full.');
    await Promise.resolve();
    this.batches.push({ keys: ads.map(({ key }) => key), sighting });
    this.lastSeen.push(...ads.map(({ lastSeenAt }) => lastSeenAt));
    return { created: ads.length, updated: 0, unchanged: 0 };
  }

  async endImport(importId: string): Promise<void> {
    this.ended.push(importId);
  }

  async settle(): Promise<void> {
    this.settled += 1;
  }

  get keys(): (string | null)[] {
    return this.batches.flatMap(({ keys }) => keys);
  }
}

interface Run {
  readonly report: ImportReport;
  readonly said: string[];
}

async function run(
  location: string,
  changes: Partial<ImportTools> & Partial<ImportOrder> = {},
): Promise<Run> {
  const inputs: Input[] = [];
  for await (const input of inputsAt(location, () => undefined)) inputs.push(input);
  const said: string[] = [];
  const nothing = (): void => undefined;
  const order = { path: location, inputs, options: 'auto', fresh: false, choose: () => ({ source: magpie }) };
  const tools = {
    sink: new Memory(),
    dataFolder,
    say: (line: string) => void said.push(line),
    bytesRead: nothing,
    recordRead: nothing,
    stopping: new AbortController().signal,
  };
  return { report: await importAds({ ...order, ...changes }, { ...tools, ...changes }), said };
}

interface RejectLine {
  readonly input: string;
  readonly position: string;
  readonly reason: string;
  readonly record: { readonly key: string };
}

const rejectsIn = ({ rejectsFile }: ImportReport): RejectLine[] =>
  rejectsFile === null
    ? []
    : readFileSync(rejectsFile, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as RejectLine);

describe('an import', () => {
  it('records every ad, counts every other record, keeps it with its place and reason, and merges at the end', async () => {
    const sink = new Memory();
    const file = write('ads.jsonl', [good(1), bad(2), '{"half":', good(3), bad(4)]);
    const { report } = await run(file, { sink });
    expect(report).toMatchObject({
      outcome: 'done',
      tally: { read: 5, created: 2, updated: 0, unchanged: 0, rejected: 3 },
    });
    expect(sink.keys).toEqual(['meta:1', 'meta:3']);
    expect(sink.settled).toBe(1);
    expect(sink.batches.map(({ sighting }) => sighting.importId)).toEqual(sink.ended);
    expect(rejectsIn(report)).toMatchObject([
      {
        input: file,
        position: 'line 2',
        reason: expect.stringContaining('advertiser.name'),
        record: { key: 'meta:2' },
      },
      { input: file, position: 'line 3', record: expect.stringContaining('{"half":') },
      { input: file, position: 'line 5', record: { key: 'meta:4' } },
    ]);
    expect(report.reasons).toMatchObject([
      { count: 2, first: `${file}, line 2` },
      { count: 1, first: `${file}, line 3` },
    ]);
  });

  it('a mapping that stumbles costs one record, not the import', async () => {
    const stumbling: Source = {
      ...magpie,
      toAd: (record) => {
        if (JSON.stringify(record).includes('meta:2')) throw new TypeError('x is not iterable');
        return magpie.toAd(record);
      },
    };
    const { report } = await run(write('ads.jsonl', many(5)), { choose: () => ({ source: stumbling }) });
    expect(report.tally).toMatchObject({ created: 4, rejected: 1 });
    expect(report.reasons[0]?.reason).toBe(
      'The record could not be understood (TypeError: x is not iterable)',
    );
  });

  it('a document without ads is told when it is of another kind, and passed over when it is an empty page', async () => {
    const paged: Source = {
      ...magpie,
      recognises: (document) => typeof document === 'object' && document !== null && 'page' in document,
      unfold: (document) => (document as { page?: unknown[] }).page ?? [],
    };
    const file = write('pages.jsonl', [
      `{"page":[${good(1)},${good(2)}]}`,
      '{"page":[]}',
      '{"error":"limit"}',
    ]);
    const { report } = await run(file, { choose: () => ({ source: paged }) });
    expect(report.tally).toMatchObject({ read: 3, created: 2, rejected: 1 });
    expect(rejectsIn(report)).toMatchObject([
      { position: 'line 3', reason: 'There is no ad of the kind magpie here' },
    ]);
  });

  it('many small files go in together; those without ads are told and left out', async () => {
    const sink = new Memory();
    for (const name of ['a', 'b', 'c']) write(`ads/${name}.jsonl`, [good(name.charCodeAt(0))]);
    const { report, said } = await run(path.join(root, 'ads'), {
      sink,
      choose: ({ name }) => (name.endsWith('b.jsonl') ? { why: 'It holds no ads.' } : { source: magpie }),
    });
    expect(sink.batches).toHaveLength(1);
    expect(report.tally).toMatchObject({ read: 2, created: 2 });
    expect(said).toEqual([`${path.join(root, 'ads', 'b.jsonl')}: skipped. It holds no ads.`]);
  });

  it('a batch has one source', async () => {
    const sink = new Memory();
    for (const name of ['a', 'b']) write(`ads/${name}.jsonl`, [good(name.charCodeAt(0))]);
    const other: Source = { ...magpie, name: 'other' };
    await run(path.join(root, 'ads'), {
      sink,
      choose: ({ name }) => ({ source: name.endsWith('a.jsonl') ? magpie : other }),
    });
    expect(sink.batches.map(({ sighting }) => sighting.source)).toEqual(['magpie', 'other']);
  });

  it('an ad that does not say when it was seen was seen when its file was written, which is never in the future', async () => {
    const saysIt = { key: 'meta:2', advertiser: { name: 'Acme' }, capturedAt: '2025-05-05T05:05:05Z' };
    const file = write('ads.jsonl', [good(1), JSON.stringify(saysIt)]);
    const seenIn = async (written: Date): Promise<(string | null)[]> => {
      utimesSync(file, written, written);
      const sink = new Memory();
      await run(file, { sink });
      const seenAt = sink.batches[0]?.sighting.seenAt.toISOString();
      return sink.lastSeen.map((at) => (at === seenAt ? 'now' : at));
    };
    expect(await seenIn(new Date('2026-01-31T12:00:00Z'))).toEqual(['2026-01-31T12:00:00.000Z', null]);
    expect(await seenIn(new Date(Date.now() + 86_400_000))).toEqual(['now', null]);
    // An archive that lost the times of its files says 1970 or 1980.
    expect(await seenIn(new Date('1980-01-01T00:00:00Z'))).toEqual([null, null]);
  });

  it('of a pipe says nothing about when its ads were seen', async () => {
    const sink = new Memory();
    const open = (): AsyncIterable<Uint8Array> => Readable.from([Buffer.from(good(1))]);
    const inputs = [{ name: 'a pipe', size: null, modifiedAt: new Date('2026-01-31T12:00:00Z'), open }];
    await run(write('ads.jsonl', []), { sink, inputs });
    expect(sink.lastSeen).toEqual([null]);
  });

  it('without an acceptable record it records nothing, and nothing is merged', async () => {
    const sink = new Memory();
    const { report } = await run(write('ads.jsonl', [bad(1)]), { sink });
    expect(report).toMatchObject({ outcome: 'done', tally: { read: 1, rejected: 1 } });
    expect([sink.batches, sink.settled]).toEqual([[], 0]);
  });

  it('a dry run counts and leaves nothing behind', async () => {
    const { report } = await run(write('ads.jsonl', [good(1), bad(2)]), { sink: null });
    expect(report).toMatchObject({ tally: { read: 2, rejected: 1 }, rejectsFile: null });
    expect(report.reasons).toHaveLength(1);
    expect(readdirSync(dataFolder)).toEqual([]);
  });

  it('of a path that is being imported is refused, until that one has ended', async () => {
    const file = write('ads.jsonl', many(3));
    const sink = new Memory();
    const record = sink.recordAds.bind(sink);
    let refused: unknown;
    sink.recordAds = async (ads, sighting) => {
      refused = await run(file).catch((error: unknown) => error);
      // Another path has nothing to do with it.
      await run(write('others.jsonl', many(2)));
      return record(ads, sighting);
    };
    expect((await run(file, { sink })).report.tally.created).toBe(3);
    expect(refused).toEqual(new Error(`Another import of ${file} is under way; wait for its end.`));
    expect((await run(file)).report.outcome).toBe('done');
    expect(readdirSync(path.join(dataFolder, 'imports'))).toEqual([]);
  });

  it('leaves no checkpoint when it is done', async () => {
    await run(write('ads.jsonl', many(3)));
    expect(readdirSync(path.join(dataFolder, 'imports'))).toEqual([]);
  });
});

describe('an import that was interrupted', () => {
  const interrupted = async (file: string, failsAt: number): Promise<Memory> => {
    const sink = Object.assign(new Memory(), { failsAt });
    const { report } = await run(file, { sink });
    expect(report).toMatchObject({ outcome: 'failed', failure: new Error('The disk is full.') });
    return sink;
  };

  it('goes on behind the last batch that was acknowledged, as if it were still then', async () => {
    const file = write('ads.jsonl', many(total));
    const before = await interrupted(file, 2);
    const after = new Memory();
    const { report, said } = await run(file, { sink: after });
    expect(said).toEqual([
      `Resuming after an interruption: ${batchSize.toLocaleString('en-US')} records are done; --fresh would begin again.`,
    ]);
    expect(report.tally).toMatchObject({ read: total, created: total });
    expect([...before.keys, ...after.keys]).toEqual(many(total).map((line) => JSON.parse(line).key));
    expect(after.batches[0]?.sighting.seenAt).toEqual(before.batches[0]?.sighting.seenAt);
  });

  it.each([
    ['--fresh was given', (_file: string) => ({ fresh: true })],
    ['the options are others', (_file: string) => ({ options: 'other' })],
    [
      'the file has changed',
      (file: string) => {
        appendFileSync(file, `\n${good(9999)}`);
        return {};
      },
    ],
  ])('begins again when %s', async (_reason, change) => {
    const file = write('ads.jsonl', many(total));
    await interrupted(file, 2);
    const sink = new Memory();
    await run(file, { sink, ...change(file) });
    expect(sink.keys.length).toBeGreaterThanOrEqual(total);
  });

  it('in a folder, does not read again what was finished, unless that has changed', async () => {
    write('ads/a.jsonl', many(batchSize));
    write('ads/b.jsonl', many(batchSize, batchSize));
    const folder = path.join(root, 'ads');
    await interrupted(folder, 2);
    const resumed = new Memory();
    expect((await run(folder, { sink: resumed })).report.tally.read).toBe(2 * batchSize);
    expect(resumed.keys).toHaveLength(batchSize);
    await interrupted(folder, 2);
    write('ads/a.jsonl', many(10));
    expect((await run(folder)).report.tally).toMatchObject({ read: batchSize + 10, created: batchSize + 10 });
  });

  it('by a signal ends with the batch in flight and forgets the one after', async () => {
    const file = write('ads.jsonl', many(total));
    const controller = new AbortController();
    const sink = new Memory();
    const record = sink.recordAds.bind(sink);
    sink.recordAds = async (ads, sighting) => {
      controller.abort();
      return record(ads, sighting);
    };
    const { report } = await run(file, { sink, stopping: controller.signal });
    expect(report).toMatchObject({ outcome: 'stopped', tally: { read: batchSize, created: batchSize } });
    expect((await run(file)).report.tally).toMatchObject({ read: total, created: total });
  });

  it('as often as may be: every ad is recorded, every reject is in the file once', async () => {
    const records = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 });
    const failures = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(records, failures, async (pattern, failing) => {
        const lines = Array.from({ length: total }, (_, id) =>
          pattern[id % pattern.length] ? good(id) : bad(id),
        );
        const file = write('ads.jsonl', lines);
        const keys = new Set<string | null>();
        for (const failsAt of [...failing, Number.POSITIVE_INFINITY]) {
          const sink = Object.assign(new Memory(), { failsAt });
          const { report } = await run(file, { sink });
          for (const key of sink.keys) keys.add(key);
          if (report.outcome !== 'done') continue;
          expect(report.tally.read).toBe(total);
          expect(keys.size).toBe(total - report.tally.rejected);
          expect(rejectsIn(report).map(({ record }) => record.key)).toEqual(
            lines.filter((line) => line.includes(':7}')).map((line) => JSON.parse(line).key),
          );
          break;
        }
        rmSync(path.join(dataFolder, 'imports'), { recursive: true });
      }),
      { numRuns: 3 },
    );
  });

  it.each([
    ['in the first documents', 50],
    ['later', batchSize + 500],
  ])(
    'by a file that breaks off %s records what was read, and the other files, and begins there again',
    async (_where, before) => {
      const folder = path.join(root, 'ads');
      write('ads/a.jsonl', many(3));
      write('ads/b.jsonl', many(before + 500, 1000));
      write('ads/c.jsonl', many(2, 100_000));
      const breaking = async function* (lines: readonly string[]): AsyncGenerator<Uint8Array> {
        yield Buffer.from(`${lines.join('\n')}\n`);
        throw Object.assign(new Error('EIO'), { code: 'EIO' });
      };
      const broken: Input[] = [];
      for await (const input of inputsAt(folder, () => undefined)) {
        const isB = input.name.endsWith('b.jsonl');
        broken.push(isB ? { ...input, open: () => breaking(many(before, 1000)) } : input);
      }
      const sink = new Memory();
      const { report, said } = await run(folder, { sink, inputs: broken });
      expect(report).toMatchObject({ outcome: 'failed', tally: { read: before + 5, rejected: 0 } });
      expect(sink.keys).toHaveLength(before + 5);
      expect(sink.settled).toBe(1);
      expect(said).toEqual([
        `${path.join(folder, 'b.jsonl')}: could not be read to its end. Its disk reports an error.`,
      ]);
      const after = new Memory();
      const resumed = await run(folder, { sink: after });
      expect(resumed.report).toMatchObject({ outcome: 'done', tally: { read: before + 505 } });
      expect(after.keys).toHaveLength(502);
    },
  );

  it('by broken gzip data says so each time, and begins again when the file was fetched again', async () => {
    const file = write('ads.jsonl.gz', []);
    const packed = gzipSync(many(5000).join('\n'));
    writeFileSync(file, packed.subarray(0, packed.length - 2000));
    const first = await run(file);
    expect(first.report.outcome).toBe('failed');
    expect(first.report.tally).toMatchObject({ rejected: 0, created: first.report.tally.read });
    expect(first.report.tally.read).toBeGreaterThan(1000);
    expect(first.said).toEqual([
      `${file}: could not be read to its end. The gzip data end too early; fetch the file again.`,
    ]);
    const again = await run(file);
    expect(again.report).toMatchObject({ outcome: 'failed', tally: first.report.tally });
    writeFileSync(file, packed);
    expect((await run(file)).report).toMatchObject({ outcome: 'done', tally: { read: 5000, rejected: 0 } });
  });

  it('is not disturbed by a checkpoint that cannot be read, or rejects that somebody took away', async () => {
    const file = write('ads.jsonl', [bad(0), ...many(total, 1)]);
    await interrupted(file, 2);
    const imports = path.join(dataFolder, 'imports');
    for (const name of readdirSync(imports))
      if (name.endsWith('.rejects.jsonl')) rmSync(path.join(imports, name));
    expect((await run(file)).report.tally).toMatchObject({ read: total + 1, rejected: 1 });
    await interrupted(file, 2);
    for (const name of readdirSync(imports)) writeFileSync(path.join(imports, name), '{"options":');
    expect((await run(file)).report.tally).toMatchObject({ read: total + 1, rejected: 1, created: total });
  });
});
