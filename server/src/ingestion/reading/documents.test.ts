import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Document, InputUnreadable } from './document.ts';
import { listDocuments, readSegments } from './documents.ts';

const small = { whole: 400, element: 800, line: 3200, piece: 100 };

/** The bytes in chunks of random length. */
async function* inPieces(bytes: Uint8Array, lengths: readonly number[] = [64 * 1024]) {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

async function* readDocuments(
  input: AsyncIterable<Uint8Array>,
  limits?: typeof small,
  consumed?: (bytes: number) => void,
) {
  for await (const segment of readSegments(input, limits, consumed)) yield* listDocuments(segment, limits);
}

async function allOf(documents: AsyncIterable<Document>): Promise<Document[]> {
  const all: Document[] = [];
  for await (const document of documents) all.push(document);
  return all;
}

async function read(content: string | Uint8Array, lengths?: readonly number[], limits?: typeof small) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return allOf(readDocuments(inPieces(bytes, lengths), limits));
}

function valuesOf(documents: readonly Document[]): unknown[] {
  return documents.map((document) => {
    if ('problem' in document) throw new Error(`${document.position}: ${document.problem} ${document.raw}`);
    return document.value;
  });
}

const problemsOf = (documents: readonly Document[]): [string, string][] =>
  documents.flatMap((document) => ('problem' in document ? [[document.position, document.problem]] : []));

const readableIn = (documents: readonly Document[]): unknown[] =>
  documents.flatMap((document) => ('problem' in document ? [] : [document.value]));

