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
import { Batch } from './batchRecorder.ts';
import { importAds, type ImportRequest, type ImportReport, type ImportTools } from './importAds.ts';
import { readTexts } from '@magpie/sources/mapping/fields';
import { magpie } from '@magpie/sources/openFormat';
import type { AdSource } from '@magpie/sources/source';

let root: string;
let dataFolder: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'magpie-import-'));
  dataFolder = path.join(root, 'data');
  mkdirSync(dataFolder);
});
afterEach(() => rmSync(root, { recursive: true }));

const startDate = new Date().toISOString().slice(0, 10);
const good = (id: number): string =>
  JSON.stringify({ key: `meta:${id}`, advertiser: { name: 'Acme' }, status: 'active', startDate });
const bad = (id: number): string => JSON.stringify({ key: `meta:${id}`, advertiser: { name: 7 } });
const many = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => good(from + index));

/** How many of these ads fit into a batch. */
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

/** An in-memory catalog that can fail on a batch. */
class Memory {
  readonly batches: { keys: (string | null)[]; sighting: Sighting }[] = [];
  readonly lastSeen: (string | null)[] = [];
  readonly lastConfirmed: (string | null)[] = [];
  readonly freshness: (number | null)[] = [];
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
    this.lastConfirmed.push(...ads.map(({ lastConfirmedAt }) => lastConfirmedAt));
    this.freshness.push(...ads.map(({ freshnessDays }) => freshnessDays));
    return { created: ads.length, updated: 0, unchanged: 0 };
  }

  async endImport(importId: string): Promise<void> {
    this.ended.push(importId);
  }

  async optimize(): Promise<void> {
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
  changes: Partial<ImportTools> & Partial<ImportRequest> = {},
): Promise<Run> {
  const inputs: Input[] = [];
  for await (const input of inputsAt(location, () => undefined)) inputs.push(input);
  const said: string[] = [];
  const noop = (): void => undefined;
  const order = { path: location, inputs, options: 'auto', fresh: false, choose: () => ({ source: magpie }) };
  const tools = {
    writer: new Memory(),
    dataFolder,
    say: (line: string) => void said.push(line),
    bytesRead: noop,
    recordRead: noop,
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
  it('stores every ad, writes every reject with position and reason, and merges at the end', async () => {
    const writer = new Memory();
    const file = write('ads.jsonl', [good(1), bad(2), '{"half":', good(3), bad(4)]);
    const { report } = await run(file, { writer });
    expect(report).toMatchObject({
      outcome: 'done',
      tally: { read: 5, created: 2, updated: 0, unchanged: 0, rejected: 3 },
    });
    expect(writer.keys).toEqual(['meta:1', 'meta:3']);
    expect(writer.settled).toBe(1);
    expect(writer.batches.map(({ sighting }) => sighting.importId)).toEqual(writer.ended);
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

  it('says how many texts were cut, and stores no notices of a library', async () => {
    const stored: OpenAd[] = [];
    const writer = new Memory();
    writer.recordAds = async (ads) => {
      stored.push(...ads);
      return { created: ads.length, updated: 0, unchanged: 0 };
    };
    const file = write('ads.csv', ['{}']);
    const bodies = ['x'.repeat(120_000), 'This content was removed because it did not follow our standards.'];
    const long: AdSource = {
      ...magpie,
      toAd: () => ({
        key: 'meta:1',
        advertiser: { name: 'Acme' },
        status: 'active',
        startDate,
        bodies: readTexts(bodies),
      }),
    };
    const { said } = await run(file, { writer, choose: () => ({ source: long }) });
    expect(said).toEqual([
      `${file}: 1 texts were longer than 100,000 characters; they are cut and end with “…”.`,
    ]);
    expect(stored.map((ad) => ad.bodies)).toEqual([[`${'x'.repeat(99_999)}…`]]);
  });

  it('rejects one record when a mapping throws', async () => {
    const stumbling: AdSource = {
      ...magpie,
      toAd: (record) => {
        if (JSON.stringify(record).includes('meta:2')) throw new TypeError('x is not iterable');
        return magpie.toAd(record);
      },
    };
    const { report } = await run(write('ads.jsonl', many(5)), { choose: () => ({ source: stumbling }) });
    expect(report.tally).toMatchObject({ created: 4, rejected: 1 });
    expect(report.reasons[0]?.reason).toBe('The record could not be mapped (TypeError: x is not iterable)');
  });

  it('reports a document of another format and skips an empty page', async () => {
    const paged: AdSource = {
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
    expect(rejectsIn(report)).toMatchObject([{ position: 'line 3', reason: 'No magpie ad found here' }]);
  });

  it('batches many small files and reports those without ads', async () => {
    const writer = new Memory();
    for (const name of ['a', 'b', 'c']) write(`ads/${name}.jsonl`, [good(name.charCodeAt(0))]);
    const { report, said } = await run(path.join(root, 'ads'), {
      writer,
      choose: ({ name }) => (name.endsWith('b.jsonl') ? { why: 'It contains no ads.' } : { source: magpie }),
    });
    expect(writer.batches).toHaveLength(1);
    expect(report.tally).toMatchObject({ read: 2, created: 2 });
    expect(said).toEqual([`${path.join(root, 'ads', 'b.jsonl')}: skipped. It contains no ads.`]);
  });

  it('has one source per batch', async () => {
    const writer = new Memory();
    for (const name of ['a', 'b']) write(`ads/${name}.jsonl`, [good(name.charCodeAt(0))]);
    const other: AdSource = { ...magpie, name: 'other' };
    await run(path.join(root, 'ads'), {
      writer,
      choose: ({ name }) => ({ source: name.endsWith('a.jsonl') ? magpie : other }),
    });
    expect(writer.batches.map(({ sighting }) => sighting.source)).toEqual(['magpie', 'other']);
  });

  it('uses the file time for ads without a seen date, but never a future one', async () => {
    const seenIn = async (written: Date, capturedAt = new Date()): Promise<(string | null)[]> => {
      const saysIt = { key: 'meta:2', advertiser: { name: 'Acme' }, capturedAt: capturedAt.toISOString() };
      const file = write('ads.jsonl', [good(1), JSON.stringify(saysIt)]);
      utimesSync(file, written, written);
      const writer = new Memory();
      await run(file, { writer });
      const seenAt = writer.batches[0]?.sighting.seenAt.toISOString();
      return writer.lastSeen.map((at) => (at === seenAt ? 'now' : at));
    };
    const written = new Date('2026-01-31T12:00:00Z');
    expect(await seenIn(written, written)).toEqual(['2026-01-31T12:00:00.000Z', null]);
    // A file that was copied long after it was read.
    expect(await seenIn(written, new Date('2025-05-05T05:05:05Z'))).toEqual([
      '2025-05-05T00:00:00.000Z',
      null,
    ]);
    expect(await seenIn(new Date(Date.now() + 86_400_000))).toEqual(['now', null]);
    // Archives without file times produce 1970 or 1980.
    expect(await seenIn(new Date('1980-01-01T00:00:00Z'))).toEqual([null, null]);
  });

  it.each([
    ['by the time of the file', '2026-01-20', 'The time of the file is used: they ran until 2026-01-31.'],
    [
      'by the newest date in a file that is much newer',
      '2019-11-08',
      'The file is of 2026-01-31, but the newest date in it is 2019-11-08: they ran until then.',
    ],
  ])('says how many old ads run only %s', async (_by, newest, said) => {
    const old = { advertiser: { name: 'Acme' }, startDate: '2019-10-30' };
    const stated = [
      { status: 'inactive' },
      { endDate: '2019-11-02' },
      { capturedAt: `${newest}T00:00:00Z` },
      { lastSeenAt: '2019-11-03T00:00:00Z' },
      { startDate: '2020-01-31', endDate: '2020-02-01', status: 'inactive' },
      { startDate: null },
    ];
    const records = [{}, { status: 'active' }, ...stated].map((more, at) =>
      Object.assign({ key: `meta:${at + 1}` }, old, more),
    );
    const file = write(
      'ads.jsonl',
      records.map((record) => JSON.stringify(record)),
    );
    const written = new Date('2026-01-31T12:00:00Z');
    utimesSync(file, written, written);
    const { said: lines } = await run(file, { writer: new Memory() });
    expect(lines).toEqual([
      `${file}: 2 ads without an end do not state when they were read. ${said}`,
      expect.stringContaining(': 1 ads state neither dates nor a status.'),
    ]);
  });

  it('counts undated ads of a copied file as running until its newest date', async () => {
    const acme = { advertiser: { name: 'Acme' } };
    const records = [
      { key: 'meta:1', ...acme, startDate: '2019-10-30', status: 'active' },
      { key: 'meta:2', ...acme, startDate: '2019-11-08', status: 'inactive' },
      { key: 'meta:3', ...acme, startDate: '2019-10-30', lastConfirmedAt: '2019-11-01T00:00:00.000Z' },
    ];
    const file = write(
      'ads.jsonl',
      records.map((record) => JSON.stringify(record)),
    );
    const writer = new Memory();
    const confirmedIn = async (written: string): Promise<(string | null)[]> => {
      utimesSync(file, new Date(written), new Date(written));
      await run(file, { writer, fresh: true });
      return writer.lastConfirmed.splice(0);
    };
    const stated = '2019-11-01T00:00:00.000Z';
    expect(await confirmedIn('2019-11-20T12:00:00Z')).toEqual([null, null, stated]);
    expect(await confirmedIn('2026-01-31T12:00:00Z')).toEqual(['2019-11-08T00:00:00.000Z', null, stated]);
  });

  it('takes no planned end or start for the day on which a copied file was read', async () => {
    const acme = { advertiser: { name: 'Acme' } };
    const records = [
      { key: 'meta:1', ...acme, startDate: '2019-10-30', status: 'active' },
      { key: 'meta:2', ...acme, startDate: '2019-11-08', endDate: '2020-01-06' },
      { key: 'meta:3', ...acme, startDate: '2019-11-01' },
    ];
    const file = write('ads.jsonl', []);
    const importedAt = async (...more: object[]) => {
      writeFileSync(file, [...records, ...more].map((record) => JSON.stringify(record)).join('\n'));
      utimesSync(file, new Date('2026-01-31T12:00:00Z'), new Date('2026-01-31T12:00:00Z'));
      const writer = new Memory();
      const { said } = await run(file, { writer, fresh: true });
      const days = (times: (string | null)[]) => times.map((time) => time?.slice(0, 10) ?? null);
      return {
        seen: days(writer.lastSeen),
        confirmed: days(writer.lastConfirmed),
        freshness: writer.freshness,
        newest: /newest date in it is ([\d-]+)/.exec(said[0] ?? '')?.[1],
      };
    };
    // An ad that has started was not read before.
    expect(await importedAt()).toEqual({
      newest: '2019-11-08',
      seen: ['2019-11-08', '2019-11-08', '2019-11-08'],
      confirmed: ['2019-11-08', null, '2019-11-08'],
      freshness: [null, null, null],
    });
    const sighting = { key: 'meta:4', ...acme, startDate: '2019-11-02', capturedAt: '2019-11-03T10:00:00Z' };
    const planned = { key: 'meta:5', ...acme, startDate: '2019-12-24' };
    expect(await importedAt(sighting, planned)).toEqual({
      newest: '2019-11-03',
      seen: ['2019-11-03', '2019-11-03', '2019-11-03', null, '2019-11-03'],
      confirmed: ['2019-11-03', null, '2019-11-03', null, null],
      freshness: [null, null, null, null, 0],
    });
  });

  it('confirms no ad that states neither dates nor a status', async () => {
    const acme = { advertiser: { name: 'Acme' } };
    const records = [
      { key: 'meta:1', ...acme },
      { key: 'meta:2', ...acme, status: 'active' },
      { key: 'meta:3', ...acme, startDate: '2026-01-30' },
    ];
    const file = write(
      'ads.jsonl',
      records.map((record) => JSON.stringify(record)),
    );
    const written = new Date('2026-01-31T12:00:00Z');
    utimesSync(file, written, written);
    const writer = new Memory();
    const { said } = await run(file, { writer });
    expect(said).toEqual([
      `${file}: 1 ads without an end do not state when they were read. The time of the file is used: they ran until 2026-01-31.`,
      `${file}: 1 ads state neither dates nor a status. Nothing confirms that they run: they count as last seen on 2026-01-31.`,
    ]);
    expect(writer.freshness).toEqual([0, null, null]);
    expect(writer.lastSeen).toEqual(Array.from(records, () => written.toISOString()));
  });

  it('confirms no ad that states a status in a file without any date', async () => {
    const acme = { advertiser: { name: 'Acme' } };
    const records = [
      { key: 'meta:1', ...acme, status: 'active' },
      { key: 'meta:2', ...acme, status: 'inactive' },
    ];
    const file = write(
      'ads.jsonl',
      records.map((record) => JSON.stringify(record)),
    );
    const written = new Date('2026-01-31T12:00:00Z');
    utimesSync(file, written, written);
    const writer = new Memory();
    const { said } = await run(file, { writer });
    expect(said).toEqual([
      `${file}: 1 ads state that they run, but the file has no date that says when. Nothing confirms that they still run: they count as last seen on 2026-01-31.`,
    ]);
    expect(writer.freshness).toEqual([0, null]);
  });

  it('sets no seen date for ads from a pipe', async () => {
    const writer = new Memory();
    const open = (): AsyncIterable<Uint8Array> => Readable.from([Buffer.from(good(1))]);
    const inputs = [{ name: 'a pipe', size: null, modifiedAt: new Date('2026-01-31T12:00:00Z'), open }];
    await run(write('ads.jsonl', []), { writer, inputs });
    expect(writer.lastSeen).toEqual([null]);
  });

  it('writes and merges nothing without a valid record', async () => {
    const writer = new Memory();
    const { report } = await run(write('ads.jsonl', [bad(1)]), { writer });
    expect(report).toMatchObject({ outcome: 'done', tally: { read: 1, rejected: 1 } });
    expect([writer.batches, writer.settled]).toEqual([[], 0]);
  });

  it('writes nothing in a dry run', async () => {
    const { report } = await run(write('ads.jsonl', [good(1), bad(2)]), { writer: null });
    expect(report).toMatchObject({ tally: { read: 2, rejected: 1 }, rejectsFile: null });
    expect(report.reasons).toHaveLength(1);
    expect(readdirSync(dataFolder)).toEqual([]);
  });

  it('refuses a path that is being imported', async () => {
    const file = write('ads.jsonl', many(3));
    const writer = new Memory();
    const record = writer.recordAds.bind(writer);
    let refused: unknown;
    writer.recordAds = async (ads, sighting) => {
      refused = await run(file).catch((error: unknown) => error);
      // Another path is independent.
      await run(write('others.jsonl', many(2)));
      return record(ads, sighting);
    };
    expect((await run(file, { writer })).report.tally.created).toBe(3);
    expect(refused).toEqual(new Error(`Another import of ${file} is running; wait until it finishes.`));
    expect((await run(file)).report.outcome).toBe('done');
    expect(readdirSync(path.join(dataFolder, 'imports'))).toEqual([]);
  });

  it('removes the checkpoint when done', async () => {
    await run(write('ads.jsonl', many(3)));
    expect(readdirSync(path.join(dataFolder, 'imports'))).toEqual([]);
  });
});

describe('an interrupted import', () => {
  const interrupted = async (file: string, failsAt: number): Promise<Memory> => {
    const writer = Object.assign(new Memory(), { failsAt });
    const { report } = await run(file, { writer });
    expect(report).toMatchObject({ outcome: 'failed', failure: new Error('The disk is full.') });
    return writer;
  };

  it('resumes after the last acknowledged batch with the original time', async () => {
    const file = write('ads.jsonl', many(total));
    const before = await interrupted(file, 2);
    const after = new Memory();
    const { report, said } = await run(file, { writer: after });
    expect(said).toEqual([
      `Resuming an interrupted import: ${batchSize.toLocaleString('en-US')} records are done. Use --fresh to start over.`,
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
  ])('starts over when %s', async (_reason, change) => {
    const file = write('ads.jsonl', many(total));
    await interrupted(file, 2);
    const writer = new Memory();
    await run(file, { writer, ...change(file) });
    expect(writer.keys.length).toBeGreaterThanOrEqual(total);
  });

  it('skips finished files of a folder unless they changed', async () => {
    write('ads/a.jsonl', many(batchSize));
    write('ads/b.jsonl', many(batchSize, batchSize));
    const folder = path.join(root, 'ads');
    await interrupted(folder, 2);
    const resumed = new Memory();
    expect((await run(folder, { writer: resumed })).report.tally.read).toBe(2 * batchSize);
    expect(resumed.keys).toHaveLength(batchSize);
    await interrupted(folder, 2);
    write('ads/a.jsonl', many(10));
    expect((await run(folder)).report.tally).toMatchObject({ read: batchSize + 10, created: batchSize + 10 });
  });

  it('finishes the batch in flight on a signal and discards the next', async () => {
    const file = write('ads.jsonl', many(total));
    const controller = new AbortController();
    const writer = new Memory();
    const record = writer.recordAds.bind(writer);
    writer.recordAds = async (ads, sighting) => {
      controller.abort();
      return record(ads, sighting);
    };
    const { report } = await run(file, { writer, stopping: controller.signal });
    expect(report).toMatchObject({ outcome: 'stopped', tally: { read: batchSize, created: batchSize } });
    expect((await run(file)).report.tally).toMatchObject({ read: total, created: total });
  });

  it('stores every ad and writes every reject once, after any number of interruptions', async () => {
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
          const writer = Object.assign(new Memory(), { failsAt });
          const { report } = await run(file, { writer });
          for (const key of writer.keys) keys.add(key);
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
    'by a read error %s stores everything before it and the other files, and resumes there',
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
      const writer = new Memory();
      const { report, said } = await run(folder, { writer, inputs: broken });
      expect(report).toMatchObject({ outcome: 'failed', tally: { read: before + 5, rejected: 0 } });
      expect(writer.keys).toHaveLength(before + 5);
      expect(writer.settled).toBe(1);
      expect(said).toEqual([
        `${path.join(folder, 'b.jsonl')}: could not be read completely. The disk reported an error.`,
      ]);
      const after = new Memory();
      const resumed = await run(folder, { writer: after });
      expect(resumed.report).toMatchObject({ outcome: 'done', tally: { read: before + 505 } });
      expect(after.keys).toHaveLength(502);
    },
  );

  it('reports corrupt gzip data each time, and starts over when the file is replaced', async () => {
    const file = write('ads.jsonl.gz', []);
    const packed = gzipSync(many(5000).join('\n'));
    writeFileSync(file, packed.subarray(0, packed.length - 2000));
    const first = await run(file);
    expect(first.report.outcome).toBe('failed');
    expect(first.report.tally).toMatchObject({ rejected: 0, created: first.report.tally.read });
    expect(first.report.tally.read).toBeGreaterThan(1000);
    expect(first.said).toEqual([
      `${file}: could not be read completely. The gzip data is truncated; download the file again.`,
    ]);
    const again = await run(file);
    expect(again.report).toMatchObject({ outcome: 'failed', tally: first.report.tally });
    writeFileSync(file, packed);
    expect((await run(file)).report).toMatchObject({ outcome: 'done', tally: { read: 5000, rejected: 0 } });
  });

  it('survives an unreadable checkpoint and a deleted rejects file', async () => {
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
