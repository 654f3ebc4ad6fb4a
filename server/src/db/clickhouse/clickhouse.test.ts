import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { ClickHouseError } from '@clickhouse/client';
import { assert, asyncProperty, string } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyClickHouseLane, freshClickHouse } from '../../testing/clickhouse.ts';
import { metrics } from '../../config/metrics.ts';
import type { ClickHouseEngine, Parameters } from './clickhouse.ts';

const hostileTexts = {
  'a quote': "O'Brien's",
  'a quote and a statement': "'; DROP TABLE advertisers; --",
  backslashes: 'a\\b\\\\c\\',
  'an escaped quote': "\\'",
  'a null marker': '\\N',
  'a NUL byte': 'a\0b',
  'line ends and tabs': 'a\nb\r\nc\td\u000be',
  'every control character': String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code)),
  'a placeholder': '{x:String} {other:UInt8}',
  'percent and plus': '100%25+1&param_x=2',
  'hex escapes': '\\x41\\u0041',
  emoji: '👩‍👩‍👧 and 🇰🇷',
  'no letters': '',
  'white space at both ends': '  a \u00a0',
  'line separators': 'a\u2028b\u2029c\ufeffd',
  '100 kB': `é'${'x'.repeat(99_000)}\\\n`,
};

/** Valid UTF-8 text; other text is rejected when a request is parsed. */
const anyText = string({ unit: 'binary', maxLength: 40 });

async function errorOf(work: Promise<unknown>): Promise<ClickHouseError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ClickHouseError))
    throw new Error(`Expected an error of ClickHouse, got ${String(error)}`);
  return error;
}

async function timedStatements(): Promise<number> {
  const text = await metrics.getSingleMetricAsString('magpie_engine_duration_seconds');
  return Number(/_count\{engine="clickhouse"\} (\d+)/.exec(text)?.[1] ?? 0);
}