/** Without unsafe integers, which become text and have a separate test. */
const json = fc
  .jsonValue({ maxDepth: 4 })
  .map((value): unknown => JSON.parse(JSON.stringify(value)))
  .filter((value) => !/[:,[]?-?\d{16}/.test(JSON.stringify(value)));
const notList = json.filter((value) => !Array.isArray(value));
const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
const object = fc.dictionary(fc.string(), json, { minKeys: 1 });

describe('JSON in any layout and any chunks', () => {
  it('is read from JSON Lines', async () => {
    const values = fc.array(notList, { minLength: 1, maxLength: 8 });
    const lineEnd = fc.constantFrom('\n', '\r\n', '\n\n');
    await fc.assert(
      fc.asyncProperty(values, lengths, lineEnd, async (wanted, pieces, end) => {
        const content = wanted.map((value) => JSON.stringify(value)).join(end);
        expect(valuesOf(await read(content, pieces))).toEqual(wanted);
      }),
    );
  });

  it('is read from a list', async () => {
    const indent = fc.constantFrom(0, 2, '\t');
    await fc.assert(
      fc.asyncProperty(fc.array(json, { maxLength: 8 }), lengths, indent, async (wanted, pieces, space) => {
        expect(valuesOf(await read(JSON.stringify(wanted, null, space), pieces))).toEqual(wanted);
      }),
    );
  });

  it('is read from concatenated objects', async () => {
    const values = fc.array(object, { minLength: 1, maxLength: 6 });
    const between = fc.constantFrom('', ' ', '\n', ',\n', '\u{feff}');
    await fc.assert(
      fc.asyncProperty(
        values,
        lengths,
        between,
        fc.constantFrom(0, 2),
        async (wanted, pieces, gap, space) => {
          const content = wanted.map((value) => JSON.stringify(value, null, space)).join(gap);
          expect(valuesOf(await read(content, pieces))).toEqual(wanted);
        },
      ),
    );
  });

  it('is split into small objects of the same shape from one large object', async () => {
    const elements = fc.array(json, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(elements, lengths, fc.constantFrom(0, 2), async (wanted, pieces, space) => {
        const envelope = { page: 7, padding: 'x'.repeat(500), data: { more: true, ads: wanted }, paging: {} };
        const documents = valuesOf(
          await read(JSON.stringify(envelope, null, space), pieces, { ...small, element: 1e6 }),
        );
        const around = { page: 7, padding: 'x'.repeat(500) };
        for (const document of documents) {
          expect(document).toMatchObject({ ...around, data: { more: true } });
        }
        expect(documents.flatMap((document) => (document as typeof envelope).data.ads)).toEqual(wanted);
      }),
    );
  });
});

describe('tables', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'é', '猫', ' ', ',', ';', '\t', '|', '"', '\n', '\r\n', '1'),
  });
  const name = fc.stringMatching(/^[a-z]{1,8}$/);
  const table = fc.uniqueArray(name, { minLength: 2, maxLength: 6 }).chain((names) =>
    fc.record({
      names: fc.constant(names),
      rows: fc.array(fc.array(cell, { minLength: names.length, maxLength: names.length }), {
        minLength: 1,
        maxLength: 8,
      }),
    }),
  );
  const quoted = (text: string): string =>
    /[,;\t|"\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

  it('are read with any delimiter, quoting and line break', async () => {
    const punctuation = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
      hint: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        table,
        punctuation,
        lengths,
        async ({ names, rows }, { delimiter, lineEnd, hint }, pieces) => {
          const lines = [names, ...rows].map((cells) => cells.map(quoted).join(delimiter));
          if (lineEnd === '\r' && rows.flat().some((text) => text.includes('\n'))) return;
          const content = [...(hint ? [`sep=${delimiter}`] : []), ...lines].join(lineEnd);
          const wanted = rows.map((cells) => Object.fromEntries(names.map((key, at) => [key, cells[at]])));
          expect(valuesOf(await read(content, pieces))).toEqual(wanted);
        },
      ),
    );
  });

  it('report rows with too many cells or only one, and continue', async () => {
    const documents = await read('id,name,text\n1\n2,Acme,Buy,now\n3,Acme,Buy,,\n4,Acme,Stay\n');
    expect(problemsOf(documents)).toEqual([
      ['row 2', 'It has 1 cell, but there are 3 columns.'],
      ['row 3', 'It has 4 cells, but there are 3 columns.'],
    ]);
    expect(readableIn(documents)).toEqual([
      { id: '3', name: 'Acme', text: 'Buy' },
      { id: '4', name: 'Acme', text: 'Stay' },
    ]);
  });

  it.each([
    ['a delimiter too many', 'id,name,text\n1,Acme,Buy,\n2,Acme,Stay,\n'],
    ['many delimiters too many', 'id,name,text\n1,Acme,Buy,,,,,,\n2,Acme,Stay,,,,,,\n'],
  ])('accept %s on every row', async (_, content) => {
    expect(valuesOf(await read(content))).toEqual([
      { id: '1', name: 'Acme', text: 'Buy' },
      { id: '2', name: 'Acme', text: 'Stay' },
    ]);
  });

  it('treat missing cells at the end of a row as empty', async () => {
    expect(valuesOf(await read('id,name,text,link\n1,Acme,Buy\n2,Acme\n3,Acme,Stay\n'))).toEqual([
      { id: '1', name: 'Acme', text: 'Buy', link: '' },
      { id: '2', name: 'Acme', text: '', link: '' },
      { id: '3', name: 'Acme', text: 'Stay', link: '' },
    ]);
  });

  it('lose one row to an unclosed quotation mark', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => `${at},plain text ${at}`);
    rows[5] = '5,"open';
    const documents = await read(['id,text', ...rows].join('\n'), [50], small);
    expect(problemsOf(documents)).toEqual([
      ['row 7', 'A cell starts with a quotation mark that is never closed.'],
    ]);
    expect(readableIn(documents)).toHaveLength(39);
  });

  it('lose one row to an unclosed quotation mark in a large file too', async () => {
    const rows = Array.from({ length: 60_000 }, (_, at) => `${at},plain text number ${at}`);
    rows[50_000] = '50000,"open';
    const documents = await read(['id,text', ...rows].join('\n'), undefined, small);
    expect(problemsOf(documents)).toEqual([['row 50002', expect.stringContaining('never closed')]]);
    expect(readableIn(documents)).toHaveLength(59_999);
  });

  it('keep quotation marks inside a text', async () => {
    const documents = await read('id,text\n1,"5" screen, new"\n'.replace(', new', ' new'));
    expect(valuesOf(documents)).toEqual([{ id: '1', text: '"5" screen new"' }]);
  });

  it('make column names unique', async () => {
    const [document] = valuesOf(await read('text,text,,__proto__,text\na,b,c,d,e\n'));
    expect(Object.entries(document as object)).toEqual([
      ['text', 'a'],
      ['text 2', 'b'],
      ['column 3', 'c'],
      ['__proto__', 'd'],
      ['text 3', 'e'],
    ]);
  });

  it.each([
    ['a title', 'Ads of October\n'],
    ['a title with empty cells behind it', 'Ads of October;;;'],
    ['a date with its name', 'Exported on;2024-10-13'],
  ])('are found below %s', async (_, above) => {
    const documents = await read(`${above}\nid;name;text\n1;Acme;Buy\n2;Burrow;\n`);
    expect(readableIn(documents)).toEqual([
      { id: '1', name: 'Acme', text: 'Buy' },
      { id: '2', name: 'Burrow', text: '' },
    ]);
    expect(problemsOf(documents)).toEqual([['row 1', 'It is above the header row.']]);
  });
});

describe('broken input', () => {
  const notJson = 'It is not valid JSON.';

  it('costs one line of JSON Lines', async () => {
    const content = '{"a":1}\n{"a":"open\n{"b":[1,2\n\n{"a":2}}\n{"a":3}\n';
    const documents = await read(content);
    expect(problemsOf(documents)).toEqual([
      ['line 2', notJson],
      ['line 3', notJson],
      ['line 5', notJson],
    ]);
    expect(readableIn(documents)).toEqual([{ a: 1 }, { a: 3 }]);
  });

  it('is detected on the first line of JSON Lines', async () => {
    const documents = await read('{"a":\n{"a":2}\n{"a":3}\n');
    expect(problemsOf(documents)).toEqual([['line 1', notJson]]);
    expect(readableIn(documents)).toEqual([{ a: 2 }, { a: 3 }]);
  });

  it.each([
    ['a wrong word', '{"a": nul}'],
    ['a bracket too few', '{"a": [1}'],
    ['a bracket too many', '{"a": 1]}'],
    ['a text that never ends', '{"a": "open}'],
  ])('costs one element of a list: %s', async (_, broken) => {
    const documents = await read(`[\n  {"a":1},\n  ${broken},\n  {"a":3}\n]`);
    expect(problemsOf(documents).length).toBeGreaterThan(0);
    expect(readableIn(documents)).toEqual([{ a: 1 }, { a: 3 }]);
  });

  it.each([100, 10_000])('costs one element of an object with a whole limit of %i bytes', async (whole) => {
    const elements = Array.from({ length: 30 }, (_, at) => (at === 7 ? '{"at": seven}' : `{"at":${at}}`));
    const documents = await read(`{"n":1,"data":[${elements.join(',')}]}`, [13], { ...small, whole });
    expect(problemsOf(documents)).toEqual([['element 8', notJson]]);
    const found = readableIn(documents).flatMap((document) => (document as { data: { at: number }[] }).data);
    expect(found.map(({ at }) => at)).toEqual(elements.map((_, at) => at).filter((at) => at !== 7));
  });

  it('is reported when a list has no end', async () => {
    const documents = await read('[{"a":1},{"a":2},');
    expect(readableIn(documents)).toEqual([{ a: 1 }, { a: 2 }]);
    expect(problemsOf(documents)).toEqual([
      ['element 3', 'The file ends in the middle of a list; the rest is missing.'],
    ]);
  });

  it('is skipped when too large, and reported with its start only', async () => {
    const huge = JSON.stringify({ text: 'x'.repeat(5000) });
    const [first, ...others] = await read(`[${huge},{"a":1}]`, [100], small);
    expect(first).toMatchObject({ position: 'element 1', problem: 'It is too large to be one ad.' });
    expect(first !== undefined && 'raw' in first && first.raw.length).toBeLessThanOrEqual(2000);
    expect(valuesOf(others)).toEqual([{ a: 1 }]);
  });

  it.each([0, 120_000])(
    'excludes a long line of JSON Lines after %i others, which is read completely',
    async (others) => {
      const ad = { id: 2, bodies: Array.from({ length: 60 }, (_, at) => `${at}`.padEnd(45, 'x')) };
      const content = ['{"id":1}', JSON.stringify(ad), '{"id":3}'].join('\n');
      const documents = await read('{"id":0}\n'.repeat(others) + content, [1000], small);
      expect(valuesOf(documents).slice(others)).toEqual([{ id: 1 }, ad, { id: 3 }]);
    },
  );

  it.each([0, 120_000])('includes a line longer than any ad, after %i others', async (others) => {
    const huge = JSON.stringify({ id: 2, bodies: ['x'.repeat(20_000), 'y'] });
    const content = ['{"id":1}', huge, '{"id":3}', huge, '{"id":5}', huge].join('\n');
    const documents = await read('{"id":0}\n'.repeat(others) + content, [1000], small);
    const tooLarge = (line: number) => [`line ${others + line}`, 'It is too large to be one ad.'];
    expect(problemsOf(documents)).toEqual([2, 4, 6].map(tooLarge));
    expect(readableIn(documents).slice(others)).toEqual([{ id: 1 }, { id: 3 }, { id: 5 }]);
  });

  it('excludes an ad of nine megabytes, alone or before others', async () => {
    const ad = { bodies: Array.from({ length: 470 }, () => 'x'.repeat(20_000)) };
    expect(valuesOf(await read(JSON.stringify(ad)))).toEqual([ad]);
    expect(valuesOf(await read(`${JSON.stringify(ad)}\n{"id":2}\n`))).toEqual([ad, { id: 2 }]);
  });

  it.each([
    ['{"a":1}\n[]\n{"a":2}\n', 'line 2'],
    ['[{"a":1}]\n[]\n[{"a":2}]\n', 'value 2'],
    ['[]\n[{"a":1},{"a":2}]\n', 'value 1'],
  ])('includes an empty list among other values: %j', async (content, position) => {
    const documents = await read(content);
    expect(problemsOf(documents)).toEqual([[position, 'It is an empty list.']]);
    expect(readableIn(documents)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('is rejected when nested a hundred thousand levels deep', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const problem = 'It is nested more than 1,000 levels deep.';
    const list = await read(`[${deep},{"a":1}]`);
    expect(problemsOf(list)).toEqual([['element 1', problem]]);
    expect(readableIn(list)).toEqual([{ a: 1 }]);
    const lines = await read(`{"a":1}\n{"b":${deep}}\n{"a":2}`);
    expect(problemsOf(lines)).toEqual([['line 2', problem]]);
    expect(readableIn(lines)).toEqual([{ a: 1 }, { a: 2 }]);
    const opened = await read('{"a":'.repeat(100_000));
    expect(opened.every((document) => 'problem' in document)).toBe(true);
  });

  it('never throws', async () => {
    const fragment = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ',',
      ':',
      '\n',
      ' ',
      'a',
      '1',
      '{"a":1}',
      '\u{feff}',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fragment), lengths, async (fragments, pieces) => {
        for (const start of ['{"a":', '[', '']) {
          const reading = read(`${start}${fragments.join('')}`, pieces, small);
          await expect(reading).resolves.toBeInstanceOf(Array);
        }
      }),
    );
  });
});