describe.each(everyClickHouseLane)('ClickHouse, %s', (lane) => {
  let clickhouse: ClickHouseEngine;

  beforeAll(async () => {
    clickhouse = await freshClickHouse(lane);
  });
  afterAll(() => clickhouse.close());

  const one = async (type: string, x: Parameters[string]): Promise<unknown> => {
    const rows = await clickhouse.read<{ x: unknown }>(`SELECT {x:${type}} AS x`, { x });
    return rows[0]?.x;
  };

  describe('parameters', () => {
    test.each(Object.entries(hostileTexts))('%s is returned unchanged', async (_, text) => {
      expect(await one('String', text)).toBe(text);
      expect(await one('Array(String)', [text, 'b'])).toEqual([text, 'b']);
    });

    test('any text is returned unchanged, alone and in an array', async () => {
      await assert(
        asyncProperty(anyText, async (text) => {
          expect(await one('String', text)).toBe(text);
          expect(await one('Array(String)', [text])).toEqual([text]);
        }),
        { numRuns: 60 },
      );
    });

    test.each([
      ['Nullable(String)', null, null],
      ['Array(Nullable(String))', [null, 'a'], [null, 'a']],
      ['Array(String)', [], []],
      ['Array(Array(UInt8))', [[1], []], [[1], []]],
      ['Int64', -5, -5],
      ['UInt64', 2 ** 53 - 1, 2 ** 53 - 1],
      ['Float64', -1.5e-7, -1.5e-7],
      ['Bool', true, true],
      ['Array(Bool)', [true, false], [true, false]],
      ['Date', '2024-02-29', '2024-02-29'],
      ["DateTime64(3, 'UTC')", new Date('2024-01-02T03:04:05.678Z'), '2024-01-02T03:04:05.678Z'],
      ['DateTime64(3)', new Date('1969-12-31T23:59:58.500Z'), '1969-12-31T23:59:58.500Z'],
      ['DateTime', new Date('2024-01-02T03:04:05Z'), '2024-01-02T03:04:05Z'],
      ['Array(DateTime)', [new Date('2024-01-02T03:04:05Z')], ['2024-01-02T03:04:05Z']],
    ])('%s takes %o', async (type, value, expected) => {
      expect(await one(type, value)).toEqual(expected);
    });

    test('the largest 64-bit integers are bound exactly', async () => {
      const [row] = await clickhouse.read('SELECT toString({a:UInt64}) AS a, toString({b:Int64}) AS b', {
        a: 2n ** 64n - 1n,
        b: -(2n ** 63n),
      });
      expect(row).toEqual({ a: '18446744073709551615', b: '-9223372036854775808' });
    });

    test('a Date with milliseconds is rejected, not truncated, where whole seconds are expected', async () => {
      const error = await errorOf(one('DateTime', new Date('2024-01-02T03:04:05.678Z')));
      expect(error.code).toBe('457');
    });

    test.each([undefined, Number.NaN, Number.POSITIVE_INFINITY, {}, () => 1, new Date(Number.NaN)])(
      '%o is not a valid parameter',
      async (value) => {
        await expect(one('String', value)).rejects.toThrow(/^The parameter x (is|must be) /);
      },
    );

    test('a missing parameter fails and never has the value of an earlier statement', async () => {
      // More often than there are readers, so that each has had the value.
      await Promise.all(Array.from({ length: 16 }, () => one('String', 'of somebody else')));
      const error = await errorOf(clickhouse.read('SELECT {x:String} AS x'));
      expect([error.code, error.type]).toEqual(['456', 'UNKNOWN_QUERY_PARAMETER']);
    });

    test('a placeholder in a literal or a comment needs no parameter', async () => {
      const statement = `SELECT '{a:String}' AS a /* {b:String} */, '\\'{c:String}' AS c -- {d:String}`;
      expect(await clickhouse.read(statement)).toEqual([{ a: '{a:String}', c: "'{c:String}" }]);
    });

    test('many reads at once each see their own parameters', async () => {
      const texts = Array.from({ length: 300 }, (_, index) => `value ${index}`);
      expect(await Promise.all(texts.map((text) => one('String', text)))).toEqual(texts);
    });

    test('a write accepts parameters too', async () => {
      await clickhouse.write(
        'CREATE TABLE parameters_of_writes (text String) ENGINE = MergeTree ORDER BY text',
      );
      await clickhouse.write('INSERT INTO parameters_of_writes SELECT {text:String}', { text: "a'b\\" });
      expect(await clickhouse.read('SELECT text FROM parameters_of_writes')).toEqual([{ text: "a'b\\" }]);
    });
  });

  describe('rows', () => {
    test('are returned as JSON: numbers, null for NaN, dates in ISO 8601', async () => {
      const [row] = await clickhouse.read(`
        SELECT 7::UInt64 AS whole, -7::Int64 AS negative, 0.25 AS decimal, nan AS nothing, [1, 2] AS list,
          toDate('2024-01-02') AS day, toDateTime('2024-01-02 03:04:05') AS second,
          toDateTime64('2024-01-02 03:04:05.678', 3, 'Asia/Tokyo') AS instant`);
      expect(row).toEqual({
        whole: 7,
        negative: -7,
        decimal: 0.25,
        nothing: null,
        list: [1, 2],
        day: '2024-01-02',
        second: '2024-01-02T03:04:05Z',
        instant: '2024-01-01T18:04:05.678Z',
      });
    });

    test('are returned as they were inserted', async () => {
      const texts = Object.values(hostileTexts);
      const rows = texts.map((text, index) => ({
        advertiser_id: 1000 + index,
        name_key: 'hostile',
        name: text,
        brand_logo: index % 2 === 0 ? null : text,
        page_url: null,
        first_seen_at: new Date(1_700_000_000_123 + index),
        version: 1,
      }));
      await clickhouse.insert('advertisers', rows);
      const stored = await clickhouse.read(
        `SELECT ${Object.keys(rows[0] ?? {}).join(', ')} FROM advertisers FINAL WHERE name_key = 'hostile' ORDER BY advertiser_id`,
      );
      expect(stored).toEqual(
        rows.map((row) => Object.assign({}, row, { first_seen_at: row.first_seen_at.toISOString() })),
      );
    });

    test('a batch of 50,000 is inserted completely', async () => {
      await clickhouse.write('CREATE TABLE batch (id UInt64, text String) ENGINE = MergeTree ORDER BY id');
      const text = 'some words of an advertisement; with a semicolon\n\nand empty lines';
      const rows = Array.from({ length: 50_000 }, (_, id) => ({ id, text }));
      await clickhouse.insert('batch', rows);
      const [sum] = await clickhouse.read(
        'SELECT count() AS rows, sum(id) AS ids, uniqExact(text) AS texts FROM batch',
      );
      expect(sum).toEqual({ rows: 50_000, ids: (50_000 * 49_999) / 2, texts: 1 });
    });

    test('an empty insert is no error', async () => {
      await expect(clickhouse.insert('advertisers', [])).resolves.toBeUndefined();
    });

    test.each([
      ['a field that the table lacks', { advertiser_id: 1, nmae: 'typo' }],
      ['null for text', { advertiser_id: 1, name: null }],
      ['text for a number', { advertiser_id: 'one' }],
    ])('%s fails the insert', async (_, row) => {
      const error = await errorOf(clickhouse.insert('advertisers', [row]));
      expect(error.code).toMatch(/^(27|117)$/);
    });

    test('an invalid table name is rejected', async () => {
      await expect(clickhouse.insert('advertisers VALUES (1) --', [{}])).rejects.toThrow(
        /^A table name is letters/,
      );
    });

    test('concurrent writes all succeed', async () => {
      await clickhouse.write('CREATE TABLE counted (n UInt64) ENGINE = MergeTree ORDER BY n');
      await Promise.all(Array.from({ length: 20 }, (_, n) => clickhouse.insert('counted', [{ n }])));
      expect(await clickhouse.read('SELECT count() AS rows, sum(n) AS sum FROM counted')).toEqual([
        { rows: 20, sum: 190 },
      ]);
    });
  });

  describe('a read', () => {
    const outside = "'http://127.0.0.1:1/bucket/key.csv'";

    test.each([
      "INSERT INTO advertisers (name) VALUES ('a')",
      'DROP TABLE advertisers',
      'ALTER TABLE advertisers DELETE WHERE 1',
      'TRUNCATE TABLE advertisers',
      'OPTIMIZE TABLE advertisers',
      'CREATE TEMPORARY TABLE t (a UInt8)',
      'SET readonly = 0',
      'SET max_execution_time = 0',
      'USE system',
      'KILL QUERY WHERE 1',
      'SYSTEM STOP MERGES',
      'SELECT 1; DROP TABLE advertisers',
      'WITH 1 AS a INSERT INTO advertisers (advertiser_id) SELECT a',
      'SELECT 1 SETTINGS max_execution_time = 0',
      'SELECT 1 SETTINGS readonly = 0',
      "SELECT 1 INTO OUTFILE '/tmp/magpie-must-not-exist.txt'",
      "SELECT file('/etc/passwd')",
      "SELECT FILE ('/etc/passwd')",
      "SELECT `file`('/etc/passwd')",
      "SELECT file/**/('/etc/passwd')",
      "SELECT * FROM file('/etc/passwd', 'LineAsString')",
      `SELECT * FROM url(${outside}, 'LineAsString')`,
      `SELECT * FROM s3(${outside.replace('bucket', 'bucket-name')}, 'LineAsString')`,
      "SELECT * FROM remote('127.0.0.1:1', 'system.one')",
      "SELECT * FROM postgresql('127.0.0.1:1', 'a', 'b', 'c', 'd')",
      "SELECT * FROM mysql('127.0.0.1:1', 'a', 'b', 'c', 'd')",
      "SELECT * FROM sqlite('/tmp/a.db', 't')",
      "SELECT * FROM executable('id', 'LineAsString', 'x String')",
    ])('is refused as one: %s', async (statement) => {
      const error = await errorOf(clickhouse.read(statement));
      expect([error.code, error.type]).toEqual(['164', 'READONLY']);
    });

    test.each([
      'SELECT * FROM `/etc/passwd`',
      'SELECT * FROM default.`package.json`',
      "SELECT * FROM 'package.json'",
    ])('finds no file where a table is named: %s', async (statement) => {
      const error = await errorOf(clickhouse.read(statement));
      expect(error.code).toMatch(/^(60|62|164)$/);
    });

    test('may be a WITH or an EXPLAIN, end with a comment, and name a column file', async () => {
      expect(await clickhouse.read("WITH ';' AS file SELECT concat(file, ('')) AS a -- over;")).toEqual([
        { a: ';' },
      ]);
      const plan = await clickhouse.read(
        'EXPLAIN SELECT name FROM advertisers WHERE advertiser_id = {id:UInt64}',
        {
          id: 5,
        },
      );
      expect(JSON.stringify(plan)).toContain('ReadFromMergeTree');
    });

    test('stops at 256 MiB of memory, and its connection still works', async () => {
      const greedy = 'SELECT length(groupArray(number)) AS n FROM numbers(200000000)';
      const errors = await Promise.all(Array.from({ length: 4 }, () => errorOf(clickhouse.read(greedy))));
      expect(errors.map((error) => [error.code, error.type])).toEqual(
        Array.from({ length: 4 }, () => ['241', 'MEMORY_LIMIT_EXCEEDED']),
      );
      expect(await Promise.all([1, 2, 3, 4].map((n) => one('UInt8', n)))).toEqual([1, 2, 3, 4]);
    });

    test('stops after ten seconds without blocking others, and its connection still works', async () => {
      // It sleeps instead of computing, to leave the processor to other tests.
      const slow =
        'SELECT count() AS n FROM numbers(1000000000000) WHERE sleepEachRow(0.00001) = {seed:UInt64}';
      let stopped = false;
      const errors = Promise.all(
        [1, 2, 3].map(async (seed) => {
          const error = await errorOf(clickhouse.read(slow, { seed }));
          stopped = true;
          return error.code;
        }),
      );
      expect(await one('UInt8', 5)).toBe(5);
      await clickhouse.ping();
      expect(stopped).toBe(false);
      expect(await errors).toEqual(['159', '159', '159']);
      expect(await Promise.all([1, 2, 3, 4].map((n) => one('UInt8', n)))).toEqual([1, 2, 3, 4]);
    });

    test('that failed between its rows leaves none of them to the next', async () => {
      const failing = 'SELECT number AS stale, throwIf(number = 140000) FROM numbers(150000)';
      // More often than there are readers, so that every one of them has failed.
      await Promise.all(Array.from({ length: 5 }, () => errorOf(clickhouse.read(failing))));
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, n) => clickhouse.read('SELECT {n:UInt8} AS fresh', { n })),
      );
      // The beginning of a wrong response is enough.
      expect(answers.map((rows) => rows.slice(0, 2))).toEqual(
        Array.from({ length: 5 }, (_, n) => [{ fresh: n }]),
      );
    });

    test.each([
      ['SELECT 1 FROM nowhere', '60', 'UNKNOWN_TABLE'],
      ['SELECT FROM WHERE', '62', 'SYNTAX_ERROR'],
      ['SELECT nothing FROM advertisers', '47', 'UNKNOWN_IDENTIFIER'],
      ["SELECT throwIf(1, 'on purpose')", '395', 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO'],
    ])('passes the error of the engine: %s', async (statement, code, type) => {
      const error = await errorOf(clickhouse.read(statement));
      expect([error.code, error.type]).toEqual([code, type]);
    });
  });

  test('a copier that failed between its rows leaves none of them to the next', async () => {
    const copier = await clickhouse.openCopier();
    const answerOf = (statement: string): Promise<string> =>
      textOf(Readable.from(copier.read(statement, 'JSONEachRow')));
    await expect(
      answerOf('SELECT number AS stale, throwIf(number = 140000) FROM numbers(150000)'),
    ).rejects.toThrow(/throwIf/);
    expect(await answerOf('SELECT 100 AS fresh')).toBe('{"fresh":100}\n');
    await copier.close();
  });

  test('a failed insert leaves nothing to the next write', async () => {
    await clickhouse.write('CREATE TABLE failed_inserts (n UInt8) ENGINE = MergeTree ORDER BY n');
    await errorOf(clickhouse.insert('failed_inserts', [{ n: 1 }, { n: 'one' }]));
    await clickhouse.insert('failed_inserts', [{ n: 2 }]);
    expect(await clickhouse.read('SELECT n FROM failed_inserts')).toEqual([{ n: 2 }]);
  });

  test('a write is one statement', async () => {
    const error = await errorOf(clickhouse.write('SELECT 1; DROP TABLE advertisers'));
    expect(error.message).toBe('A write is one statement without a semicolon.');
  });

  test('each statement is timed', async () => {
    const before = await timedStatements();
    await clickhouse.read('SELECT 1');
    await clickhouse.insert('advertisers', [{ advertiser_id: 1 }]);
    await clickhouse.write('OPTIMIZE TABLE advertisers');
    await errorOf(clickhouse.read('SELECT 1 FROM nowhere'));
    expect(await timedStatements()).toBe(before + 4);
  });

  test('close() waits for running statements and accepts no new ones', async () => {
    const own = clickhouse;
    const underWay = own.read('SELECT sum(sipHash64(number)) > 0 AS done FROM numbers(20000000)');
    const closed = own.close();
    await expect(own.read('SELECT 1')).rejects.toThrow(
      'ClickHouse is closed and accepts no more statements.',
    );
    expect(await underWay).toEqual([{ done: 1 }]);
    await closed;
    clickhouse = await freshClickHouse(lane);
    expect(await one('UInt8', 1)).toBe(1);
  });
});