describe('compression and encodings', () => {
  const lines = '{"a":"ä"}\n{"a":"€"}\n{"a":"猫"}\n';
  const wanted = [{ a: 'ä' }, { a: '€' }, { a: '猫' }];

  const manyLines = Array.from(
    { length: 20_000 },
    (_, at) => `{"at":${at},"noise":"${Math.sin(at)}"}\n`,
  ).join('');

  it('decompresses gzip, also with several members', async () => {
    const half = lines.indexOf('\n') + 1;
    const packed = Buffer.concat([gzipSync(lines.slice(0, half)), gzipSync(lines.slice(half))]);
    expect(valuesOf(await read(packed, [7]))).toEqual(wanted);
  });

  /** The documents before the error, and the error. */
  const readUntilBreak = async (bytes: AsyncIterable<Uint8Array>): Promise<[unknown[], unknown]> => {
    const documents: Document[] = [];
    try {
      for await (const document of readDocuments(bytes)) documents.push(document);
    } catch (error) {
      return [valuesOf(documents), error];
    }
    return [valuesOf(documents), null];
  };
  const everyLine = manyLines.trimEnd().split('\n');

  it('reads every complete document of truncated gzip data, then throws', async () => {
    const packed = gzipSync(manyLines);
    const [values, error] = await readUntilBreak(inPieces(packed.subarray(0, packed.length / 2)));
    expect(error).toEqual(new InputUnreadable('The gzip data is truncated; download the file again.'));
    expect(values.length).toBeGreaterThan(100);
    expect(values).toEqual(everyLine.slice(0, values.length).map((line): unknown => JSON.parse(line)));
  });

  it('reports corrupt gzip data', async () => {
    const packed = gzipSync(manyLines);
    const checksum = packed.length - 8;
    packed.fill(0xff, checksum);
    const [values, error] = await readUntilBreak(inPieces(packed));
    expect(error).toEqual(new InputUnreadable('The gzip data is corrupt; download the file again.'));
    expect(values.length).toBeGreaterThan(10_000);
  });

  it('throws a read error after the documents before it', async () => {
    async function* failing(bytes: Uint8Array) {
      yield bytes.subarray(0, bytes.length / 2);
      throw new Error('EIO');
    }
    const [values, error] = await readUntilBreak(failing(Buffer.from(manyLines)));
    expect(error).toEqual(new Error('EIO'));
    expect(values.length).toBeGreaterThan(9000);
    expect(await readUntilBreak(failing(gzipSync(lines)))).toEqual([[], new Error('EIO')]);
  });

  it('reads UTF-8 with a byte order mark, and UTF-16 in both byte orders', async () => {
    const wide = Buffer.from(`\u{feff}${lines}`, 'utf16le');
    expect(valuesOf(await read(`\u{feff}${lines}`, [1]))).toEqual(wanted);
    expect(valuesOf(await read(wide, [3]))).toEqual(wanted);
    expect(valuesOf(await read(Buffer.from(wide).swap16(), [3]))).toEqual(wanted);
  });

  it('falls back to windows-1252', async () => {
    const bytes = Buffer.from('name;text\nCaf\xe9;5 \x80\n', 'latin1');
    expect(valuesOf(await read(bytes, [4]))).toEqual([{ name: 'Café', text: '5 €' }]);
  });

  it('keeps UTF-8 when a single character is broken', async () => {
    const bytes = Buffer.concat([Buffer.from(lines), Buffer.from('{"a":"\xe9"}\n', 'latin1')]);
    expect(valuesOf(await read(bytes))).toEqual([...wanted, { a: '\u{fffd}' }]);
  });
});

describe('other things', () => {
  it('reads 64-bit ids as text', async () => {
    const content =
      '{"id":7350000000000000001,"n":[-9223372036854775808, 12],"t":"7: 7350000000000000001","f":0.1234567890123456}';
    expect(valuesOf(await read(content))).toEqual([
      {
        id: '7350000000000000001',
        n: ['-9223372036854775808', 12],
        t: '7: 7350000000000000001',
        f: 0.1234567890123456,
      },
    ]);
  });

  it('skips anti-inclusion prefixes', async () => {
    expect(valuesOf(await read('for (;;);{"payload":{"results":[]}}'))).toEqual([
      { payload: { results: [] } },
    ]);
  });

  it('finds nothing in an empty file', async () => {
    expect(await read('')).toEqual([]);
    expect(await read(' \n\n ')).toEqual([]);
  });

  it.each([
    ['a workbook', 'PK\u0003\u0004....', /Excel workbook/],
    ['a PDF', '%PDF-1.7', /PDF/],
    ['a picture', '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR', /not a text file/],
    ['a web page', '<!doctype html><html></html>', /HTML/],
  ])('reports what to do with %s', async (_, content, sentence) => {
    const problems = problemsOf(await read(Buffer.from(content, 'latin1')));
    expect(problems).toEqual([['the beginning', expect.stringMatching(sentence)]]);
  });

  it('closes the file when the reader stops early', async () => {
    let closed = false;
    async function* endless() {
      try {
        for (;;) yield Buffer.from('{"a":1}\n'.repeat(1000));
      } finally {
        closed = true;
      }
    }
    for await (const document of readDocuments(endless())) {
      expect(document).toEqual({ position: 'line 1', value: { a: 1 } });
      break;
    }
    expect(closed).toBe(true);
  });
});

describe('consumed bytes', () => {
  const records = 60_000;
  const lines = Array.from({ length: records }, (_, id) => JSON.stringify({ id, text: String(id * 7919) }));
  const plain = Buffer.from(lines.join('\n'));

  it.each([
    ['a packed file', gzipSync(plain), 0.95],
    [
      'a file of two packed members',
      Buffer.concat([gzipSync(plain.subarray(0, 900_000)), gzipSync(plain.subarray(900_000))]),
      0.95,
    ],
    ['a plain file', plain, 1],
  ])('grow with the documents of %s, up to the size on disk', async (_, file, most) => {
    let used = 0;
    let documents = 0;
    let atHalf = 0;
    // All bytes are available at once, as for a small file.
    for await (const _document of readDocuments(
      inPieces(file, [file.length]),
      undefined,
      (bytes) => (used += bytes),
    )) {
      documents += 1;
      if (documents === records / 2) atHalf = used;
    }
    expect([documents, used]).toEqual([records, file.length]);
    expect(atHalf).toBeGreaterThan(0);
    expect(atHalf).toBeLessThanOrEqual(most * file.length);
  });
});
